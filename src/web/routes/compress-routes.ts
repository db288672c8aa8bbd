import type Router from '@koa/router';
import type { Config } from '../../config/config.ts';
import type { Counters } from '../../counters/counters.ts';
import type { ErrorBoundaryOptions } from '../../http/errors.ts';
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
import type { Assets } from '../assets.ts';
import { respondWithPage, type WebMiddleware, type WebState } from '../context.ts';
import { compressPage } from '../pages/compress.ts';
import { requireSession } from '../access/with-session.ts';
import type { WebParts } from '../web-parts.ts';
import { assetRoute } from './assets.ts';
import { asAccount, compressRoutes, type CompressRouteOptions, jsonErrors } from './compress.ts';
import { pictureFormRoute } from './picture-form.ts';
import { requireSetUp } from './set-up.ts';

export type CompressRoutesOptions = CompressRouteOptions &
  Omit<ErrorBoundaryOptions, 'respond'> &
  Pick<WebParts, 'setUp'> &
  Readonly<{
    settings: Pick<Config['web'], 'maxFiles' | 'uploadsAtOnce'>;
    counters: Counters;
    rateLimits: RateLimits;
    assets: Assets;
  }>;

/** The compress page, what its script requests, and the files of all pages. */
export const addCompressRoutes = (
  router: Router<WebState>,
  options: CompressRoutesOptions,
): void => {
  const { shrink, download, result, operate, receipt } = compressRoutes(options);
  const { maxFiles } = options.settings;
  const json = jsonErrors(options) as WebMiddleware;
  const account = asAccount(options);
  const id = '/web/output/:id';
  router.get('/_/:version/:name', assetRoute(options) as WebMiddleware);
  router.get('/', requireSetUp(options), requireSession, compressRoute(options));
  router.post('/web/form', requireSession, pictureFormRoute({ ...options, maxFiles }));
  for (const [method, path, route] of [
    ['post', '/web/shrink', shrink],
    ['get', id, download],
    ['post', id, operate],
    ['get', `${id}/result/:result`, result],
    ['get', `${id}/receipt`, receipt],
    ['get', `${id}/receipt/:result`, receipt],
  ] as const) {
    router[method](path, json, requireSession, account, route as WebMiddleware);
  }
};

const compressRoute =
  ({ known, maxUploadBytes, settings }: CompressRoutesOptions): WebMiddleware =>
  async (ctx) => {
    const { maxFiles, uploadsAtOnce } = settings;
    const page = { types: known.types, maxFiles, maxUploadBytes, uploadsAtOnce };
    respondWithPage(ctx, compressPage(ctx.state.frame, page));
  };
