import Koa from 'koa';
import type { Metrics } from '../telemetry/metrics.ts';
import { Router } from './router.ts';

/** Health and metrics for the operator's tools, on a listener of its own, so that it answers in an overload. */
export const createInternalApp = ({
  metrics,
  problem,
}: {
  metrics: Metrics;
  /** Why this node is not ready, for the operator; undefined where it is. */
  problem: () => string | undefined;
}): Koa => {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = 'ok\n';
  });
  router.get('/readyz', (ctx) => {
    const why = problem();
    ctx.status = why === undefined ? 200 : 503;
    ctx.body = why === undefined ? 'ready\n' : `not ready: ${why}\n`;
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
