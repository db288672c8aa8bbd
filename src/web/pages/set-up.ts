import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { emailField, form, hidden, nameField, newPasswordField, problemOf } from './parts/forms.ts';

export type SetUpPage = Readonly<{
  /** Undefined where the address has no valid token; the page then has no form. */
  token: string | undefined;
  name?: string;
  email?: string;
  problem?: string | undefined;
}>;

/** `GET /setup`, and the answer to a `POST /setup` that did not succeed (`token`, `name`, `email`, `password`). */
export const setUpPage = (frame: Frame, page: SetUpPage): string => {
  const { setUp } = frame.text;
  const { token, name = '', email = '', problem } = page;
  return layout(
    frame,
    { title: setUp.title, isNarrow: true },
    token === undefined
      ? html`${problemOf(problem)}
          <p class="lead">${setUp.noToken}</p>
          <p>${setUp.noTokenHint}</p>`
      : html`<p class="lead">${setUp.lead}</p>
          ${problemOf(problem)}
          ${form(
            '/setup',
            setUp.submit,
            hidden('token', token),
            nameField(frame, name),
            emailField(frame, email),
            newPasswordField(frame),
          )}`,
  );
};
