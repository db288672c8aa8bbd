import { Router } from '../http/router.ts';
import type { Sweeps } from '../bulk/sweeps/sweeps.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Config } from '../config/config.ts';
import type { Addresses } from '../delivery/signature.ts';
import type { Counters } from '../counters/counters.ts';
import type { Middleware } from '../http/context.ts';
import { ServiceError } from '../errors.ts';
import type { ErrorBoundaryOptions } from '../http/errors.ts';
import { baseUrlOf } from '../http/middleware/request-host.ts';
import type { AddressLimits, RateLimits, RefundableLimits } from '../rate-limits/request-limits.ts';
import type { SetUpTokens } from '../state/set-up-tokens.ts';
import type { Once } from '../state/once.ts';
import type { Register } from '../service/register.ts';
import type { Health } from '../telemetry/health.ts';
import { loadAssets } from './assets.ts';
import { wantsPage, type WebMiddleware, type WebState } from './context.ts';
import { errorPages, refusalPages } from './error-pages.ts';
import { createFormReader } from './form.ts';
import { setPageHeaders } from './access/headers.ts';
import { createDemo, limitDemo } from './access/demo.ts';
import { createPasskeys } from './access/passkeys.ts';
import { createPasswordCheck } from './access/password-check.ts';
import { addAccountRoutes } from './routes/account-routes.ts';
import { assetRoute } from './routes/assets.ts';
import { addCompressRoutes } from './routes/compress-routes.ts';
import type { CompressRouteOptions } from './routes/compress.ts';
import { requirePublicHost, requireSameOrigin } from './access/same-origin.ts';
import { createSessions } from './access/sessions.ts';
import { createSetUp } from './access/set-up.ts';
import { withFrame, withSession } from './access/with-session.ts';

export type WebOptions = CompressRouteOptions &
  Omit<ErrorBoundaryOptions, 'respond'> &
  Readonly<{
    settings: Config['web'];
    accounts: Accounts;
    counters: Counters;
    passwords: Passwords;
    register: Register;
    registrations: AddressLimits;
    /** Undefined where no pictures are delivered by their address. */
    addresses: Addresses | undefined;
    signIns: RefundableLimits;
    rightPasswords: RefundableLimits;
    /** Pictures of people without an account; undefined where there is no demo. */
    demoUses: AddressLimits | undefined;
    /** Most pictures of one choice, or of a form; 20 by default. */
    maxFiles?: number;
    /** Longest time from a complete upload to its answer. */
    answerSeconds: number;
    rateLimits: RateLimits;
    setUpTokens: SetUpTokens;
    /** Challenges of passkeys that were answered. */
    once: Once;
    /** The secret of the service, from which the key of session cookies is derived. */
    secret: Uint8Array;
    sweeps: Sweeps;
    health: () => Promise<Health>;
    /** File with the certificate, where the service made it itself. */
    certificatePath: string | undefined;
    /** Whether browsers accept the certificate. */
    isTrusted: boolean;
    /** Milliseconds since 1970. */
    now: () => number;
  }>;

export type Web = Readonly<{
  /** Answers requests for pages, and passes all others on. */
  middleware: Middleware;
  /** Path with the token that sets the service up; undefined where an administrator can sign in. */
  setUpPath: string | undefined;
}>;

/** The pages: accounts, compressing, administration. */
export const openWeb = async (options: WebOptions): Promise<Web> => {
  const { settings, accounts, secret, now, minRate, publicUrl } = options;
  const assets = loadAssets();
  const sessions = createSessions({ ...settings, accounts, secret, now });
  const setUp = createSetUp(options);
  const passkeys = settings.passkeys ? createPasskeys(options) : undefined;
  const parts = {
    ...options,
    ...{
      sessions,
      setUp,
      passkeys,
      registration: settings.registration,
      newAccounts: settings.newAccounts,
    },
    passwordCheck: createPasswordCheck(options),
    readForm: createFormReader(minRate),
    baseUrl: (ctx: Parameters<typeof baseUrlOf>[1]) => baseUrlOf(publicUrl, ctx),
  };
  const frame = { assets, language: settings.language };
  const router = openRouter(options, frame);
  router.use(refusalPages(options));
  router.use(requirePublicHost(publicUrl));
  router.use(requireSameOrigin);
  // Before the session, whose cookie must not come with an answer that caches may share.
  router.get('/_/:version/:name', assetRoute({ assets }) as WebMiddleware);
  router.use(withSession(sessions));
  addAccountRoutes(router, parts);
  const demo = createDemo({ accounts, uses: options.demoUses });
  const useCases = limitDemo(options, settings.demo.uploadBytes);
  addCompressRoutes(router, { ...useCases, setUp, demo });
  const middleware = orMissingPage(router, openRouter(options, frame));
  const setUpPath = (await setUp.isNeeded()) ? await setUp.path() : undefined;
  return { middleware, setUpPath };
};

const openRouter = (options: WebOptions, frame: Parameters<typeof withFrame>[0]) => {
  const router = new Router<WebState>();
  // Only requests with a route here pass these.
  router.use(setPageHeaders(options));
  router.use(withFrame(frame));
  router.use(errorPages(options));
  return router;
};

type WebRouter = ReturnType<typeof openRouter>;

/**
 * The pages of `router`, with it, as `routes()` gives them. A browser at an address that nothing answers gets a page of
 * `missing`, in place of JSON.
 */
const orMissingPage = (router: WebRouter, missing: WebRouter): Middleware => {
  missing.get('/{*path}', () => {
    throw new ServiceError('not_found', 'There is nothing at this path.');
  });
  const [pages, missingPage] = [router, missing].map(
    (each) => each.routes() as unknown as Middleware,
  ) as [Middleware, Middleware];
  const middleware: Middleware = (ctx, next) =>
    pages(ctx, async () => {
      await next();
      const isMissing = ctx.status === 404 && ctx.body == null;
      if (isMissing && wantsPage(ctx)) await missingPage(ctx, () => Promise.resolve());
    });
  return Object.assign(middleware, { router });
};
