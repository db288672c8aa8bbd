import type { Log } from '../../telemetry/log.ts';
import type { Context, Middleware } from '../context.ts';
import type { MinRate } from '../body/min-rate.ts';
import { hasBody, hasJsonContentType } from '../body/json-body.ts';

/**
 * Accepts downloads without a key where `outputs.publicDownload` is on, and requires a key for all other
 * requests. Some clients send no key and save the refusal as the picture, so the first refusal is logged.
 * Later ones are not, since there may be many.
 */
export const authenticateDownload = ({
  authenticated,
  publicDownload,
  minRate,
  log,
}: {
  authenticated: Middleware;
  publicDownload: boolean;
  minRate: MinRate;
  log: Log;
}): Middleware => {
  let hasWarned = false;
  return async (ctx, next) => {
    const isKeyless = ctx.get('Authorization') === '' && !(await isOperation(ctx, minRate));
    ctx.state.isPublicRead = publicDownload;
    if (isKeyless && publicDownload) return next();
    if (isKeyless && !hasWarned) {
      hasWarned = true;
      log.warn({ requestId: ctx.state.requestId, setting: 'outputs.publicDownload' }, refused);
    }
    return authenticated(ctx, next);
  };
};

/** Whether a GET or HEAD of an output is a download, which is answered although counts cannot be read. */
export const isDownload = async (ctx: Context, minRate: MinRate): Promise<boolean> =>
  !(await isOperation(ctx, minRate));

/** An operation in the body of a GET is billed, so it needs an account. */
const isOperation = async (ctx: Context, minRate: MinRate): Promise<boolean> =>
  hasJsonContentType(ctx) && (await hasBody(ctx, minRate));

const refused =
  'a download without an API key was answered 401, which some clients save in place of the picture. ' +
  'For such clients, set outputs.publicDownload to true. This is logged once.';
