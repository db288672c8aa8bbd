import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { emailField, form, hidden, nameField, newPasswordField, problemOf } from './parts/forms.ts';

export type InvitePage = Readonly<{
  /** Undefined where the invitation was used or has expired; the page then has no form. */
  token: string | undefined;
  name?: string;
  /** The address that was invited, or what was entered. */
  email?: string;
  problem?: string | undefined;
}>;

/** `GET /invite`, and the answer to a `POST /invite` that did not succeed (`token`, `name`, `email`, `password`). */
export const invitePage = (frame: Frame, page: InvitePage): string => {
  const { invite, register, signIn } = frame.text;
  const { token, name = '', email = '', problem } = page;
  if (token === undefined) {
    return layout(
      frame,
      { title: invite.invalid, isNarrow: true },
      html`<p class="lead">${invite.invalidHint}</p>
        <p>${register.haveAccount} <a href="/signin">${signIn.submit}</a></p>`,
    );
  }
  return layout(
    frame,
    { title: invite.title, isNarrow: true },
    html`<p class="lead">${invite.lead}</p>
      ${problemOf(problem)}
      ${form(
        '/invite',
        invite.submit,
        hidden('token', token),
        nameField(frame, name),
        emailField(frame, email),
        newPasswordField(frame),
      )}`,
  );
};
