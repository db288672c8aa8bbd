import type { Admission } from '../../engine/admission.ts';
import type { WorkSpace } from '../../engine/work-space.ts';
import type { Download } from '../../service/download.ts';
import type { Operate } from '../../service/operate.ts';
import { type KnownTypes, parseOperation } from '../../service/operation.ts';
import type { ArrivalRate } from '../arrival.ts';
import { accountOf, type Context, type Middleware } from '../context.ts';
import { presentImageFile, requireMatch } from '../image-file.ts';
import { hasBody, parseJson, saysJson } from '../json-body.ts';
import { presentCount, presentStored } from '../present.ts';
import { idOf } from './output-id.ts';
import { ServiceError } from '../../errors.ts';

export type OutputRouteOptions = Readonly<{
  download: Download;
  operate: Operate;
  admission: Admission;
  workSpace: WorkSpace;
  maxJsonBytes: number;
  arrival: ArrivalRate;
  known: KnownTypes;
}>;

/**
 * `GET`, `HEAD` and `POST /output/<id>` (specification, sections 4.3 and 4.4). Operations come as JSON,
 * from older clients as the body of a GET; without a body it is a download (design, section 3).
 */
export const outputRoute = (options: OutputRouteOptions): Middleware => {
  const parse = parseJson({ maxBytes: options.maxJsonBytes, arrival: options.arrival });
  return async (ctx) => {
    const body = await bodyOf(ctx, parse);
    if (body === undefined) await download(ctx, options);
    else await operate(ctx, body, options);
  };
};

/** The parsed body; undefined where there is none. */
const bodyOf = async (ctx: Context, parse: Middleware): Promise<unknown> => {
  if (saysJson(ctx)) {
    await parse(ctx, () => Promise.resolve());
    const body: unknown = ctx.request.body;
    return body === '' ? undefined : body;
  }
  if (ctx.method !== 'POST' || !hasBody(ctx)) return undefined;
  throw new ServiceError('bad_request', 'Content-Type: expected application/json');
};

const download = async (ctx: Context, { download: find }: OutputRouteOptions): Promise<void> => {
  const lease = await find(idOf(ctx), ctx.state.account ?? 'anybody');
  try {
    requireMatch(ctx, lease.output.result);
    await presentImageFile(ctx, lease.output.result, lease.resultPath);
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
      return admission.enter(account.id);
    },
    // What a POST is about is the output as it is, and what a GET is about is what it would answer.
    accept: (result, plain) => requireMatch(ctx, ctx.method === 'POST' ? plain : result),
    signal,
  });
  try {
    notes['type'] = image.mediaType;
    notes['imageBytesOut'] = image.bytes;
    presentCount(ctx, account, compressionCount);
    ctx.set(
      'Link',
      `</output/${id}/receipt${resultId === undefined ? '' : `/${resultId}`}>; rel="receipt"`,
    );
    if (location === undefined) await presentImageFile(ctx, image, path);
    else presentStored(ctx, image, location);
  } finally {
    release();
  }
};
