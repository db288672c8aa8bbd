import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import { formTo, hidden, passwordField, problemOf } from './pages/parts/forms.ts';
import { respondWithPage, seeOther, type Session, sessionOf, type WebContext } from './context.ts';
import type { Form } from './form.ts';
import { signIn } from './access/with-session.ts';
import type { WebParts } from './web-parts.ts';

/** How long a sign-in stands for its person: 15 minutes. */
const recentMs = 900_000;

export const isRecent = ({ issuedAt }: Session, now: number): boolean => now - issuedAt < recentMs;

/**
 * Whether the person at the device is the account's owner: the sign-in is recent, or the form has the password. Where
 * it is false, the answer has been given: a page that asks for the password and sends the form again, or the account
 * page, to set one.
 * @throws ServiceError `rate_limit_exceeded`, `unavailable`.
 */
export const isConfirmed = async (
  ctx: WebContext,
  { passwordCheck, sessions, now }: WebParts,
  form: Form,
): Promise<boolean> => {
  const session = sessionOf(ctx);
  const { account } = session;
  if (isRecent(session, now())) return true;
  if (!account.hasPassword) {
    seeOther(ctx, '/account?done=passwordFirst');
    return false;
  }
  const given = form.text(passwordName);
  if (given !== '' && (await passwordCheck.isOf(ctx, account, given))) {
    signIn(ctx, sessions, account);
    return true;
  }
  const problem = given === '' ? undefined : ctx.state.frame.text.problems.password;
  const fields = form.entries.filter(([name]) => !passwordNames.includes(name));
  const page = { action: ctx.path, fields, problem };
  respondWithPage(ctx, confirmPage(ctx.state.frame, page), 403);
  return false;
};

const passwordName = 'confirm';

/** Fields that are never sent back. */
const passwordNames = [passwordName, 'password', 'current'];

type ConfirmPage = Readonly<{
  /** Where the form goes: the path that was asked for. */
  action: string;
  /** Fields that were sent, which are sent again. No passwords. */
  fields: Form['entries'];
  problem?: string | undefined;
}>;

/** Asks for the password again, where the sign-in is too old for what is to be done. */
export const confirmPage = (frame: Frame, page: ConfirmPage): string => {
  const { confirm, fields } = frame.text;
  return layout(
    frame,
    { title: confirm.title, isNarrow: true },
    html`<p class="lead">${confirm.lead}</p>
      ${problemOf(page.problem)}
      ${formTo(
        page.action,
        confirm.submit,
        page.fields.map(([name, value]) => hidden(name, value)),
        passwordField(passwordName, fields.password, true),
      )}`,
  );
};
