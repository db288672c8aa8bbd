import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import {
  emailField,
  formTo,
  hidden,
  nameField,
  newPasswordField,
  problemOf,
} from '../pages/parts/forms.ts';
import { respondWithPage, type WebContext } from '../context.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { newOwnerRoute } from './new-owner.ts';

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

type InvitePage = Readonly<{
  /** Undefined where the invitation was used or has expired; the page then has no form. */
  token: string | undefined;
  name?: string;
  /** The address that was invited, or what was entered. */
  email?: string;
  problem?: string | undefined;
}>;

/** `GET /invite`, and the answer to a `POST /invite` that did not succeed (`token`, `name`, `email`, `password`). */
export const invitePage = (frame: Frame, page: InvitePage): string => {
  const { invite, register, signIn } = frame.text;
  const { token, name = '', email = '', problem } = page;
  if (token === undefined) {
    return layout(
      frame,
      { title: invite.invalid, isNarrow: true },
      html`<p class="lead">${invite.invalidHint}</p>
        <p>${register.haveAccount} <a href="/signin">${signIn.submit}</a></p>`,
    );
  }
  return layout(
    frame,
    { title: invite.title, isNarrow: true },
    html`<p class="lead">${invite.lead}</p>
      ${problemOf(problem)}
      ${formTo(
        '/invite',
        invite.submit,
        hidden('token', token),
        nameField(frame, name),
        emailField(frame, email),
        newPasswordField(frame),
      )}`,
  );
};
