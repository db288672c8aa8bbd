import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import parseRange from 'range-parser';
import { ServiceError } from '../../errors.ts';
import type { ImageDescription } from '../../outputs/output.ts';
import type { Context } from '../context.ts';
import { setImageHeaders } from '../respond.ts';

/** First and last byte to send, both counted from 0. */
type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * Checks `If-Match` (RFC 9110, section 13.1.1), before all other conditions (section 13.2.2).
 * @throws ServiceError `precondition_failed`.
 */
export const requireMatch = (ctx: Context, image: ImageDescription): void => {
  const condition = ctx.get('If-Match').trim();
  if (condition === '' || condition === '*') return;
  // Strong comparison: a weak tag never matches.
  const named: readonly string[] = condition.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (named.includes(etagOf(image))) return;
  throw new ServiceError('precondition_failed', 'If-Match: expected the ETag of this image');
};

/**
 * Checks `Range` before an operation is counted, so that a refused request is not counted. Conditions that
 * lead to 304 come first (RFC 9110, section 13.2.2).
 * @throws ServiceError `range_not_satisfiable`.
 */
export const requireRange = (ctx: Context, image: ImageDescription): void => {
  const isKnown = ctx.get('If-None-Match').includes(etagOf(image));
  if (!isKnown) wantedRange(ctx, image);
};

const etagOf = ({ sha256 }: ImageDescription): string => `"${sha256.slice(0, 32)}"`;

/**
 * Answers with an image of a file, the requested range of it, or 304 (RFC 9110, sections 13 and 14).
 * @throws ServiceError `range_not_satisfiable`; Error when the file differs from its description.
 */
export const respondWithImageFile = async (
  ctx: Context,
  result: ImageDescription,
  resultPath: string,
): Promise<void> => {
  ctx.status = 200;
  ctx.set('ETag', etagOf(result));
  ctx.set('Cache-Control', 'private');
  ctx.set('Accept-Ranges', 'bytes');
  setImageHeaders(ctx, result);
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const range = wantedRange(ctx, result);
  const { start, end } = range ?? { start: 0, end: result.bytes - 1 };
  if (ctx.method !== 'HEAD') {
    const stream = await openRange(resultPath, { start, end });
    // The file must be closed after HEAD, and when the client disconnects.
    ctx.res.once('close', () => stream.destroy());
    ctx.body = stream;
  }
  if (range !== undefined) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${start}-${end}/${result.bytes}`);
  }
  ctx.set('Content-Type', result.mediaType);
  ctx.set('Content-Length', String(end - start + 1));
};

/**
 * A part of a file. It is opened before the answer begins, so that a missing or short file is an error and no broken
 * answer. The caller destroys the stream.
 */
export const openRange = async (path: string, range: ByteRange): Promise<Readable> => {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  if (size <= range.end) {
    await file.close();
    throw new Error(`${path} has ${size} bytes, expected more than ${range.end}`);
  }
  return file.createReadStream(range);
};

/**
 * The requested range; undefined for the whole image. Several ranges, an invalid range, and an `If-Range` with
 * another version also give the whole image.
 * @throws ServiceError `range_not_satisfiable`.
 */
const wantedRange = (ctx: Context, image: ImageDescription): ByteRange | undefined => {
  const { bytes: size } = image;
  // Ranges are defined for GET alone (RFC 9110, section 14.2).
  const header = ctx.method === 'GET' ? ctx.get('Range') : '';
  const condition = ctx.get('If-Range');
  if (header === '' || (condition !== '' && condition !== etagOf(image))) return undefined;
  // A suffix longer than the image is the whole image (RFC 9110, section 14.1.2). The library refuses it.
  const suffix = /^bytes=-(\d+)$/.exec(header)?.[1];
  if (suffix !== undefined && Number(suffix) >= size) return { start: 0, end: size - 1 };
  const ranges = parseRange(size, header, { combine: true });
  if (ranges === -1) {
    ctx.set('Content-Range', `bytes */${size}`);
    throw new ServiceError('range_not_satisfiable', `The image has ${size} bytes.`);
  }
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
};
