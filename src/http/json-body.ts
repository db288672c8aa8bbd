import type Koa from 'koa';
import { ServiceError } from '../errors.ts';
import { sentenceOf, type Validator } from '../schema.ts';
import { withoutQuotation } from '../secret.ts';
import { type ArrivalRate, readInTime } from './arrival.ts';
import type { Context, Middleware } from './context.ts';

/** What the parser throws, or the decompression before it. */
type JsonBodyError = Error & { status?: number; code?: string };

/** Whether the request says that its body is JSON; every other Content-Type is ignored (design, section 3). */
export const saysJson = (ctx: Context): boolean =>
  /^application\/json\s*(;|,|$)/i.test(ctx.get('Content-Type').trim());

/** Whether the request carries a body, as its head says (RFC 9112, section 6.3; RFC 9113, section 8.1). */
export const hasBody = (ctx: Context): boolean => {
  const { stream } = ctx.req as { stream?: { endAfterHeaders?: boolean } };
  const isOpenStream = stream !== undefined && stream.endAfterHeaders === false;
  const length = ctx.request.length ?? (isOpenStream ? 1 : 0);
  return length > 0 || ctx.req.headers['transfer-encoding'] !== undefined;
};

/**
 * Parses a JSON body into `ctx.request.body`; nothing there when the body is empty. The parser is
 * loaded with the first JSON body: most servers see image bytes only.
 * @throws ServiceError `bad_request`, `too_large`, `request_timeout`.
 */
export const parseJson = ({
  maxBytes,
  arrival,
}: {
  maxBytes: number;
  arrival: ArrivalRate;
}): Middleware => {
  const load = async (): Promise<Koa.Middleware> => {
    const { koaBody } = await import('koa-body');
    return koaBody({
      json: true,
      text: false,
      urlencoded: false,
      multipart: false,
      jsonLimit: maxBytes,
      jsonStrict: false,
      // HEAD answers what GET would, an operation in a body included.
      parsedMethods: ['POST', 'GET', 'HEAD'] as never,
      onError: (error) => {
        throw asServiceError(error, maxBytes);
      },
    }) as Koa.Middleware;
  };
  let parser: Promise<Koa.Middleware> | undefined;
  return async (ctx, next) => {
    parser ??= load();
    const parse = await parser;
    await readInTime(parse(ctx, next), Math.min(ctx.request.length ?? maxBytes, maxBytes), arrival);
  };
};

const asServiceError = (error: JsonBodyError, maxBytes: number): Error => {
  if (error.status === 413) {
    return new ServiceError('too_large', `A JSON body may have at most ${maxBytes} bytes.`);
  }
  // 415: an encoding or charset that nobody knows; Z_: a compressed body that is none.
  const isTheirs = error.status === 400 || error.status === 415 || error.code?.startsWith('Z_');
  if (isTheirs || error instanceof SyntaxError) {
    return new ServiceError(
      'bad_request',
      `body: expected valid JSON, got an error: ${withoutQuotation(error.message)}`,
    );
  }
  return error;
};

/** @throws ServiceError `bad_request` naming every problem with its path. */
export const validated = <T>(validate: Validator<T>, body: unknown): T => {
  const checked = validate(body);
  if (checked.ok) return checked.value;
  throw new ServiceError('bad_request', checked.problems.map(sentenceOf).join('; '));
};
