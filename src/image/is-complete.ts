import { hasSignature, latin1Of, viewOf, type ByteSource } from './bytes.ts';

/**
 * Whether a file that a tool has written is complete, by its first and last bytes: a JPEG from SOI to
 * EOI, a PNG from its signature to IEND, a WebP of the length in its RIFF header, an AVIF whose boxes are
 * all there and end where it ends. A file of another
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

const isCompleteAvif: IsComplete = (source) => {
  const missing = new Set(['ftyp', 'meta', 'mdat']);
  let position = 0;
  while (position + 8 <= source.size) {
    const header = source.read(position, 8);
    const size = viewOf(header).getUint32(0);
    if (size < 8) return false;
    missing.delete(latin1Of(header.subarray(4)));
    position += size;
  }
  return position === source.size && missing.size === 0;
};

const checks: ReadonlyMap<string, IsComplete> = new Map([
  ['image/avif', isCompleteAvif],
  ['image/jpeg', isCompleteJpeg],
  ['image/png', isCompletePng],
  ['image/webp', isCompleteWebp],
]);
