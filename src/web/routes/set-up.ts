import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { respondWithPage, seeOther, type WebContext, type WebMiddleware } from '../context.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { newOwnerRoute, ownerForm, type OwnerPage } from './new-owner.ts';

/**
 * The form for the person who has the token that the start printed, which makes the first account the administrator's,
 * once.
 */
export const setUpRoutes = (parts: WebParts): Routes => {
  const { setUp, accounts } = parts;
  const refuse = (ctx: WebContext): void =>
    respondWithPage(ctx, setUpPage(ctx.state.frame, { token: undefined }), 403);
  return {
    'GET /setup': async (ctx) => {
      const token = String(ctx.query['token'] ?? '');
      if (await setUp.accepts(token)) {
        return respondWithPage(ctx, setUpPage(ctx.state.frame, { token }));
      }
      if (await setUp.isNeeded()) refuse(ctx);
      else seeOther(ctx, '/');
    },
    'POST /setup': newOwnerRoute({
      parts,
      page: setUpPage,
      isOpen: async (ctx, form) => {
        if (await setUp.accepts(form.text('token'))) return true;
        refuse(ctx);
        return false;
      },
      tellsTaken: true,
      make: async (form, fields) => {
        const account = await setUp.complete(form.text('token'), fields);
        return { account, key: await accounts.revealKey(account.id) };
      },
    }),
  };
};

/** Sends browsers to the set-up page while nobody can sign in. */
export const requireSetUp =
  ({ setUp }: Pick<WebParts, 'setUp'>): WebMiddleware =>
  async (ctx, next) => {
    if (ctx.state.session === undefined && (await setUp.isNeeded())) seeOther(ctx, '/setup');
    else await next();
  };

/** `GET /setup`, and the answer to a `POST /setup` that did not succeed. Without a token the page has no form. */
export const setUpPage = (frame: Frame, page: OwnerPage): string => {
  const { setUp } = frame.text;
  return layout(
    frame,
    { title: setUp.title, isNarrow: true },
    page.token === undefined
      ? html`<p class="lead">${setUp.noToken}</p>
          <p>${setUp.noTokenHint}</p>`
      : ownerForm(frame, page, { action: '/setup', lead: setUp.lead, submit: setUp.submit }),
  );
};
