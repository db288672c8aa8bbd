import { hasSignature, viewOf, type ByteSource } from './bytes.ts';

/**
 * Whether a file that a tool has written is complete, by its first and last bytes: a JPEG from SOI to
 * EOI, a PNG from its signature to IEND, a WebP of the length in its RIFF header. A file of another
 * media type counts as complete unless it is empty. Do not use it for sources: a complete source may
 * have data after its end.
 */
export const isComplete = (source: ByteSource, mediaType: string): boolean => {
  const check = checks.get(mediaType);
  return check === undefined ? source.size > 0 : check(source);
};

type IsComplete = (source: ByteSource) => boolean;

const isCompleteJpeg: IsComplete = (source) =>
  hasSignature(source, '\xff\xd8\xff') && endsWith(source, '\xff\xd9');

const endsWith = (source: ByteSource, signature: string): boolean =>
  source.size >= signature.length &&
  hasSignature(source, signature, source.size - signature.length);

/** An empty IEND chunk with its checksum. */
const iend = '\0\0\0\0IEND\xae\x42\x60\x82';

const isCompletePng: IsComplete = (source) =>
  hasSignature(source, '\x89PNG\r\n\x1a\n') && endsWith(source, iend);

const isCompleteWebp: IsComplete = (source) =>
  hasSignature(source, 'RIFF') &&
  hasSignature(source, 'WEBP', 8) &&
  viewOf(source.read(4, 4)).getUint32(0, true) + 8 === source.size;

const checks: ReadonlyMap<string, IsComplete> = new Map([
  ['image/jpeg', isCompleteJpeg],
  ['image/png', isCompletePng],
  ['image/webp', isCompleteWebp],
]);
