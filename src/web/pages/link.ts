import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { form, hidden } from './parts/forms.ts';

/** Undefined where the link was used or has expired. */
export type LinkPage = Readonly<{ token: string; accountName: string }> | undefined;

/** `GET /link`: a button, since previews and scanners of mails open links (`POST /link` with `token`). */
export const linkPage = (frame: Frame, page: LinkPage): string => {
  const { link, signIn } = frame.text;
  return page === undefined
    ? layout(
        frame,
        { title: link.invalid, isNarrow: true },
        html`<p class="lead">${link.invalidHint}</p>
          <p><a href="/signin">${signIn.title}</a></p>`,
      )
    : layout(
        frame,
        { title: link.title, isNarrow: true },
        html`<p class="lead">${link.lead(page.accountName)}</p>
          ${form('/link', link.submit, hidden('token', page.token))}
          <p class="hint">${link.resetHint}</p>`,
      );
};
