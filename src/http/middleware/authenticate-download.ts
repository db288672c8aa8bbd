import type { Log } from '../../telemetry/log.ts';
import type { Context, Middleware } from '../context.ts';
import type { MinRate } from '../body/min-rate.ts';
import { hasBody, hasJsonContentType } from '../body/json-body.ts';
import { authenticate } from './authenticate.ts';

/**
 * Accepts downloads without a key where `outputs.publicDownload` is on, and requires a key for all other
 * requests. A download is answered although counts cannot be read. Some clients send no key and save the refusal as
 * the picture, so the first refusal is logged. Later ones are not, since there may be many.
 */
export const authenticateDownload = (
  options: Parameters<typeof authenticate>[0] &
    Readonly<{ publicDownload: boolean; minRate: MinRate; log: Log }>,
): Middleware => {
  const { publicDownload, minRate, log } = options;
  const authenticated = authenticate({
    ...options,
    goesOnUncounted: async (ctx) => !(await isOperation(ctx, minRate)),
  });
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

/** An operation in the body of a GET is billed, so it needs an account. */
const isOperation = async (ctx: Context, minRate: MinRate): Promise<boolean> =>
  hasJsonContentType(ctx) && (await hasBody(ctx, minRate));

const refused =
  'a download without an API key was answered 401, which some clients save in place of the picture. ' +
  'For such clients, set outputs.publicDownload to true. This is logged once.';
