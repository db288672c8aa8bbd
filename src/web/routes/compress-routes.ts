import type Router from '@koa/router';
import type { Config } from '../../config/config.ts';
import type { Counters } from '../../counters/counters.ts';
import type { ErrorBoundaryOptions } from '../../http/errors.ts';
import type { RateLimits } from '../../rate-limits/request-limits.ts';
import { accountOf } from '../../http/context.ts';
import { respondWithPage, type WebMiddleware, type WebState } from '../context.ts';
import { compressPage } from '../pages/compress.ts';
import { type Demo, isDemo } from '../access/demo.ts';
import type { WebParts } from '../web-parts.ts';
import { createFormReader } from '../form.ts';
import { archiveRoute } from './archive.ts';
import { asAccount, compressRoutes, type CompressRouteOptions, jsonErrors } from './compress.ts';
import { pictureFormRoute } from './picture-form.ts';
import { requireSetUp } from './set-up.ts';

type CompressRoutesOptions = CompressRouteOptions &
  Omit<ErrorBoundaryOptions, 'respond'> &
  Pick<WebParts, 'setUp'> &
  Readonly<{
    settings: Pick<Config['web'], 'demo' | 'registration'>;
    /** Most pictures of a form; 20 by default. */
    maxFiles?: number;
    demo: Demo;
    /** Longest time from a complete upload to its answer. */
    answerSeconds: number;
    counters: Counters;
    rateLimits: RateLimits;
  }>;

/** The compress page and what its script requests. */
export const addCompressRoutes = (
  router: Router<WebState>,
  options: CompressRoutesOptions,
): void => {
  const { shrink, download, result, operate, receipt } = compressRoutes(options);
  const { demo, maxFiles = mostFiles } = options;
  const json = jsonErrors(options) as WebMiddleware;
  const account = asAccount(options);
  const id = '/web/output/:id';
  router.get(
    '/',
    requireSetUp(options),
    demo.requireAccount,
    compressRoute({ ...options, maxFiles }),
  );
  const readForm = createFormReader(options.minRate, archiveBytes);
  router.post('/web/zip', demo.requireAccount, archiveRoute({ ...options, readForm }));
  router.post('/web/form', demo.requireAccount, pictureFormRoute({ ...options, maxFiles }));
  for (const [method, path, route] of [
    ['post', '/web/shrink', shrink],
    ['get', id, download],
    ['post', id, operate],
    ['get', `${id}/result/:result`, result],
    ['get', `${id}/receipt`, receipt],
    ['get', `${id}/receipt/:result`, receipt],
  ] as const) {
    router[method](path, json, demo.requireAccount, account, route as WebMiddleware);
  }
};

/** So many that the body of a form arrives within the time limit of a request. */
const mostFiles = 20;

/** Most pictures in the list of the page. */
const mostPictures = 2000;

/** Of a form that names the pictures of an archive: 1,000 bytes for each, encoded. */
const archiveBytes = 1000 * mostPictures;

type CompressPageOptions = CompressRoutesOptions & Readonly<{ maxFiles: number }>;

const compressRoute =
  ({
    known,
    maxFiles,
    maxUploadBytes,
    answerSeconds,
    settings,
  }: CompressPageOptions): WebMiddleware =>
  async (ctx) => {
    const { registration } = settings;
    const { uploadBytes, picturesPerHour } = settings.demo;
    const { types } = known;
    const common = { types, mostPictures, maxFiles, maxUploadBytes, answerSeconds };
    const page = isDemo(accountOf(ctx))
      ? {
          ...common,
          maxUploadBytes: Math.min(maxUploadBytes, uploadBytes),
          demo: { picturesPerHour, registration },
        }
      : common;
    respondWithPage(ctx, compressPage(ctx.state.frame, page));
  };
