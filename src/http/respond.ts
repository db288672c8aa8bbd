import type { Account } from '../accounts/accounts.ts';
import type { ServiceError } from '../errors.ts';
import type { ImageDescription } from '../outputs/output.ts';
import type { OperateResult } from '../service/operate.ts';
import type { UploadResult } from '../service/upload.ts';
import type { Context } from './context.ts';
import { errorAnswers } from './status.ts';

/** Answers with JSON. The Content-Type is exactly `application/json`, since clients compare it. */
export const respondWithJson = (ctx: Context, status: number, body: unknown): void => {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json');
  ctx.body = Buffer.from(JSON.stringify(body));
};

/** Headers of an image, which are removed when an error follows. */
const imageHeaders = [
  'ETag',
  'Cache-Control',
  'Accept-Ranges',
  'Image-Width',
  'Image-Height',
  'Link',
];

/** Retry-After of a 503 whose error has none. */
const defaultRetrySeconds = 5;

/** Answers with `error` and `message` (specification, section 2.5). */
export const respondWithError = (ctx: Context, error: ServiceError): void => {
  const { status, error: name } = errorAnswers[error.code];
  if (error.code === 'unauthorized') ctx.set('WWW-Authenticate', 'Basic realm="shrinkd"');
  const retryAfterSeconds =
    error.retryAfterSeconds ?? (status === 503 ? defaultRetrySeconds : undefined);
  if (retryAfterSeconds !== undefined) {
    ctx.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  }
  for (const header of imageHeaders) ctx.remove(header);
  respondWithJson(ctx, status, { error: name, message: error.message });
};

/** Characters of an e-mail address that a header may have: printable ASCII (RFC 9110, section 5.5). */
const printableAscii = /^[\x21-\x7e]+$/;

/**
 * Sets the headers about an account: its counts where they are known, its e-mail address where a header may have it, and
 * `Paying-State: paid`. Without the last, the WordPress plugin offers plans of the hosted service.
 */
export const setAccountHeaders = (
  ctx: Context,
  account: Account,
  count: number | undefined,
): void => {
  ctx.set('Paying-State', 'paid');
  if (printableAscii.test(account.email)) ctx.set('Email-Address', account.email);
  if (count !== undefined) setCountHeaders(ctx, account, count);
};

/** Sets `Compression-Count`, and `Compression-Count-Remaining` where the account has a monthly limit. */
export const setCountHeaders = (ctx: Context, account: Account, count: number): void => {
  ctx.set('Compression-Count', String(count));
  if (account.monthlyLimit !== null) {
    ctx.set('Compression-Count-Remaining', String(Math.max(0, account.monthlyLimit - count)));
  }
};

/** Answers an upload with input, output and Location (specification, section 2.2; design, section 3). */
export const respondWithUpload = (
  ctx: Context,
  account: Account,
  { output: { id, source, result }, compressionCount }: UploadResult,
  baseUrl: string,
): void => {
  noteResult(ctx, source.mediaType, result);
  ctx.state.notes['imageBytesIn'] = source.bytes;
  const location = `${baseUrl}/output/${id}`;
  setCountHeaders(ctx, account, compressionCount);
  ctx.set('Location', location);
  respondWithJson(ctx, 201, {
    input: { size: source.bytes, type: source.mediaType },
    output: {
      size: result.bytes,
      type: result.mediaType,
      width: result.width,
      height: result.height,
      ratio: Number((result.bytes / source.bytes).toFixed(4)),
      url: location,
    },
  });
};

/** Sets the headers of an operation on the output `outputId` that are not about the image. */
export const setOperationHeaders = (
  ctx: Context,
  account: Account,
  outputId: string,
  { image, compressionCount, resultId }: OperateResult,
): void => {
  noteResult(ctx, image.mediaType, image);
  setCountHeaders(ctx, account, compressionCount);
  const receipt = `/output/${outputId}/receipt${resultId === undefined ? '' : `/${resultId}`}`;
  ctx.set('Link', `<${receipt}>; rel="receipt"`);
};

/** Adds an image to the log line of the request. */
const noteResult = (ctx: Context, type: string, { bytes }: ImageDescription): void => {
  Object.assign(ctx.state.notes, { type, imageBytesOut: bytes });
};

/** Sets the headers about an image (specification, section 2.3). */
export const setImageHeaders = (ctx: Context, image: ImageDescription): void => {
  ctx.set('Content-Type', image.mediaType);
  setSizeHeaders(ctx, image);
};

/** Answers for a stored image, with its Location and size (specification, section 4.4). */
export const respondWithStored = (
  ctx: Context,
  image: ImageDescription,
  location: string,
): void => {
  ctx.set('Location', location);
  setSizeHeaders(ctx, image);
  respondWithJson(ctx, 200, {});
};

const setSizeHeaders = (ctx: Context, { width, height }: ImageDescription): void => {
  ctx.set('Image-Width', String(width));
  ctx.set('Image-Height', String(height));
};
