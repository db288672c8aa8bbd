import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { emailField, form, hidden, noticeOf, passwordField, problemOf } from './parts/forms.ts';

export type SignInPage = Readonly<{
  email?: string;
  /** Own path to go to afterwards. */
  next?: string | undefined;
  /** What is offered to those without an account. */
  registration: 'closed' | 'invite' | 'approval' | 'open';
  notice?: 'signedOut' | 'needed' | undefined;
  problem?: string | undefined;
}>;

/** `GET /signin`, and the answer to a `POST /signin` that did not succeed (`email`, `password`, `next`). */
export const signInPage = (frame: Frame, page: SignInPage): string => {
  const { signIn, fields } = frame.text;
  const { email = '', next, registration, notice, problem } = page;
  return layout(
    frame,
    { title: signIn.title, isNarrow: true },
    html`${noticeOf(notice && signIn[notice])} ${problemOf(problem)}
      ${form(
        '/signin',
        signIn.submit,
        next !== undefined && hidden('next', next),
        emailField(frame, email, email === ''),
        passwordField('password', fields.password, email !== ''),
      )}
      <p class="hint">${signIn.forgot}</p>
      ${
        (registration === 'open' || registration === 'approval') &&
        html`<p>
          ${signIn.noAccount}
          <a href="/register"
            >${registration === 'open' ? signIn.register : signIn.askForAccount}</a
          >
        </p>`
      }`,
  );
};
