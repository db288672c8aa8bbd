import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { emailField, form, nameField, newPasswordField, problemOf } from './parts/forms.ts';

export type RegisterPage = Readonly<{
  /** `closed` stands for invitations alone too; the page then has no form. */
  mode: 'closed' | 'approval' | 'open';
  name?: string;
  email?: string;
  problem?: string | undefined;
}>;

/** `GET /register`, and the answer to a `POST /register` that did not succeed (`name`, `email`, `password`). */
export const registerPage = (frame: Frame, page: RegisterPage): string => {
  const { register, signIn } = frame.text;
  const { mode, name = '', email = '', problem } = page;
  const signInLink = html`<p>${register.haveAccount} <a href="/signin">${signIn.submit}</a></p>`;
  if (mode === 'closed') {
    return layout(
      frame,
      { title: register.closed, isNarrow: true },
      html`${problemOf(problem)}
        <p class="lead">${register.closedHint}</p>
        ${signInLink}`,
    );
  }
  const isOpen = mode === 'open';
  return layout(
    frame,
    { title: isOpen ? register.title : register.titleApproval, isNarrow: true },
    html`<p class="lead">${isOpen ? register.lead : register.leadApproval}</p>
      ${problemOf(problem)}
      ${form(
        '/register',
        isOpen ? register.submit : register.submitApproval,
        nameField(frame, name),
        emailField(frame, email),
        newPasswordField(frame),
      )}
      ${signInLink}`,
  );
};
