import { clientNetwork } from '../../net/ip-ranges.ts';
import { isConfirmed, isRecent } from '../confirm.ts';
import {
  respondWithPage,
  seeOther,
  sessionOf,
  type WebContext,
  type WebMiddleware,
} from '../context.ts';
import type { Form } from '../form.ts';
import { usageOf } from '../months.ts';
import { FormProblem, problemOf, withTakenEmail } from '../owner-form.ts';
import {
  type AccountNotice,
  accountNotices,
  type AccountPage,
  accountPage,
} from '../pages/account.ts';
import type { AddressesShown } from '../pages/parts/addresses.ts';
import { accountsOf, type Routes, type WebParts } from '../web-parts.ts';
import { askerOf } from '../access/password-check.ts';
import { signIn } from '../access/with-session.ts';

/** The page of the account that is signed in, and its forms. */
export const accountRoutes = (parts: WebParts): Routes => ({
  // Without the key, which is not in the page until it is asked for.
  'GET /account': async (ctx) => {
    const done = String(ctx.query['done'] ?? '');
    const notice = accountNotices.find((known) => known === done);
    await respondWithAccount(ctx, parts, { notice });
  },
  'POST /account/name': formRoute(parts, changeName),
  'POST /account/email': formRoute(parts, changeEmail),
  'POST /account/password': formRoute(parts, changePassword),
  'POST /account/key': (ctx) => showKey(ctx, parts),
  // Ends the sessions of all devices, this one included.
  'POST /account/signout-all': async (ctx) => {
    await accountsOf(ctx, parts).endSessions(sessionOf(ctx).account.id);
    ctx.set('Set-Cookie', parts.sessions.end);
    seeOther(ctx, '/signin?signedout');
  },
});

const changeName: Change = async (ctx, form, parts) => {
  const name = form.text('name').trim();
  refuseProblem(ctx, { name });
  await accountsOf(ctx, parts).update(sessionOf(ctx).account.id, { name });
  return 'saved';
};

/**
 * The address is also the name to sign in with, so the owner is asked for. It ends all other sessions. Attempts count as
 * those to register, since the answer tells whether another account has the address.
 */
const changeEmail: Change = async (ctx, form, parts) => {
  const email = form.text('email').trim();
  refuseProblem(ctx, { email });
  if (!(await isConfirmed(ctx, parts, form))) return undefined;
  await parts.registrations.take(clientNetwork(ctx.state.address));
  const session = sessionOf(ctx);
  const change = accountsOf(ctx, parts).update(session.account.id, { email });
  const changed = await withTakenEmail(ctx.state.frame.text, change);
  // The change asks for no password where the sign-in is recent, so it must not make that sign-in younger.
  signIn(ctx, parts.sessions, changed, isRecent(session, parts.now()) ? session : undefined);
  return 'emailSaved';
};

/**
 * Ends all sessions and begins one for this device. An owner who has just come by a one-time link need not know the
 * former password.
 */
const changePassword: Change = async (ctx, form, parts) => {
  const { passwords, passwordCheck, sessions } = parts;
  const { account } = sessionOf(ctx);
  const { text } = ctx.state.frame;
  refuseProblem(ctx, { password: form.text('password') });
  if (needsCurrent(ctx, parts)) {
    const isRight = await passwordCheck.isOf(ctx, account, form.text('current'));
    if (!isRight) throw new FormProblem(text.problems.password);
  }
  const password = await passwords.hash(form.text('password'), askerOf(ctx, account.email));
  const change = accountsOf(ctx, parts).update(account.id, { password });
  const changed = await withTakenEmail(text, change);
  signIn(ctx, sessions, changed);
  return 'passwordSaved';
};

/** Shows the key, or a new one in its place. */
const showKey = async (ctx: WebContext, parts: WebParts): Promise<void> => {
  const form = await parts.readForm(ctx);
  if (!(await isConfirmed(ctx, parts, form))) return;
  const { id } = sessionOf(ctx).account;
  const accounts = accountsOf(ctx, parts);
  if (form.text('do') === 'rotate') {
    const { key } = await accounts.rotate(id);
    return respondWithAccount(ctx, parts, { key, notice: 'rotated' });
  }
  await respondWithAccount(ctx, parts, { key: await accounts.revealKey(id) });
};

type Change = (ctx: WebContext, form: Form, parts: WebParts) => Promise<AccountNotice | undefined>;

/** Carries out a form of the page. `undefined`: the answer has been given. */
export const formRoute =
  (parts: WebParts, change: Change): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    try {
      const notice = await change(ctx, form, parts);
      if (notice !== undefined) seeOther(ctx, `/account?done=${notice}`);
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error;
      await respondWithAccount(ctx, parts, { problem: error.message }, 400);
    }
  };

const refuseProblem = (ctx: WebContext, fields: Parameters<typeof problemOf>[1]): void => {
  const problem = problemOf(ctx.state.frame.text, fields);
  if (problem !== undefined) throw new FormProblem(problem);
};

const needsCurrent = (ctx: WebContext, { now }: WebParts): boolean => {
  const session = sessionOf(ctx);
  return session.account.hasPassword && !(session.isByLink && isRecent(session, now()));
};

/** Answers with the page of the account that is signed in. `address`: one that the form of the page has made. */
export const respondWithAccount = async (
  ctx: WebContext,
  parts: WebParts,
  {
    address,
    ...shown
  }: Partial<Pick<AccountPage, 'key' | 'notice' | 'problem'>> & Readonly<{ address?: string }>,
  status = 200,
): Promise<void> => {
  const { counters, passkeys, now, baseUrl, certificatePath } = parts;
  const { account } = sessionOf(ctx);
  const page = accountPage(ctx.state.frame, {
    account,
    needsCurrent: needsCurrent(ctx, parts),
    url: baseUrl(ctx),
    hasOwnCertificate: certificatePath !== undefined,
    hasPasskeys: passkeys !== undefined,
    addresses: await addressesOf(ctx, parts, { made: address, isShown: shown.key !== undefined }),
    key: undefined,
    usage: await usageOf(account, counters, now()),
    ...shown,
  });
  respondWithPage(ctx, page, status);
};

/** Undefined for an account without a key pair. The secrets are shown together with the key of the account alone. */
const addressesOf = async (
  ctx: WebContext,
  { addresses, baseUrl }: WebParts,
  { made, isShown }: Readonly<{ made: string | undefined; isShown: boolean }>,
): Promise<AddressesShown | undefined> => {
  const pairs = (await addresses?.pairsOf(sessionOf(ctx).account)) ?? [];
  if (addresses === undefined || pairs.length === 0) return undefined;
  const shown = pairs.map(({ name, key, salt }) => ({
    name,
    secrets: isShown ? { key: key.toString('hex'), salt: salt.toString('hex') } : undefined,
  }));
  return { url: `${baseUrl(ctx)}${addresses.prefix}`, pairs: shown, made };
};
