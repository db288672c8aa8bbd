import Koa from 'koa';
import { authenticate } from './middleware/authenticate.ts';
import { authenticateDownload } from './middleware/authenticate-download.ts';
import { trustedProxy } from './middleware/trusted-proxy.ts';
import type { Context, Middleware, RequestState } from './context.ts';
import { dropUnread, type UnreadBodyLimits } from './body/unread-body.ts';
import { errorBoundary } from './errors.ts';
import type { Purge } from '../delivery/result-keys.ts';
import { checkExpectation } from './server/expectation.ts';
import { requestLog } from './middleware/request-log.ts';
import { requestState } from './middleware/request-state.ts';
import { baseUrlOf, checkHost } from './middleware/request-host.ts';
import {
  type KeyRouteOptions,
  keyRoute,
  newKeyRoute,
  type NewKeyRouteOptions,
} from './routes/keys.ts';
import { deliveryRoute, type DeliveryRouteOptions } from './routes/delivery.ts';
import { openApiRoute } from './routes/openapi.ts';
import { outputRoute, type OutputRouteOptions } from './routes/output.ts';
import { purgeRoute } from './routes/purge.ts';
import { receiptRoute, type ReceiptRouteOptions } from './routes/receipt.ts';
import { addSweepRoutes, type SweepRouteOptions } from './routes/sweeps.ts';
import { shrinkRoute, type ShrinkRouteOptions } from './routes/shrink.ts';
import { Router } from './router.ts';

export type AppOptions = Parameters<typeof requestLog>[0] &
  Parameters<typeof authenticate>[0] &
  UnreadBodyLimits &
  OutputRouteOptions &
  ReceiptRouteOptions &
  KeyRouteOptions &
  NewKeyRouteOptions &
  SweepRouteOptions &
  Omit<ShrinkRouteOptions, 'baseUrl'> &
  Readonly<{
    /** Base of Location; empty: the Host header of the request. */
    publicUrl: string;
    /** Downloads need no account. */
    publicDownload: boolean;
    /** Whether the service is shutting down. Connections are then closed after their answers. */
    isClosing: () => boolean;
    /** Addresses of proxies that may connect over plain HTTP; undefined: this service terminates TLS. */
    trustedProxies: readonly string[] | undefined;
    /** Answers addresses of pictures; undefined where there are none. */
    delivery?: (DeliveryRouteOptions & Readonly<{ purge: Purge }>) | undefined;
    /** Answers requests for pages, and passes all others on; undefined where there are no pages. */
    web?: Middleware | undefined;
  }>;

/** The API as a Koa application: middleware and routes. */
export const createApp = (options: AppOptions): Koa<RequestState> => {
  const { publicUrl, isClosing, trustedProxies, delivery, web, log } = options;
  // Behind a proxy, Koa takes the host from X-Forwarded-Host.
  const app = new Koa<RequestState>({ proxy: trustedProxies !== undefined });
  const authenticated = authenticate(options);
  const reader = authenticateDownload(options);
  const router = new Router<RequestState>();
  const baseUrl = (ctx: Context): string => baseUrlOf(publicUrl, ctx);
  router.post('/shrink', authenticated, shrinkRoute({ ...options, baseUrl }));
  // The router answers HEAD with the handlers of GET.
  router.get('/output/:id', reader, outputRoute(options));
  router.get('/output/:id/receipt', reader, receiptRoute(options));
  router.get('/output/:id/receipt/:result', reader, receiptRoute(options));
  router.post('/output/:id', authenticated, outputRoute(options));
  router.get('/keys/:key', keyRoute(options));
  router.post('/keys', newKeyRoute(options));
  addSweepRoutes(router, options, authenticated);
  router.get('/openapi.json', openApiRoute(options));
  app.use(requestState);
  app.use(dropUnread(options));
  app.use(errorBoundary(options));
  app.use(requestLog(options));
  app.use(async (ctx, next) => {
    try {
      await next();
    } finally {
      // After the handler, so that requests under way when the shutdown begins get the header too.
      if (isClosing() && ctx.req.httpVersionMajor === 1) ctx.set('Connection', 'close');
    }
  });
  app.use(checkExpectation);
  if (trustedProxies !== undefined) app.use(trustedProxy(trustedProxies, options.log));
  app.use(checkHost({ publicUrl, isProxied: trustedProxies !== undefined }));
  if (web !== undefined) app.use(web);
  app.use(router.routes());
  app.use(router.allowedMethods());
  // Last, since its addresses may begin at the root.
  if (delivery !== undefined) {
    app.use(purgeRoute({ ...delivery, authenticated }));
    app.use(deliveryRoute({ ...delivery, log }));
  }
  // A stream that fails after the head has been sent: Koa closes the connection.
  app.on('error', (error: Error) => options.log.debug({ err: error }, 'answer broken off'));
  return app;
};
