import Koa from 'koa';
import type { Metrics } from '../telemetry/metrics.ts';
import { Router } from './router.ts';

/** Health and metrics for the operator's tools, on a listener of its own, so that it answers in an overload. */
export const createInternalApp = ({
  metrics,
  isReady,
}: {
  metrics: Metrics;
  isReady: () => boolean;
}): Koa => {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = 'ok\n';
  });
  router.get('/readyz', (ctx) => {
    ctx.status = isReady() ? 200 : 503;
    ctx.body = isReady() ? 'ready\n' : 'not ready\n';
  });
  router.get('/metrics', async (ctx) => {
    const { body, contentType } = await metrics.expose();
    ctx.set('Content-Type', contentType);
    ctx.body = body;
  });
  const app = new Koa();
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
};
