import type { Account, Accounts } from '../../accounts/accounts.ts';
import { hasCode, ServiceError } from '../../errors.ts';
import { isConfirmed } from '../confirm.ts';
import { respondWithPage, seeOther, type WebContext, type WebMiddleware } from '../context.ts';
import { sentenceOf } from '../text/failures.ts';
import type { Form } from '../form.ts';
import { usageOf } from '../months.ts';
import { FormProblem } from '../owner-form.ts';
import { type AdminAccountPage, adminAccountPage } from '../pages/admin-account.ts';
import { isWorkingAdmin } from '../access/set-up.ts';
import { accountsOf, type Routes, type WebParts } from '../web-parts.ts';
import { limitsIn, newLinkOf } from './admin-parts.ts';

/** One account, as administrators see and change it. */
export const adminAccountRoutes = (parts: WebParts): Routes => {
  const path = '/admin/accounts/:id';
  return {
    [`GET ${path}`]: async (ctx) => respondWithAccount(ctx, parts, await accountIn(ctx, parts)),
    [`POST ${path}/limits`]: changeRoute(parts, ({ ctx, accounts, id, form }) =>
      accounts.update(id, limitsIn(ctx, form)),
    ),
    [`POST ${path}/disable`]: changeRoute(parts, ({ accounts, id }) => accounts.disable(id)),
    [`POST ${path}/enable`]: changeRoute(parts, ({ accounts, id }) => accounts.enable(id)),
    [`POST ${path}/approve`]: changeRoute(parts, ({ accounts, id }) => accounts.approve(id)),
    [`POST ${path}/role`]: changeRoute(parts, ({ accounts, id, form }) =>
      accounts.update(id, { role: form.text('role') === 'admin' ? 'admin' : 'user' }),
    ),
    // Where the box is ticked.
    [`POST ${path}/delete`]: askedRoute(parts, async ({ ctx, accounts, id, form }) => {
      if (form.text('sure') !== 'yes') return seeOther(ctx, `/admin/accounts/${id}`);
      await accounts.remove(id);
      seeOther(ctx, '/admin?done=removed');
    }),
    // A one-time link to sign in, for an owner who forgot the password.
    [`POST ${path}/link`]: askedRoute(parts, async ({ ctx, accounts, id }) => {
      const link = await accounts.addLink({ kind: 'signin', accountId: id });
      const newLink = newLinkOf(`${parts.baseUrl(ctx)}/link`, link);
      await respondWithAccount(ctx, parts, await accountIn(ctx, parts), { newLink });
    }),
  };
};

const accountIn = async (ctx: WebContext, { accounts }: WebParts): Promise<Account> => {
  const { id } = ctx['params'] as { id: string };
  // By id alone: the look-up takes names too.
  const account = (await accounts.list()).find((each) => each.id === id);
  if (account === undefined) throw new ServiceError('not_found', 'There is no such account.');
  return account;
};

type AccountRequest = Readonly<{
  ctx: WebContext;
  /** As the administrator may change them. */
  accounts: Accounts;
  /** Of the account in the path. */
  id: string;
  form: Form;
}>;

/** Carries out a change, and leads back to the account. */
const changeRoute = (
  parts: WebParts,
  change: (asked: AccountRequest) => Promise<unknown>,
): WebMiddleware =>
  askedRoute(parts, async (asked) => {
    await change(asked);
    seeOther(asked.ctx, `/admin/accounts/${asked.id}`);
  });

/** Answers a form about an account. The account is shown again with what the form or the accounts refuse. */
const askedRoute =
  (parts: WebParts, answer: (asked: AccountRequest) => Promise<void>): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    const account = await accountIn(ctx, parts);
    if (!(await isConfirmed(ctx, parts, form))) return;
    try {
      await answer({ ctx, accounts: accountsOf(ctx, parts), id: account.id, form });
    } catch (error) {
      const problem = problemIn(ctx, error);
      if (problem === undefined) throw error;
      await respondWithAccount(ctx, parts, account, { problem }, 400);
    }
  };

/** The sentence for a change that the form or the accounts refuse, such as disabling the last administrator. */
const problemIn = (ctx: WebContext, error: unknown): string | undefined => {
  if (error instanceof FormProblem) return error.message;
  return hasCode(error, 'bad_request') ? sentenceOf(ctx.state.frame, error) : undefined;
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
    account,
    isLastAdmin: admins.length === 1 && admins[0]?.id === account.id,
    signInLinks: (await accounts.links()).filter(({ accountId }) => accountId === account.id),
    usage: await usageOf(account, counters, now()),
    ...shown,
  });
  respondWithPage(ctx, page, status);
};
