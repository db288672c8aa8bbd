import { Readable } from 'node:stream';
import { ServiceError } from '../../errors.ts';
import { requireMatch, respondWithImageFile } from '../../http/body/image-file.ts';
import { hasJsonContentType } from '../../http/body/json-body.ts';
import { accountOf, type Context, type Middleware } from '../../http/context.ts';
import { baseUrlOf } from '../../http/middleware/request-host.ts';
import { respondWithJson, setCountHeaders } from '../../http/respond.ts';
import { outputIdOf } from '../../http/routes/output-id.ts';
import { outputRoute } from '../../http/routes/output.ts';
import { receiptRoute } from '../../http/routes/receipt.ts';
import { shrinkRoute } from '../../http/routes/shrink.ts';
import type { WebMiddleware } from '../context.ts';
import { dispositionOf } from '../../http/disposition.ts';
import { fileNameOf } from '../file-name.ts';
import type { Routes, WebParts } from '../web-parts.ts';

/**
 * What the script of the compress page requests: the same use cases as the API's, for the account of a session, so that
 * all is counted and limited alike. They stand behind `asAccount`, and `jsonErrors` answers what they throw.
 */
export const pictureRoutes = (parts: WebParts): Routes => {
  const { publicUrl, downloadResult } = parts;
  const baseUrl = (ctx: Context): string => `${baseUrlOf(publicUrl, ctx)}/web`;
  const output = outputRoute(parts);
  const receipt = receiptRoute(parts);
  const path = '/web/output/:id';
  const routes: Readonly<Record<string, Middleware>> = {
    'POST /web/shrink': shrinkRoute({ ...parts, baseUrl }),
    // A download, which is saved under `name` of the query.
    [`GET ${path}`]: async (ctx, next) => {
      if (hasJsonContentType(ctx)) {
        throw new ServiceError(
          'bad_request',
          'Content-Type: expected none, as operations are POST',
        );
      }
      await output(ctx, next);
      asAttachment(ctx);
    },
    // As `POST /output/:id`. To `Accept: application/json` it answers as to an upload, and the image is at the address
    // in it, so that the page holds none.
    [`POST ${path}`]: async (ctx, next) => {
      await output(ctx, next);
      if (ctx.get('Accept') === 'application/json') describe(ctx);
      else asAttachment(ctx);
    },
    // The same for a result of an operation that was made before.
    [`GET ${path}/result/:result`]: async (ctx) => {
      const { result: resultId } = ctx['params'] as { result: string };
      const found = await downloadResult({ id: outputIdOf(ctx), resultId, reader: accountOf(ctx) });
      try {
        requireMatch(ctx, found.result);
        await respondWithImageFile(ctx, found.result, found.resultPath);
        asAttachment(ctx);
      } finally {
        found.release();
      }
    },
    [`GET ${path}/receipt`]: receipt,
    [`GET ${path}/receipt/:result`]: receipt,
  };
  return routes as Routes;
};

/** Replaces the image of an operation by what it is and where. */
const describe = (ctx: Context): void => {
  const { body, length, type } = ctx.response;
  if (!(body instanceof Readable)) return;
  body.destroy();
  const receipt = /<(.+)>/.exec(ctx.response.get('Link'))?.[1] ?? '';
  const url = `/web${receipt.replace(/\/receipt$/, '').replace('/receipt/', '/result/')}`;
  respondWithJson(ctx, 200, { output: { size: length, type, url } });
};

/** An image is saved and never shown as a page, so that nothing in it can act as this service. */
const asAttachment = (ctx: Context): void => {
  const { name } = ctx.query;
  const asked = typeof name === 'string' ? name : '';
  ctx.set('Content-Disposition', dispositionOf('attachment', fileNameOf(asked, ctx.response.type)));
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
  ctx.set('X-Content-Type-Options', 'nosniff');
};

/**
 * Checks the rate limit of the request's account, and sets the headers about its count. It stands behind
 * `requireAccount`.
 * @throws ServiceError `rate_limit_exceeded`.
 */
export const asAccount =
  ({ counters, rateLimits, demo }: WebParts): WebMiddleware =>
  async (ctx, next) => {
    const account = accountOf(ctx);
    setCountHeaders(ctx, account, await counters.count(account.id));
    await rateLimits.take(account.id, account.requestsPerMinute);
    if (ctx.method === 'POST') await demo.take(ctx);
    await next();
  };
