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
import { respondWithPage, seeOther, type WebContext, type WebMiddleware } from '../context.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { newOwnerRoute } from './new-owner.ts';

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

type SetUpPage = Readonly<{
  /** Undefined where the address has no valid token; the page then has no form. */
  token: string | undefined;
  name?: string;
  email?: string;
  problem?: string | undefined;
}>;

/** `GET /setup`, and the answer to a `POST /setup` that did not succeed (`token`, `name`, `email`, `password`). */
export const setUpPage = (frame: Frame, page: SetUpPage): string => {
  const { setUp } = frame.text;
  const { token, name = '', email = '', problem } = page;
  return layout(
    frame,
    { title: setUp.title, isNarrow: true },
    token === undefined
      ? html`<p class="lead">${setUp.noToken}</p>
          <p>${setUp.noTokenHint}</p>`
      : html`<p class="lead">${setUp.lead}</p>
          ${problemOf(problem)}
          ${formTo(
            '/setup',
            setUp.submit,
            hidden('token', token),
            nameField(frame, name),
            emailField(frame, email),
            newPasswordField(frame),
          )}`,
  );
};
