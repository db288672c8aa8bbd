import { ServiceError } from '../../errors.ts';
import { respondWithPage, seeOther, type WebContext, type WebMiddleware } from '../context.ts';
import { signInPage, type SignInPage } from '../pages/sign-in.ts';
import type { WebParts } from '../web-parts.ts';
import { ownPath, signIn } from '../access/with-session.ts';

/** `GET /signin`. */
export const signInForm =
  ({ registration }: WebParts): WebMiddleware =>
  async (ctx) => {
    const next = ownPath(String(ctx.query['next'] ?? ''));
    if (ctx.state.session !== undefined) return seeOther(ctx, next ?? '/');
    const notice = noticeFor(ctx, next);
    respondWithPage(ctx, signInPage(ctx.state.frame, { registration, next, notice }));
  };

const noticeFor = (ctx: WebContext, next: string | undefined): SignInPage['notice'] => {
  if (ctx.query['signedout'] !== undefined) return 'signedOut';
  return next === undefined ? undefined : 'needed';
};

/** `POST /signin`: one message for a wrong address and a wrong password. */
export const signInRoute =
  ({ passwordCheck, sessions, registration, readForm }: WebParts): WebMiddleware =>
  async (ctx) => {
    const form = await readForm(ctx);
    const email = form.text('email').trim();
    const next = ownPath(form.text('next'));
    const { problems, register } = ctx.state.frame.text;
    const refuse = (problem: string, status: number): void =>
      respondWithPage(
        ctx,
        signInPage(ctx.state.frame, { email, next, registration, problem }),
        status,
      );
    try {
      const account = await passwordCheck.signIn(ctx, email, form.text('password'));
      if (account === undefined) return refuse(problems.signIn, 403);
      if (!account.approved) return refuse(register.leadApproval, 403);
      signIn(ctx, sessions, account);
      seeOther(ctx, next ?? '/');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const waitSeconds = Math.ceil(error.retryAfterSeconds ?? 1);
      if (error.code !== 'rate_limit_exceeded' && error.code !== 'unavailable') throw error;
      ctx.set('Retry-After', String(waitSeconds));
      if (error.code === 'unavailable') refuse(problems.busy, 503);
      else refuse(problems.tooManyTries(String(Math.ceil(waitSeconds / 60))), 429);
    }
  };

/** `POST /signout`: of this device alone. Nothing is stored about sessions, so its cookie is removed. */
export const signOutRoute =
  ({ sessions }: WebParts): WebMiddleware =>
  async (ctx) => {
    ctx.set('Set-Cookie', sessions.end);
    seeOther(ctx, '/signin?signedout');
  };
