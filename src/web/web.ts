import type { Middleware } from '../http/context.ts';
import { ServiceError } from '../errors.ts';
import { baseUrlOf } from '../http/middleware/request-host.ts';
import { Router } from '../http/router.ts';
import { createDemo, limitDemo } from './access/demo.ts';
import { setPageHeaders } from './access/headers.ts';
import { createPasskeys } from './access/passkeys.ts';
import { createPasswordCheck } from './access/password-check.ts';
import { requirePublicHost, requireSameOrigin } from './access/same-origin.ts';
import { createSessions } from './access/sessions.ts';
import { createSetUp } from './access/set-up.ts';
import { withFrame, withSession } from './access/with-session.ts';
import { loadAssets } from './assets.ts';
import { wantsPage, type WebMiddleware, type WebState } from './context.ts';
import { errorPages } from './error-pages.ts';
import { createFormReader } from './form.ts';
import { addRoutes } from './routes/all-routes.ts';
import { assetRoute } from './routes/assets.ts';
import type { WebOptions, WebParts } from './web-parts.ts';

export type Web = Readonly<{
  /** Answers requests for pages, and passes all others on. */
  middleware: Middleware;
  /** Path with the token that sets the service up; undefined where an administrator can sign in. */
  setUpPath: string | undefined;
}>;

/** The pages: accounts, compressing, administration. */
export const openWeb = async (options: WebOptions): Promise<Web> => {
  const { settings, publicUrl } = options;
  const assets = loadAssets();
  const setUp = createSetUp(options);
  const sessions = createSessions({ ...options, ...settings });
  const parts: WebParts = {
    // With less for the account of the demo.
    ...limitDemo(options, settings.demo.uploadBytes),
    sessions,
    setUp,
    passkeys: settings.passkeys ? createPasskeys(options) : undefined,
    passwordCheck: createPasswordCheck({ ...options, devices: sessions.devices }),
    demo: createDemo({ accounts: options.accounts, uses: options.demoUses }),
    readForm: createFormReader(options.minRate),
    baseUrl: (ctx) => baseUrlOf(publicUrl, ctx),
  };
  const frame = { assets, language: settings.language };
  const router = openRouter(options, frame);
  router.use(requirePublicHost(publicUrl));
  router.use(requireSameOrigin);
  // Before the session, whose cookie must not come with an answer that caches may share.
  router.get('/_/:version/:name', assetRoute({ assets }) as WebMiddleware);
  router.use(withSession(parts.sessions));
  addRoutes(router, parts);
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
