import type { Account } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';
import { isConfirmed } from '../confirm.ts';
import {
  respondWithPage,
  seeOther,
  sessionOf,
  type WebContext,
  type WebMiddleware,
} from '../context.ts';
import { sentenceOf } from '../text/failures.ts';
import type { Form } from '../form.ts';
import { usageOf } from '../months.ts';
import { FormProblem } from '../owner-form.ts';
import { type AdminAccountPage, adminAccountPage } from '../pages/admin-account.ts';
import { isWorkingAdmin } from '../access/set-up.ts';
import type { WebParts } from '../web-parts.ts';
import { limitsIn, newLinkOf, stateOf } from './admin-parts.ts';

/** `GET /admin/accounts/<id>`. */
export const adminAccountRoute =
  (parts: WebParts): WebMiddleware =>
  async (ctx) =>
    await respondWithAccount(ctx, parts, await accountIn(ctx, parts));

/** `POST /admin/accounts/<id>/limits`. */
export const limitsRoute = (parts: WebParts): WebMiddleware =>
  changeRoute(parts, (ctx, { id }, form) => parts.accounts.update(id, limitsIn(ctx, form)));

/** `POST /admin/accounts/<id>/disable`. */
export const disableRoute = (parts: WebParts): WebMiddleware =>
  changeRoute(parts, (_ctx, { id }) => parts.accounts.disable(id));

/** `POST /admin/accounts/<id>/enable`. */
export const enableRoute = (parts: WebParts): WebMiddleware =>
  changeRoute(parts, (_ctx, { id }) => parts.accounts.enable(id));

/** `POST /admin/accounts/<id>/approve`. */
export const approveRoute = (parts: WebParts): WebMiddleware =>
  changeRoute(parts, (_ctx, { id }) => parts.accounts.approve(id));

/** `POST /admin/accounts/<id>/link`: a one-time link to sign in, for whoever forgot the password. */
export const signInLinkRoute =
  (parts: WebParts): WebMiddleware =>
  async (ctx) => {
    const { accounts, readForm, baseUrl } = parts;
    const form = await readForm(ctx);
    const account = await accountIn(ctx, parts);
    if (!(await isConfirmed(ctx, parts, form))) return;
    const createdBy = sessionOf(ctx).account.id;
    const made = await accounts.addLink({ kind: 'signin', accountId: account.id, createdBy });
    const newLink = newLinkOf(`${baseUrl(ctx)}/link`, made);
    await respondWithAccount(ctx, parts, account, { newLink });
  };

const accountIn = async (ctx: WebContext, { accounts }: WebParts): Promise<Account> => {
  const { id } = ctx['params'] as { id: string };
  // By id alone: the look-up takes names too.
  const account = (await accounts.list()).find((each) => each.id === id);
  if (account === undefined) throw new ServiceError('not_found', 'There is no such account.');
  return account;
};

/** Carries out a change, and leads back to the account. */
const changeRoute =
  (
    parts: WebParts,
    change: (ctx: WebContext, account: Account, form: Form) => Promise<unknown>,
  ): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    const account = await accountIn(ctx, parts);
    if (!(await isConfirmed(ctx, parts, form))) return;
    try {
      await change(ctx, account, form);
      seeOther(ctx, `/admin/accounts/${account.id}`);
    } catch (error) {
      const problem = problemIn(ctx, error);
      if (problem === undefined) throw error;
      await respondWithAccount(ctx, parts, account, { problem }, 400);
    }
  };

/** The sentence for a change that the form or the accounts refuse, such as disabling the last administrator. */
const problemIn = (ctx: WebContext, error: unknown): string | undefined => {
  if (error instanceof FormProblem) return error.message;
  const isRefused = error instanceof ServiceError && error.code === 'bad_request';
  return isRefused ? sentenceOf(ctx.state.frame, error) : undefined;
};

const respondWithAccount = async (
  ctx: WebContext,
  { accounts, counters, now }: WebParts,
  account: Account,
  shown: Partial<Pick<AdminAccountPage, 'newLink' | 'problem'>> = {},
  status = 200,
): Promise<void> => {
  const admins = (await accounts.list()).filter(isWorkingAdmin);
  const page = adminAccountPage(ctx.state.frame, {
    id: account.id,
    name: account.name,
    email: account.email,
    createdAt: new Date(account.createdAt),
    isAdmin: account.role === 'admin',
    state: stateOf(account),
    isLastAdmin: admins.length === 1 && admins[0]?.id === account.id,
    monthlyLimit: account.monthlyLimit,
    requestsPerMinute: account.requestsPerMinute,
    ...(await usageOf(account, counters, now())),
    ...shown,
  });
  respondWithPage(ctx, page, status);
};
