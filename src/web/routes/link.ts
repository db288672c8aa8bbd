import { ServiceError } from '../../errors.ts';
import { respondWithPage, seeOther, type WebMiddleware } from '../context.ts';
import { linkPage } from '../pages/link.ts';
import type { WebParts } from '../web-parts.ts';
import { signIn } from '../access/with-session.ts';

/** `GET /link`: a button. Scanners of mails and previews of chats open links, and must not use them up. */
export const linkForm =
  ({ accounts }: WebParts): WebMiddleware =>
  async (ctx) => {
    const token = String(ctx.query['token'] ?? '');
    const { accountId = null } = (await accounts.findLink(token)) ?? {};
    const account = accountId === null ? undefined : await accounts.get(accountId);
    if (account === undefined) {
      return respondWithPage(ctx, linkPage(ctx.state.frame, undefined), 404);
    }
    respondWithPage(ctx, linkPage(ctx.state.frame, { token, accountName: account.name }));
  };

/** `POST /link`: signs in once, without a password. It is also how a forgotten password is replaced. */
export const linkRoute =
  ({ accounts, sessions, readForm }: WebParts): WebMiddleware =>
  async (ctx) => {
    const form = await readForm(ctx);
    try {
      const account = await accounts.takeLink(form.text('token'));
      signIn(ctx, sessions, account, { isByLink: true });
      seeOther(ctx, '/account');
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'not_found')) throw error;
      respondWithPage(ctx, linkPage(ctx.state.frame, undefined), 404);
    }
  };
