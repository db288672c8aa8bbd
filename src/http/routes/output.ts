import { ServiceError } from '../../errors.ts';
import type { KnownTypes } from '../../service/convert-types.ts';
import type { Download } from '../../service/download.ts';
import type { Operate } from '../../service/operate.ts';
import { parseOperation } from '../../service/operation.ts';
import { requireMatch, requireRange, respondWithImageFile } from '../body/image-file.ts';
import { hasBody, hasJsonContentType, readJson } from '../body/json-body.ts';
import type { MinRate } from '../body/min-rate.ts';
import { accountOf, type Context, type Middleware, readerOf } from '../context.ts';
import { respondWithStored, setOperationHeaders } from '../respond.ts';
import { outputIdOf } from './output-id.ts';

export type OutputRouteOptions = Readonly<{
  download: Download;
  operate: Operate;
  minRate: MinRate;
  known: KnownTypes;
}>;

/**
 * `GET`, `HEAD` and `POST /output/<id>` (specification, sections 4.3 and 4.4). Operations are JSON, in the body
 * of a GET from older clients. A request without a body is a download (design, section 3).
 */
export const outputRoute =
  (options: OutputRouteOptions): Middleware =>
  async (ctx) => {
    const isJson = hasJsonContentType(ctx);
    if (!isJson) await refuseOtherBody(ctx, options.minRate);
    const body = isJson ? await readJson(ctx, options.minRate) : undefined;
    if (body === undefined) await download(ctx, options);
    else await operate(ctx, body, options);
  };

/** @throws ServiceError `bad_request` where a POST has a body of another type. A GET ignores such a body. */
const refuseOtherBody = async (ctx: Context, minRate: MinRate): Promise<void> => {
  if (ctx.method !== 'POST' || !(await hasBody(ctx, minRate))) return;
  throw new ServiceError('bad_request', 'Content-Type: expected application/json');
};

const download = async (ctx: Context, options: OutputRouteOptions): Promise<void> => {
  const { output, resultPath, release } = await options.download(outputIdOf(ctx), readerOf(ctx));
  try {
    requireMatch(ctx, output.result);
    await respondWithImageFile(ctx, output.result, resultPath);
  } finally {
    // The open file keeps its bytes even when the output is evicted.
    release();
  }
};

const operate = async (
  ctx: Context,
  body: unknown,
  { operate: run, known }: OutputRouteOptions,
): Promise<void> => {
  const account = accountOf(ctx);
  const { requestId, gone: signal } = ctx.state;
  const id = outputIdOf(ctx);
  const asked = parseOperation(body, known);
  const result = await run({
    account,
    id,
    ...asked,
    requestId,
    // If-Match of a POST is the ETag of the output's compressed image; that of a GET is the ETag of the answer.
    accept: (image, compressed) => {
      requireMatch(ctx, ctx.method === 'POST' ? compressed : image);
      if (asked.store === undefined) requireRange(ctx, image);
    },
    signal,
  });
  try {
    const { image, path, location } = result;
    setOperationHeaders(ctx, account, id, result);
    if (location === undefined) await respondWithImageFile(ctx, image, path);
    else respondWithStored(ctx, image, location);
  } finally {
    result.release();
  }
};
