import { hasCode } from '../../errors.ts';
import { isConfirmed } from '../confirm.ts';
import { respondWithPage, seeOther, type WebContext } from '../context.ts';
import type { Form } from '../form.ts';
import { FormProblem, problemOf } from '../owner-form.ts';
import { type AdminPage, adminPage } from '../pages/admin.ts';
import { healthPage } from '../pages/health.ts';
import { accountsOf, type Routes, type WebParts } from '../web-parts.ts';
import { limitsIn, newLinkOf } from './admin-parts.ts';

/** All accounts with the compressions of this month, links, and the health of this node. */
export const adminRoutes = (parts: WebParts): Routes => ({
  'GET /admin': (ctx) => {
    const isRemoved = ctx.query['done'] === 'removed';
    const notice = isRemoved ? ctx.state.frame.text.admin.removed : undefined;
    return respondWithAccounts(ctx, parts, { notice });
  },
  'POST /admin/links/revoke': (ctx) => revokeLink(ctx, parts),
  'POST /admin/invites': (ctx) => invite(ctx, parts),
  'GET /admin/health': async (ctx) =>
    respondWithPage(ctx, healthPage(ctx.state.frame, await parts.health())),
});

/** Ends a link before its time, and leads back to where it is listed. */
const revokeLink = async (ctx: WebContext, parts: WebParts): Promise<void> => {
  const form = await parts.readForm(ctx);
  if (!(await isConfirmed(ctx, parts, form))) return;
  const id = form.text('id');
  const link = (await parts.accounts.links()).find((each) => each.id === id);
  // Also one that this node does not know yet. One that was used meanwhile has ended, as was asked for.
  await accountsOf(ctx, parts).revokeLink(id).catch(ignoreMissing);
  const accountId = link?.accountId ?? null;
  seeOther(ctx, accountId === null ? '/admin' : `/admin/accounts/${accountId}`);
};

const ignoreMissing = (error: unknown): void => {
  if (!hasCode(error, 'not_found')) throw error;
};

/** Makes a link by which one person makes an account, in each mode of registration. */
const invite = async (ctx: WebContext, parts: WebParts): Promise<void> => {
  const form = await parts.readForm(ctx);
  if (!(await isConfirmed(ctx, parts, form))) return;
  try {
    const link = await accountsOf(ctx, parts).addLink({
      kind: 'invite',
      email: emailIn(ctx, form),
      role: form.text('role') === 'admin' ? 'admin' : 'user',
      ...limitsIn(ctx, form),
    });
    const newLink = newLinkOf(`${parts.baseUrl(ctx)}/invite`, link);
    await respondWithAccounts(ctx, parts, { newLink });
  } catch (error) {
    if (!(error instanceof FormProblem)) throw error;
    await respondWithAccounts(ctx, parts, { problem: error.message }, 400);
  }
};

const emailIn = (ctx: WebContext, form: Form): string | null => {
  const email = form.text('email').trim();
  if (email === '') return null;
  const problem = problemOf(ctx.state.frame.text, { email });
  if (problem !== undefined) throw new FormProblem(problem);
  return email;
};

const respondWithAccounts = async (
  ctx: WebContext,
  { accounts, counters, settings }: WebParts,
  shown: Partial<Pick<AdminPage, 'newLink' | 'notice' | 'problem'>>,
  status = 200,
): Promise<void> => {
  const page = adminPage(ctx.state.frame, {
    accounts: await accounts.list(),
    counts: await counters.usage(),
    invitations: (await accounts.links()).filter(({ kind }) => kind === 'invite'),
    newAccounts: settings.newAccounts,
    ...shown,
  });
  respondWithPage(ctx, page, status);
};
