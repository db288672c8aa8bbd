import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import { ServiceError } from '../../errors.ts';
import { sentencesOf, shown, type Validator } from '../../schema.ts';
import { withoutQuotation } from '../../redacted.ts';
import { type MinRate, readAtMinRate } from './min-rate.ts';
import type { Context } from '../context.ts';
import { streamOf } from '../server/connection-of.ts';

/** An error of the parser or of the decompression. */
type JsonBodyError = Error & { status?: number; code?: string };

/** Whether Content-Type is JSON. Every other Content-Type is ignored (design, section 3). */
export const hasJsonContentType = (ctx: Context): boolean =>
  /^application\/json\s*(;|,|$)/i.test(ctx.get('Content-Type').trim());

/**
 * Whether the request has a body. Where its headers do not decide that, its first byte or its end does:
 * HTTP/2 needs neither Content-Length nor Transfer-Encoding (RFC 9112, section 6.3; RFC 9113, section 8.1).
 * @throws ServiceError `request_timeout` where neither arrives.
 */
export const hasBody = async (ctx: Context, minRate: MinRate): Promise<boolean> => {
  const length = contentLengthOf(ctx);
  if (length !== undefined) return length > 0;
  if (!isFollowed(ctx.req)) return false;
  const known = bodyBegins.get(ctx.req) ?? hasFirstByte(ctx, minRate);
  bodyBegins.set(ctx.req, known);
  return known;
};

/** The answers for streams that were already read from, since a stream reports its end once. */
const bodyBegins = new WeakMap<IncomingMessage, Promise<boolean>>();

const hasFirstByte = async (
  { req: request, state }: Context,
  minRate: MinRate,
): Promise<boolean> => {
  const done = new AbortController();
  const signal = AbortSignal.any([state.gone, done.signal]);
  const news = ['readable', 'end'].map((event) => once(request, event, { signal }));
  try {
    await readAtMinRate(Promise.race(news), 0, minRate, state.gone);
    return request.readableLength > 0;
  } finally {
    done.abort();
  }
};

/** Content-Length in bytes; undefined where there is none. Koa's `length` wraps around at 2 GB. */
export const contentLengthOf = (ctx: Context): number | undefined => {
  const length = ctx.get('Content-Length');
  return length === '' ? undefined : Number(length);
};

/** Whether a body, possibly an empty one, follows the headers. */
const isFollowed = (request: IncomingMessage): boolean => {
  const stream = streamOf(request);
  return stream === undefined
    ? request.headers['transfer-encoding'] !== undefined
    : stream.endAfterHeaders === false;
};

/** In bytes. A request with all operations has less than a thousand. */
const largestJson = 65_536;

/**
 * The value of a JSON body; undefined where there is none. The first one loads the parser, since most services get image
 * bytes only.
 * @throws ServiceError `bad_request`, `too_large`, `request_timeout`.
 */
export const readJson = async (ctx: Context, minRate: MinRate): Promise<unknown> => {
  if (!(await hasBody(ctx, minRate))) return undefined;
  parser ??= loadParser();
  const parse = await parser;
  namePlainly(ctx.req);
  const bytes = Math.min(contentLengthOf(ctx) ?? largestJson, largestJson);
  const read = parse(knownAsJson(ctx), () => Promise.resolve());
  await readAtMinRate(Promise.resolve(read), bytes, minRate, ctx.state.gone);
  const { body, rawBody } = ctx.request as { body?: unknown; rawBody?: string };
  return rawBody === '' ? undefined : body;
};

/** The same for a request that must be JSON. @throws ServiceError `bad_request` where Content-Type is another. */
export const readRequiredJson = async (ctx: Context, minRate: MinRate): Promise<unknown> => {
  if (hasJsonContentType(ctx)) return readJson(ctx, minRate);
  throw new ServiceError('bad_request', 'Content-Type: expected application/json');
};

let parser: Promise<Koa.Middleware> | undefined;

const loadParser = async (): Promise<Koa.Middleware> => {
  const { koaBody } = await import('koa-body');
  return koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonLimit: largestJson,
    jsonStrict: false,
    // An empty string is a value. An empty body is not.
    includeUnparsed: true,
    // HEAD has the headers of GET, also for an operation in a body.
    parsedMethods: ['POST', 'GET', 'HEAD'] as never,
    onError: (error, ctx) => {
      throw asServiceError(error, ctx.get('Content-Encoding'));
    },
  }) as Koa.Middleware;
};

/**
 * The context for the parser, which needs Content-Length or Transfer-Encoding, and an exact Content-Type. The
 * caller has already found that there is a JSON body.
 */
const knownAsJson = (ctx: Context): Koa.ParameterizedContext =>
  Object.create(ctx, { is: { value: () => 'json' } }) as Koa.ParameterizedContext;

/** The encoding by the name that the decompression accepts (RFC 9110, sections 8.4.1 and 8.4.1.3). */
const namePlainly = ({ headers }: IncomingMessage): void => {
  const name = headers['content-encoding']?.trim().toLowerCase();
  if (name !== undefined) headers['content-encoding'] = name === 'x-gzip' ? 'gzip' : name;
};

const asServiceError = (error: JsonBodyError, encoding: string): Error => {
  if (error.status === 413) {
    return new ServiceError('too_large', `A JSON body may have at most ${largestJson} bytes.`);
  }
  if (error.status === 415) {
    return new ServiceError(
      'bad_request',
      `Content-Encoding: expected gzip, deflate, br or identity, got ${shown(encoding)}`,
    );
  }
  const isTheirs = error.status === 400 || isUndecodable(error);
  if (isTheirs || error instanceof SyntaxError) {
    return new ServiceError(
      'bad_request',
      `body: expected valid JSON, got an error: ${withoutQuotation(error.message)}`,
    );
  }
  return error;
};

/** Whether a body cannot be decompressed. The codes of gzip and deflate begin with Z_, those of Brotli differ. */
const isUndecodable = ({ code = '' }: JsonBodyError): boolean =>
  /^Z_(DATA|BUF)_ERROR$|^Z_NEED_DICT$|^ERR_.*_ERROR_FORMAT_/.test(code);

/** @throws ServiceError `bad_request` naming every problem with its path. */
export const validated = <T>(validate: Validator<T>, body: unknown): T => {
  const checked = validate(body);
  if (checked.ok) return checked.value;
  throw new ServiceError('bad_request', sentencesOf(checked.problems));
};
