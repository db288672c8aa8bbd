import { readFileSync } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import type { Counters } from '../../counters/counters.ts';
import type { Admission, Place } from '../../engine/admission.ts';
import { ServiceError } from '../../errors.ts';
import { createValidator } from '../../schema.ts';
import type { Shrink, ShrinkInput } from '../../service/shrink.ts';
import { accountOf, type Context, type Middleware } from '../context.ts';
import { parseJson, saysJson, validated } from '../json-body.ts';
import { presentCount, presentJson, uploadResult } from '../present.ts';

type ShrinkBody = Readonly<{ source: Readonly<{ url: string }> }>;

const validate = createValidator<ShrinkBody>(
  JSON.parse(
    readFileSync(new URL('../../../schemas/shrink-request.json', import.meta.url), 'utf8'),
  ) as object,
);

export type ShrinkRouteOptions = Readonly<{
  shrink: Shrink;
  admission: Admission;
  counters: Counters;
  maxJsonBytes: number;
  maxUploadBytes: number;
  /** Base address for Location, given the request. */
  baseUrl: (ctx: Context) => string;
}>;

/** `POST /shrink` (specification, sections 4.1 and 4.2). */
export const shrinkRoute = (options: ShrinkRouteOptions): Middleware => {
  const { shrink, admission, counters, maxJsonBytes, maxUploadBytes, baseUrl } = options;
  const parse = parseJson({ maxBytes: maxJsonBytes });

  const inputOf = async (ctx: Context): Promise<ShrinkInput> => {
    if (!saysJson(ctx)) return { kind: 'body', body: bodyOf(ctx) };
    await parse(ctx, () => Promise.resolve());
    const body: unknown = ctx.request.body;
    if (body === undefined || body === '') throw inputMissing();
    return { kind: 'url', url: validated(validate, body).source.url };
  };

  /** Refuses what can be refused before the body is read. */
  const enter = (ctx: Context): Place => {
    const account = accountOf(ctx);
    if (ctx.get('Content-Length') === '0') throw inputMissing();
    const announced = Number(ctx.get('Content-Length'));
    if (announced > maxUploadBytes) throw tooLarge(maxUploadBytes, announced);
    counters.checkRoom(account.id, 1, account.monthlyLimit);
    return admission.enter(account.id);
  };

  return async (ctx) => {
    const account = accountOf(ctx);
    const place = enter(ctx);
    try {
      const { requestId, gone: signal, notes } = ctx.state;
      const input = await inputOf(ctx);
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
      presentCount(ctx, account, compressionCount);
      ctx.set('Location', location);
      presentJson(ctx, 201, uploadResult(output, location));
    } finally {
      place.leave();
    }
  };
};

/**
 * The request's body, apart from the connection: whoever gives up on it, as on an image that is too
 * large, destroys the stream but not the connection that the answer needs.
 */
const bodyOf = ({ req }: Context): Readable => {
  const body = new PassThrough();
  // Whoever reads it learns of a failure; until somebody does, it must not count as unhandled.
  body.on('error', () => undefined);
  req.once('error', (error) => body.destroy(error));
  return req.pipe(body);
};

const inputMissing = (): ServiceError => new ServiceError('input_missing', 'Input file is empty.');

const tooLarge = (maxBytes: number, came: number): ServiceError =>
  new ServiceError('too_large', `The image may have at most ${maxBytes} bytes, got ${came}.`);
