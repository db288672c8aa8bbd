import { readFileSync } from 'node:fs';
import type { Counters } from '../../counters/counters.ts';
import type { JobQueue, Admission } from '../../queue/admission.ts';
import type { WorkSpace } from '../../jobs/disk-quota.ts';
import { ServiceError } from '../../errors.ts';
import { createValidator } from '../../schema.ts';
import type { Upload, UploadInput } from '../../service/upload.ts';
import { type MinRate, bodyAtMinRate } from '../body/min-rate.ts';
import { accountOf, type Context, type Middleware } from '../context.ts';
import { createJsonReader, saysJson, validated } from '../body/json-body.ts';
import { setCountHeaders, respondWithJson, uploadResult } from '../respond.ts';

type ShrinkBody = Readonly<{ source: Readonly<{ url: string }> }>;

const validate = createValidator<ShrinkBody>(
  JSON.parse(
    readFileSync(new URL('../../../schemas/requests/shrink.json', import.meta.url), 'utf8'),
  ) as object,
);

export type ShrinkRouteOptions = Readonly<{
  shrink: Upload;
  admission: JobQueue;
  counters: Counters;
  maxJsonBytes: number;
  maxUploadBytes: number;
  minRate: MinRate;
  workSpace: WorkSpace;
  /** Base address for Location, given the request. */
  baseUrl: (ctx: Context) => string;
}>;

/** `POST /shrink` (specification, sections 4.1 and 4.2). */
export const shrinkRoute = (options: ShrinkRouteOptions): Middleware => {
  const { shrink, admission, workSpace, counters, maxJsonBytes, maxUploadBytes } = options;
  const { minRate, baseUrl } = options;
  const read = createJsonReader({ maxBytes: maxJsonBytes, minRate });

  const inputOf = async (ctx: Context): Promise<UploadInput> => {
    if (!saysJson(ctx)) return { kind: 'body', body: bodyAtMinRate(ctx.req, minRate) };
    const body = await read(ctx);
    if (body === undefined) throw inputMissing();
    return { kind: 'url', url: validated(validate, body).source.url };
  };

  /** Refuses what can be refused before the body is read; takes the room that it announces. */
  const enter = async (ctx: Context): Promise<{ place: Admission; arrived: () => void }> => {
    const account = accountOf(ctx);
    if (ctx.get('Content-Length') === '0') throw inputMissing();
    const announced = Number(ctx.get('Content-Length'));
    if (announced > maxUploadBytes) throw tooLarge(maxUploadBytes, announced);
    counters.checkRoom(account.id, 1, account.monthlyLimit);
    const place = admission.admit(account.id);
    try {
      return { place, arrived: await workSpace.reserve(announced || 0) };
    } catch (error) {
      place.release();
      throw error;
    }
  };

  return async (ctx) => {
    const account = accountOf(ctx);
    const { place, arrived } = await enter(ctx);
    try {
      const { requestId, gone: signal, notes } = ctx.state;
      const input = await inputOf(ctx);
      if (input.kind === 'body') input.body.once('close', arrived);
      const { output, compressionCount } = await shrink({
        account,
        input,
        requestId,
        place,
        signal,
      });
      notes['type'] = output.source.mediaType;
      notes['imageBytesIn'] = output.source.bytes;
      notes['imageBytesOut'] = output.result.bytes;
      const location = `${baseUrl(ctx)}/output/${output.id}`;
      setCountHeaders(ctx, account, compressionCount);
      ctx.set('Location', location);
      respondWithJson(ctx, 201, uploadResult(output, location));
    } finally {
      arrived();
      place.release();
    }
  };
};

const inputMissing = (): ServiceError => new ServiceError('input_missing', 'Input file is empty.');

const tooLarge = (maxBytes: number, came: number): ServiceError =>
  new ServiceError('too_large', `The image may have at most ${maxBytes} bytes, got ${came}.`);
