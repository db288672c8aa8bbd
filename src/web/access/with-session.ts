import type { Account } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';
import type { Assets } from '../assets.ts';
import { seeOther, type WebContext, type WebMiddleware, wantsPage } from '../context.ts';
import { createFrame, type Viewer } from '../layout.ts';
import { Refusal } from '../refusal.ts';
import type { Sessions, SignInHow } from './sessions.ts';
import { type Language, languageOf } from '../text/languages.ts';

/** Sets what all pages of the request have in common, for nobody in particular. */
export const withFrame =
  ({
    assets,
    language,
  }: Readonly<{ assets: Assets; language: Language | 'auto' }>): WebMiddleware =>
  async (ctx, next) => {
    const spoken = languageOf(language, ctx.get('Accept-Language'));
    ctx.state.frame = createFrame(spoken, assets);
    await next();
  };

/** Sets the session where the request has the cookie of one, and prolongs it. */
export const withSession =
  (sessions: Sessions): WebMiddleware =>
  async (ctx, next) => {
    const found = await sessions.read(ctx.get('Cookie'));
    if (found !== undefined) {
      const { session, prolonged } = found;
      ctx.state.session = session;
      ctx.state.account = session.account;
      ctx.state.frame = { ...ctx.state.frame, viewer: viewerOf(session.account) };
      if (prolonged !== undefined) ctx.append('Set-Cookie', prolonged);
    }
    await next();
  };

const viewerOf = ({ name, role }: Account): Viewer => ({ name, isAdmin: role === 'admin' });

/** Signs the client in: with its next request, and for the page that is the answer to this one. */
export const signIn = (
  ctx: WebContext,
  sessions: Sessions,
  account: Account,
  how?: SignInHow,
): void => {
  // Replaces a prolonged cookie of the session before.
  ctx.set('Set-Cookie', [sessions.begin(account, how), sessions.devices.remember(account)]);
  ctx.state.account = account;
  ctx.state.frame = { ...ctx.state.frame, viewer: viewerOf(account) };
};

/**
 * For routes of accounts. Browsers without a session are sent to the sign-in page, and back to a page that they
 * asked for. `sessionOf` then gives the session.
 * @throws ServiceError `unauthorized` for scripts.
 */
export const requireSession: WebMiddleware = async (ctx, next) => {
  if (ctx.state.session !== undefined) return next();
  if (!wantsPage(ctx)) throw new ServiceError('unauthorized', 'Sign in first.');
  const path = ctx.method === 'GET' ? ownPath(ctx.path) : undefined;
  seeOther(ctx, path === undefined ? '/signin' : `/signin?next=${encodeURIComponent(path)}`);
};

/**
 * For routes of administrators; stands after `requireSession`. The role is the account's present one.
 * @throws Refusal `forbidden`.
 */
export const requireAdmin: WebMiddleware = async (ctx, next) => {
  if (ctx.state.session?.account.role !== 'admin') {
    throw new Refusal('forbidden', 'This page is for administrators.');
  }
  await next();
};

/**
 * `path` where it is one of this service, so that a link to the sign-in page cannot lead its visitor elsewhere.
 * `//host` and, for browsers, `/\host` name another host.
 */
export const ownPath = (path: string): string | undefined =>
  /^\/[a-z][\w/.?=&%-]*$/.test(path) && !path.includes('//') ? path : undefined;
