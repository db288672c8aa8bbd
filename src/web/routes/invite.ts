import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { respondWithPage, type WebContext } from '../context.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { newOwnerRoute, ownerForm, type OwnerPage } from './new-owner.ts';

/** The form of an invitation, which it does not use up, and the account that is made of it, in each mode of registration. */
export const inviteRoutes = (parts: WebParts): Routes => {
  const { accounts } = parts;
  const refuse = (ctx: WebContext): void =>
    respondWithPage(ctx, invitePage(ctx.state.frame, { token: undefined }), 404);
  return {
    'GET /invite': async (ctx) => {
      const token = String(ctx.query['token'] ?? '');
      const link = await accounts.findLink(token);
      if (link?.kind !== 'invite') return refuse(ctx);
      respondWithPage(ctx, invitePage(ctx.state.frame, { token, email: link.email ?? '' }));
    },
    'POST /invite': newOwnerRoute({
      parts,
      page: invitePage,
      isOpen: async (ctx, form) => {
        if ((await accounts.findLink(form.text('token')))?.kind === 'invite') return true;
        refuse(ctx);
        return false;
      },
      tellsTaken: true,
      make: (form, fields) => accounts.addByLink(form.text('token'), fields),
    }),
  };
};

/** `GET /invite`, and the answer to a `POST /invite` that did not succeed. Without a token it was used or has expired. */
export const invitePage = (frame: Frame, page: OwnerPage): string => {
  const { invite, register, signIn } = frame.text;
  return page.token === undefined
    ? layout(
        frame,
        { title: invite.invalid, isNarrow: true },
        html`<p class="lead">${invite.invalidHint}</p>
          <p>${register.haveAccount} <a href="/signin">${signIn.submit}</a></p>`,
      )
    : layout(
        frame,
        { title: invite.title, isNarrow: true },
        ownerForm(frame, page, { action: '/invite', lead: invite.lead, submit: invite.submit }),
      );
};
