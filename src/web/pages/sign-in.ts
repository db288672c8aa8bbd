import { html, type Html } from '../html.ts';
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
  /** Whether people may sign in by a passkey. */
  hasPasskeys: boolean;
}>;

/** `GET /signin`, and the answer to a `POST /signin` that did not succeed (`email`, `password`, `next`). */
export const signInPage = (frame: Frame, page: SignInPage): string => {
  const { signIn, fields } = frame.text;
  const { email = '', next, registration, notice, problem, hasPasskeys } = page;
  return layout(
    frame,
    { title: signIn.title, isNarrow: true, ...(hasPasskeys && { script: 'passkey.js' }) },
    html`${noticeOf(notice && signIn[notice])} ${problemOf(problem)}
      ${form(
        '/signin',
        signIn.submit,
        next !== undefined && hidden('next', next),
        emailField(frame, email, email === ''),
        passwordField('password', fields.password, email !== ''),
      )}
      ${hasPasskeys && passkeyForm(frame, next)}
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

/** Shown by its script, where the browser knows passkeys. */
const passkeyForm = ({ text }: Frame, next: string | undefined): Html => {
  const { signIn } = text;
  return html`<p id="passkey-problem" class="note problem" role="alert"></p>
    <form
      id="passkey"
      method="post"
      action="/signin/passkey"
      data-request-from="/signin/passkey/options"
      data-problem="${signIn.passkeyUnused}"
      hidden
    >
      ${next !== undefined && hidden('next', next)} ${hidden('answer', '')}
      <button>${signIn.passkey}</button>
    </form>`;
};
