import { isConfirmed } from '../confirm.ts';
import { respondWithPage, sessionOf, type WebContext, type WebMiddleware } from '../context.ts';
import type { Form } from '../form.ts';
import { FormProblem, problemOf } from '../owner-form.ts';
import { type AdminPage, adminPage } from '../pages/admin.ts';
import { healthPage } from '../pages/health.ts';
import type { WebParts } from '../web-parts.ts';
import { limitsIn, newLinkOf, stateOf } from './admin-parts.ts';

/** `GET /admin`: all accounts, with the compressions of this month. */
export const adminRoute =
  (parts: WebParts): WebMiddleware =>
  (ctx) =>
    respondWithAccounts(ctx, parts);

/** `POST /admin/invites`: makes a link by which one person makes an account, in each mode of registration. */
export const inviteLinkRoute =
  (parts: WebParts): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    if (!(await isConfirmed(ctx, parts, form))) return;
    try {
      const made = await parts.accounts.addLink({
        kind: 'invite',
        email: emailIn(ctx, form),
        role: form.text('role') === 'admin' ? 'admin' : 'user',
        ...limitsIn(ctx, form),
        createdBy: sessionOf(ctx).account.id,
      });
      const newLink = newLinkOf(`${parts.baseUrl(ctx)}/invite`, made);
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

/** `GET /admin/health`. */
export const healthRoute =
  ({ health }: WebParts): WebMiddleware =>
  async (ctx) =>
    respondWithPage(ctx, healthPage(ctx.state.frame, await health()));

const respondWithAccounts = async (
  ctx: WebContext,
  { accounts, counters, newAccounts }: WebParts,
  shown: Partial<Pick<AdminPage, 'newLink' | 'problem'>> = {},
  status = 200,
): Promise<void> => {
  const counts = await counters.usage();
  const rows = (await accounts.list()).map((account) => ({
    id: account.id,
    name: account.name,
    email: account.email,
    isAdmin: account.role === 'admin',
    state: stateOf(account),
    count: counts[account.id] ?? 0,
    monthlyLimit: account.monthlyLimit,
    requestsPerMinute: account.requestsPerMinute,
  }));
  const invitations = (await accounts.links())
    .filter(({ kind }) => kind === 'invite')
    .map(({ email, expiresAt }) => ({ email, expiresAt: new Date(expiresAt) }));
  const { monthlyLimit, requestsPerMinute } = newAccounts;
  const invite = { email: '', monthlyLimit, requestsPerMinute };
  const page = adminPage(ctx.state.frame, { accounts: rows, invitations, invite, ...shown });
  respondWithPage(ctx, page, status);
};
