import { hasCode } from '../../errors.ts';
import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { formTo, hidden } from '../pages/parts/forms.ts';
import { respondWithPage, seeOther, type WebContext } from '../context.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { signIn } from '../access/with-session.ts';

/** One-time links sign in without a password. It is also how a forgotten password is replaced. */
export const linkRoutes = ({ accounts, sessions, readForm }: WebParts): Routes => {
  const refuse = (ctx: WebContext): void =>
    respondWithPage(ctx, linkPage(ctx.state.frame, undefined), 404);
  return {
    'GET /link': async (ctx) => {
      const token = String(ctx.query['token'] ?? '');
      const { accountId = null } = (await accounts.findLink(token)) ?? {};
      const account = accountId === null ? undefined : await accounts.get(accountId);
      if (account === undefined) return refuse(ctx);
      respondWithPage(ctx, linkPage(ctx.state.frame, { token, accountName: account.name }));
    },
    'POST /link': async (ctx) => {
      const form = await readForm(ctx);
      try {
        const account = await accounts.takeLink(form.text('token'));
        signIn(ctx, sessions, account, { isByLink: true });
        seeOther(ctx, '/account');
      } catch (error) {
        if (!hasCode(error, 'not_found')) throw error;
        refuse(ctx);
      }
    },
  };
};

/** Undefined where the link was used or has expired. */
type LinkPage = Readonly<{ token: string; accountName: string }> | undefined;

/** `GET /link`: a button, since previews of chats and scanners of mails open links, and must not use them up. */
export const linkPage = (frame: Frame, page: LinkPage): string => {
  const { text } = frame;
  const { link } = text;
  return page === undefined
    ? layout(
        frame,
        { title: link.invalid, isNarrow: true },
        html`<p class="lead">${link.invalidHint}</p>
          <p><a href="/signin">${text.signIn.title}</a></p>`,
      )
    : layout(
        frame,
        { title: link.title, isNarrow: true },
        html`<p class="lead">${link.lead(page.accountName)}</p>
          ${formTo('/link', link.submit, hidden('token', page.token))}
          <p class="hint">${link.resetHint}</p>`,
      );
};
