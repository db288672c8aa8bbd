import { open } from 'node:fs/promises';
import { once } from 'node:events';
import parseRange from 'range-parser';
import { ServiceError } from '../../errors.ts';
import type { ImageDescription } from '../../outputs/output.ts';
import type { Context } from '../context.ts';
import { setImageHeaders } from '../respond.ts';

/** First and last byte to send, both counted from 0. */
type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * Goes on where the client wants this image whatever it is, or has named it in `If-Match` (RFC 9110,
 * section 13.1.1), which is asked before all other conditions (section 13.2.2).
 * @throws ServiceError `precondition_failed`.
 */
export const requireMatch = (ctx: Context, image: ImageDescription): void => {
  const condition = ctx.get('If-Match').trim();
  if (condition === '' || condition === '*') return;
  // Tags are compared strongly: a weak one names no bytes.
  const named: readonly string[] = condition.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (named.includes(etagOf(image))) return;
  throw new ServiceError('precondition_failed', 'If-Match: expected the ETag of this image');
};

/**
 * Goes on where the part that `Range` asks for exists, so that nothing is counted that is then refused. A
 * client that has the image already gets no part of it (RFC 9110, section 13.2.2).
 * @throws ServiceError `range_not_satisfiable`.
 */
export const requireRange = (ctx: Context, image: ImageDescription): void => {
  const isKnown = ctx.get('If-None-Match').includes(etagOf(image));
  if (!isKnown) wantedRange(ctx, image);
};

const etagOf = ({ sha256 }: ImageDescription): string => `"${sha256.slice(0, 32)}"`;

/**
 * Answers with an image of a file, or the part of it that is asked for, or that the client has it
 * already (RFC 9110, sections 13 and 14).
 * @throws ServiceError `range_not_satisfiable`; Error when the file is not as described.
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
  if (ctx.method !== 'HEAD') await streamFile(ctx, resultPath, { start, end });
  if (range !== undefined) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${start}-${end}/${result.bytes}`);
  }
  ctx.set('Content-Type', result.mediaType);
  ctx.set('Content-Length', String(end - start + 1));
};

/** Opens before it answers, so that a missing or short file is an error and not a broken answer. */
const streamFile = async (ctx: Context, path: string, range: ByteRange): Promise<void> => {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  if (size <= range.end) {
    await file.close();
    throw new Error(`${path} has ${size} bytes, expected more than ${range.end}`);
  }
  const stream = file.createReadStream(range);
  // A client that leaves, or a HEAD, must not keep the file open.
  void once(ctx.res, 'close').then(() => stream.destroy());
  ctx.body = stream;
};

/**
 * The one range asked for; undefined for all of it, which is also the answer to several ranges, to
 * what is no range, and to an `If-Range` that names another version.
 * @throws ServiceError `range_not_satisfiable`.
 */
const wantedRange = (ctx: Context, image: ImageDescription): ByteRange | undefined => {
  const { bytes: size } = image;
  // Ranges are defined for GET alone (RFC 9110, section 14.2).
  const header = ctx.method === 'GET' ? ctx.get('Range') : '';
  const condition = ctx.get('If-Range');
  if (header === '' || (condition !== '' && condition !== etagOf(image))) return undefined;
  // All of a short image satisfies a long suffix (RFC 9110, section 14.1.2); the library refuses it.
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
