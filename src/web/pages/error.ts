import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';

export type ErrorPage = Readonly<{ title: string; message: string }>;

/** The answer to a request of a browser that failed. */
export const errorPage = (frame: Frame, { title, message }: ErrorPage): string =>
  layout(
    frame,
    { title, isNarrow: true },
    html`<p class="lead">${message}</p>
      <p><a href="/">${frame.text.errors.home}</a></p>`,
  );
