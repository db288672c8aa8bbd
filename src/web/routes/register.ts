import { hasCode } from '../../errors.ts';
import { clientNetwork } from '../../net/ip-ranges.ts';
import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { respondWithPage } from '../context.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { newOwnerRoute, ownerForm, type OwnerPage } from './new-owner.ts';

/** The form by which people make accounts themselves, which can be used at once, or when they are approved. */
export const registerRoutes = (parts: WebParts): Routes => {
  const { register, registrations, settings } = parts;
  const { registration } = settings;
  const mode = registration === 'invite' ? 'closed' : registration;
  return {
    'GET /register': (ctx) => {
      const page = registerPage(ctx.state.frame, { mode });
      respondWithPage(ctx, page, mode === 'closed' ? 403 : 200);
    },
    'POST /register': newOwnerRoute({
      parts,
      page: (frame, entered) => registerPage(frame, { ...entered, mode }),
      isOpen: async (ctx) => {
        try {
          register.checkOpen();
        } catch (error) {
          if (!hasCode(error, 'registration_closed')) throw error;
          respondWithPage(ctx, registerPage(ctx.state.frame, { mode: 'closed' }), 403);
          return false;
        }
        await registrations.take(clientNetwork(ctx.state.address));
        return true;
      },
      tellsTaken: false,
      make: (_form, fields) => register.register(fields),
    }),
  };
};

type RegisterPage = Omit<OwnerPage, 'token'> &
  Readonly<{
    /** `closed` stands for invitations alone too; the page then has no form. */
    mode: 'closed' | 'approval' | 'open';
  }>;

/** `GET /register`, and the answer to a `POST /register` that did not succeed. */
export const registerPage = (frame: Frame, { mode, ...page }: RegisterPage): string => {
  const { register, signIn } = frame.text;
  const signInLink = html`<p>${register.haveAccount} <a href="/signin">${signIn.submit}</a></p>`;
  if (mode === 'closed') {
    return layout(
      frame,
      { title: register.closed, isNarrow: true },
      html`<p class="lead">${register.closedHint}</p>
        ${signInLink}`,
    );
  }
  const [title, lead, submit] =
    mode === 'open'
      ? [register.title, register.lead, register.submit]
      : [register.titleApproval, register.leadApproval, register.submitApproval];
  return layout(
    frame,
    { title, isNarrow: true },
    html`${ownerForm(frame, page, { action: '/register', lead, submit, hint: register.addressHint })}
    ${signInLink}`,
  );
};
