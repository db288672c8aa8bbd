import { respondWithPage, seeOther, type WebMiddleware } from '../context.ts';
import { setUpPage } from '../pages/set-up.ts';
import type { WebParts } from '../web-parts.ts';
import { newOwnerRoute } from './new-owner.ts';

/** `GET /setup`: the form, for whoever has the token that the start printed. */
export const setUpForm =
  ({ setUp }: WebParts): WebMiddleware =>
  async (ctx) => {
    const token = String(ctx.query['token'] ?? '');
    if (await setUp.accepts(token)) {
      return respondWithPage(ctx, setUpPage(ctx.state.frame, { token }));
    }
    if (!(await setUp.isNeeded())) return seeOther(ctx, '/');
    respondWithPage(ctx, setUpPage(ctx.state.frame, { token: undefined }), 403);
  };

/** `POST /setup`: makes the first account the administrator's, once. */
export const setUpRoute = (parts: WebParts): WebMiddleware => {
  const { setUp, accounts } = parts;
  return newOwnerRoute({
    parts,
    page: (ctx, entered) => setUpPage(ctx.state.frame, entered),
    isOpen: async (ctx, form) => {
      if (await setUp.accepts(form.text('token'))) return true;
      respondWithPage(ctx, setUpPage(ctx.state.frame, { token: undefined }), 403);
      return false;
    },
    make: async (form, fields) => {
      const account = await setUp.complete(form.text('token'), fields);
      return { account, key: await accounts.revealKey(account.id) };
    },
  });
};

/** Sends browsers to the set-up page while nobody can sign in. */
export const requireSetUp =
  ({ setUp }: Pick<WebParts, 'setUp'>): WebMiddleware =>
  async (ctx, next) => {
    if (ctx.state.session === undefined && (await setUp.isNeeded())) seeOther(ctx, '/setup');
    else await next();
  };
