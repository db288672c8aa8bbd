import { respondWithPage, type WebMiddleware } from '../context.ts';
import { invitePage } from '../pages/invite.ts';
import type { WebParts } from '../web-parts.ts';
import { newOwnerRoute } from './new-owner.ts';

/** `GET /invite`: the form of an invitation, which it does not use up. */
export const inviteForm =
  ({ accounts }: WebParts): WebMiddleware =>
  async (ctx) => {
    const token = String(ctx.query['token'] ?? '');
    const link = await accounts.findLink(token);
    if (link?.kind !== 'invite') {
      return respondWithPage(ctx, invitePage(ctx.state.frame, { token: undefined }), 404);
    }
    respondWithPage(ctx, invitePage(ctx.state.frame, { token, email: link.email ?? '' }));
  };

/** `POST /invite`: makes an account, in each mode of registration. The invitation works once. */
export const inviteRoute = (parts: WebParts): WebMiddleware => {
  const { accounts } = parts;
  return newOwnerRoute({
    parts,
    page: (ctx, entered) => invitePage(ctx.state.frame, entered),
    isOpen: async (ctx, form) => {
      if ((await accounts.findLink(form.text('token')))?.kind === 'invite') return true;
      respondWithPage(ctx, invitePage(ctx.state.frame, { token: undefined }), 404);
      return false;
    },
    make: (form, fields) => accounts.addByLink(form.text('token'), fields),
  });
};
