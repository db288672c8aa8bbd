import { hash } from 'node:crypto';
import type { AddressError, AddressProblem } from '../delivery/address-error.ts';
import type { Delivered } from '../delivery/deliver.ts';
import { type ErrorCode, type ServiceError, ShareFull, SourceAway } from '../errors.ts';
import type { Context } from './context.ts';
import { dispositionOf } from './disposition.ts';
import { respondWithError, respondWithJson } from './respond.ts';
import { errorAnswers } from './status.ts';

/** How an address is refused, with the statuses of imgproxy. */
const refusals: Readonly<Record<AddressProblem, Readonly<{ status: number; error: string }>>> = {
  forbidden: { status: 403, error: 'Forbidden' },
  invalid: { status: 404, error: 'Not found' },
  unsupported: { status: 422, error: 'Unsupported' },
  refused: { status: 400, error: 'Bad request' },
};

/** Where imgproxy's status differs from that of the API. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  source_not_found: 404,
  input_missing: 422,
  bad_request: 422,
  too_large: 422,
  unsupported_media_type: 422,
  decode_failed: 422,
};

/** How long a missing source is taken for missing by caches, in seconds. */
const missingSeconds = 60;

/** Headers of answers with a picture, which an error that follows has not. */
const ownHeaders = [
  'Vary',
  'Content-Disposition',
  'Content-Security-Policy',
  'Cache-Tag',
  'X-Shrinkd-Quality',
  'Last-Modified',
  'Server-Timing',
  'X-Nextjs-Cache',
];

export const respondWithRefusal = (ctx: Context, { problem, message }: AddressError): void => {
  const { status, error } = refusals[problem];
  respondWithJson(ctx, status, { error, message });
  ctx.set('Cache-Control', 'no-store');
};

export const respondWithFailure = (ctx: Context, error: ServiceError): void => {
  respondWithError(ctx, error);
  for (const header of ownHeaders) ctx.remove(header);
  ctx.status = statusOf(error);
  const isMissing = error.code === 'source_not_found' && !(error instanceof SourceAway);
  ctx.set('Cache-Control', isMissing ? `public, max-age=${missingSeconds}` : 'no-store');
};

const statusOf = (error: ServiceError): number => {
  if (error instanceof ShareFull) return 429;
  // Caches go on with a stale picture then, which they do not after 404.
  if (error instanceof SourceAway) return 503;
  return statuses[error.code] ?? errorAnswers[error.code].status;
};

/** A picture that is opened by itself runs no script and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Sets the headers of a delivered picture, but for those of the file. */
export const setDeliveryHeaders = (
  ctx: Context,
  delivered: Delivered,
  { ttlSeconds, allowOrigin, seconds }: CacheOptions,
): void => {
  ctx.set('Cache-Control', cacheControlOf(delivered, ttlSeconds, seconds));
  const varies = [...(delivered.isNegotiated ? ['Accept'] : []), ...delivered.varies];
  if (varies.length > 0) ctx.set('Vary', varies.join(', '));
  if (delivered.isDegraded) ctx.set('X-Shrinkd-Quality', 'draft');
  ctx.set('Server-Timing', timingOf(delivered));
  const kind = delivered.options.isAttachment ? 'attachment' : 'inline';
  ctx.set('Content-Disposition', dispositionOf(kind, fileNameOf(delivered)));
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', policy);
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  ctx.set('Cache-Tag', cacheTagOf(delivered.place));
  if (allowOrigin === '') return;
  ctx.set('Access-Control-Allow-Origin', allowOrigin);
  ctx.set('Timing-Allow-Origin', allowOrigin);
};

/** The same for all results of a source, for caches that purge by tags. */
export const cacheTagOf = ({ name }: Delivered['place']): string =>
  `src-${hash('sha256', name).slice(0, 16)}`;

type CacheOptions = Readonly<{
  ttlSeconds: number;
  /** Empty: pages of other origins may show pictures and not read them. */
  allowOrigin: string;
  /** Seconds since 1970. */
  seconds: number;
}>;

const yearSeconds = 31_536_000;
const daySeconds = 86_400;

/** Until a better result than a draft, or than one that was made under load. */
const degradedSeconds = 60;
const weekSeconds = 604_800;

const cacheControlOf = (
  { options, isVersioned, isDegraded }: Delivered,
  ttlSeconds: number,
  seconds: number,
): string => {
  if (isDegraded) {
    return `public, max-age=${degradedSeconds}, stale-while-revalidate=${weekSeconds}`;
  }
  const most = isVersioned ? yearSeconds : ttlSeconds;
  // An address that ends is not shown by caches after its end.
  if (options.expires > 0) {
    return `public, max-age=${Math.max(0, Math.min(most, Math.floor(options.expires - seconds)))}`;
  }
  return isVersioned
    ? `public, max-age=${most}, immutable`
    : `public, max-age=${most}, stale-while-revalidate=${most}, stale-if-error=${daySeconds}`;
};

/** Whether the result was there, and how long each part of making it took (Server-Timing, W3C). */
const timingOf = ({ outcome, phases }: Delivered): string =>
  [
    `cache;desc=${outcome}`,
    ...Object.entries(phases).map(([phase, ms]) => `${phase};dur=${ms.toFixed(1)}`),
  ].join(', ');

/** The name of the source, or the one that the address gives. */
const fileNameOf = ({ options, place, result }: Delivered): string => {
  const extension = result.mediaType === 'image/jpeg' ? 'jpg' : result.mediaType.slice(6);
  return `${(options.fileName ?? stemOf(place.name)) || 'image'}.${extension}`;
};

const stemOf = (source: string): string =>
  (source.split(/[?#]/, 1)[0] ?? '').replace(/^.*[/:]/s, '').replace(/\.[A-Za-z0-9]{1,5}$/, '');
