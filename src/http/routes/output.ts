import type { JobQueue } from '../../queue/admission.ts';
import type { WorkSpace } from '../../jobs/disk-quota.ts';
import type { Download } from '../../service/download.ts';
import type { Operate } from '../../service/operate.ts';
import type { KnownTypes } from '../../service/convert-types.ts';
import { parseOperation } from '../../service/operation.ts';
import type { MinRate } from '../body/min-rate.ts';
import { accountOf, type Context, type Middleware, readerOf } from '../context.ts';
import { respondWithImageFile, requireMatch } from '../body/image-file.ts';
import { bringsBody, createJsonReader, saysJson } from '../body/json-body.ts';
import { setCountHeaders, respondWithStored } from '../respond.ts';
import { idOf } from './output-id.ts';
import { ServiceError } from '../../errors.ts';

export type OutputRouteOptions = Readonly<{
  download: Download;
  operate: Operate;
  admission: JobQueue;
  workSpace: WorkSpace;
  maxJsonBytes: number;
  minRate: MinRate;
  known: KnownTypes;
}>;

/**
 * `GET`, `HEAD` and `POST /output/<id>` (specification, sections 4.3 and 4.4). Operations come as JSON,
 * from older clients as the body of a GET; without a body it is a download (design, section 3).
 */
export const outputRoute = (options: OutputRouteOptions): Middleware => {
  const { maxJsonBytes: maxBytes, minRate } = options;
  const read = createJsonReader({ maxBytes, minRate });
  return async (ctx) => {
    const body = saysJson(ctx) ? await read(ctx) : await noBody(ctx, minRate);
    if (body === undefined) await download(ctx, options);
    else await operate(ctx, body, options);
  };
};

/** @throws ServiceError `bad_request` where POST brings a body that is not called JSON; readers may. */
const noBody = async (ctx: Context, minRate: MinRate): Promise<undefined> => {
  if (ctx.method !== 'POST' || !(await bringsBody(ctx, minRate))) return;
  throw new ServiceError('bad_request', 'Content-Type: expected application/json');
};

const download = async (ctx: Context, { download: find }: OutputRouteOptions): Promise<void> => {
  const lease = await find(idOf(ctx), readerOf(ctx));
  try {
    requireMatch(ctx, lease.output.result);
    await respondWithImageFile(ctx, lease.output.result, lease.resultPath);
  } finally {
    // From here on the open file keeps the bytes, even when the output is evicted.
    lease.release();
  }
};

const operate = async (
  ctx: Context,
  body: unknown,
  { operate: run, admission, workSpace, known }: OutputRouteOptions,
): Promise<void> => {
  const account = accountOf(ctx);
  const { requestId, gone: signal, notes } = ctx.state;
  const id = idOf(ctx);
  const { image, path, release, location, compressionCount, resultId } = await run({
    account,
    id,
    ...parseOperation(body, known),
    requestId,
    enter: async () => {
      await workSpace.reserve(0);
      return admission.admit(account.id);
    },
    // What a POST is about is the output as it is, and what a GET is about is what it would answer.
    accept: (result, plain) => requireMatch(ctx, ctx.method === 'POST' ? plain : result),
    signal,
  });
  try {
    notes['type'] = image.mediaType;
    notes['imageBytesOut'] = image.bytes;
    setCountHeaders(ctx, account, compressionCount);
    ctx.set(
      'Link',
      `</output/${id}/receipt${resultId === undefined ? '' : `/${resultId}`}>; rel="receipt"`,
    );
    if (location === undefined) await respondWithImageFile(ctx, image, path);
    else respondWithStored(ctx, image, location);
  } finally {
    release();
  }
};
