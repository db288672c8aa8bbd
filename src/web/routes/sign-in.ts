import type { Account } from '../../accounts/accounts.ts';
import { hasCode } from '../../errors.ts';
import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import {
  emailField,
  formTo,
  hidden,
  noticeOf,
  passwordField,
  problemOf,
} from '../pages/parts/forms.ts';
import { respondWithPage, seeOther, type WebContext, type WebMiddleware } from '../context.ts';
import type { Form } from '../form.ts';
import type { Text } from '../text/en.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { ownPath, signIn } from '../access/with-session.ts';
import { requireSetUp } from './set-up.ts';

/** Signing in by a password, and signing out. */
export const signInRoutes = (parts: WebParts): Routes => ({
  'GET /signin': (ctx) => requireSetUp(parts)(ctx, async () => showForm(ctx, parts)),
  // One message for a wrong address and a wrong password.
  'POST /signin': signInBy(
    parts,
    (ctx, form) => parts.passwordCheck.signIn(ctx, emailIn(form), form.text('password')),
    ({ problems }) => problems.signIn,
  ),
  // Of this device alone. Nothing is stored about sessions, so its cookie is removed.
  'POST /signout': (ctx) => {
    ctx.set('Set-Cookie', parts.sessions.end);
    seeOther(ctx, '/signin?signedout');
  },
});

const showForm = (ctx: WebContext, { settings, passkeys }: WebParts): void => {
  const { registration } = settings;
  const next = ownPath(String(ctx.query['next'] ?? ''));
  if (ctx.state.session !== undefined) return seeOther(ctx, next ?? '/');
  const notice = noticeFor(ctx, next);
  const page = { registration, next, notice, hasPasskeys: passkeys !== undefined };
  respondWithPage(ctx, signInPage(ctx.state.frame, page));
};

const noticeFor = (ctx: WebContext, next: string | undefined): SignInPage['notice'] => {
  if (ctx.query['signedout'] !== undefined) return 'signedOut';
  return next === undefined ? undefined : 'needed';
};

/** Signs in the account that `accountOf` finds for a form. Without one, the page is shown again with the sentence of `wrong`. */
export const signInBy =
  (
    { sessions, settings, passkeys, readForm }: WebParts,
    accountOf: (ctx: WebContext, form: Form) => Promise<Account | undefined>,
    wrong: (text: Text) => string,
  ): WebMiddleware =>
  async (ctx) => {
    const form = await readForm(ctx);
    const email = emailIn(form);
    const next = ownPath(form.text('next'));
    const { text } = ctx.state.frame;
    const { problems, register } = text;
    const { registration } = settings;
    const refuse = (problem: string, status: number): void => {
      const page = { email, next, registration, problem, hasPasskeys: passkeys !== undefined };
      respondWithPage(ctx, signInPage(ctx.state.frame, page), status);
    };
    try {
      const account = await accountOf(ctx, form);
      if (account === undefined) return refuse(wrong(text), 403);
      if (!account.approved) return refuse(register.leadApproval, 403);
      signIn(ctx, sessions, account);
      seeOther(ctx, next ?? '/');
    } catch (error) {
      if (!hasCode(error, 'rate_limit_exceeded', 'unavailable')) throw error;
      const waitSeconds = Math.ceil(error.retryAfterSeconds ?? 1);
      ctx.set('Retry-After', String(waitSeconds));
      if (error.code === 'unavailable') refuse(problems.busy, 503);
      else refuse(problems.tooManyTries(String(Math.ceil(waitSeconds / 60))), 429);
    }
  };

const emailIn = (form: Form): string => form.text('email').trim();

type SignInPage = Readonly<{
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
  const { signIn: words, fields } = frame.text;
  const { email = '', next, registration, notice, problem, hasPasskeys } = page;
  return layout(
    frame,
    { title: words.title, isNarrow: true, ...(hasPasskeys && { script: 'passkey.js' }) },
    html`${noticeOf(notice && words[notice])} ${problemOf(problem)}
      ${formTo(
        '/signin',
        words.submit,
        next !== undefined && hidden('next', next),
        emailField(frame, email, email === ''),
        passwordField('password', fields.password, email !== ''),
      )}
      ${hasPasskeys && passkeyForm(frame, next)}
      <p class="hint">${words.forgot}</p>
      ${
        (registration === 'open' || registration === 'approval') &&
        html`<p>
          ${words.noAccount}
          <a href="/register">${registration === 'open' ? words.register : words.askForAccount}</a>
        </p>`
      }`,
  );
};

/** Shown by its script, where the browser knows passkeys. */
const passkeyForm = ({ text }: Frame, next: string | undefined): Html => {
  const { signIn: words } = text;
  return html`<p id="passkey-problem" class="note problem" role="alert"></p>
    <form
      id="passkey"
      method="post"
      action="/signin/passkey"
      data-request-from="/signin/passkey/options"
      data-problem="${words.passkeyUnused}"
      hidden
    >
      ${next !== undefined && hidden('next', next)} ${hidden('answer', '')}
      <button>${words.passkey}</button>
    </form>`;
};
