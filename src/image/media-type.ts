import { inputMissing, ServiceError } from '../errors.ts';
import { hasSignature, type ByteSource } from './bytes.ts';
import type { SourceMediaType } from './facts.ts';

/** The length that file-type recommends; more would let hostile files make it read further. */
const sampleBytes = 4100;

/**
 * Bytes that an image has at an offset. file-type skips byte order marks and ID3 tags, which decoders do
 * not.
 */
const signatures: Readonly<Record<SourceMediaType, readonly [text: string, offset: number]>> = {
  'image/avif': ['ftyp', 4],
  'image/jpeg': ['\xff\xd8\xff', 0],
  'image/png': ['\x89PNG\r\n\x1a\n', 0],
  'image/webp': ['RIFF', 0],
};

/**
 * The media type of an image, from its leading bytes; the name and the headers of the upload are not used.
 * Throws `input_missing` for an empty source and `unsupported_media_type` for anything but a JPEG,
 * PNG (APNG included), WebP or AVIF. A file whose brand is that of any HEIF counts as an AVIF here; its
 * facts tell.
 */
export const mediaTypeOf = async (source: ByteSource): Promise<SourceMediaType> => {
  if (source.size === 0) throw inputMissing();
  const sample = source.read(0, Math.min(sampleBytes, source.size));
  const mime = await detectedIn(sample);
  const mediaType = mediaTypes.get(mime ?? '');
  if (mediaType === undefined || !hasSignature(source, ...signatures[mediaType])) {
    throw new ServiceError('unsupported_media_type', `${unsupported}${whatCame(sample, mime)}`);
  }
  return mediaType;
};

/** An APNG counts as a PNG. The brand mif1, which file-type names heif, says nothing about the codec. */
const mediaTypes: ReadonlyMap<string, SourceMediaType> = new Map([
  ['image/avif', 'image/avif'],
  ['image/heif', 'image/avif'],
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/webp', 'image/webp'],
]);

const detectedIn = async (sample: Uint8Array): Promise<string | undefined> => {
  // Loaded by the first image, so that it costs a start nothing.
  const { fileTypeFromBuffer } = await import('file-type');
  // A file at which the detector throws is not a supported image.
  const detected = await fileTypeFromBuffer(sample).catch(() => undefined);
  return detected?.mime;
};

/** Clients compare this sentence. */
const unsupported = 'File type is not supported.';

/** Beginnings of what clients send in place of the bytes of an image, as text. */
const wrappings: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^--[^\r\n]+\r?\ncontent-/i, 'It is a multipart form. Send the bytes of the image alone.'],
  [
    // The first bytes of PNG, JPEG, RIFF, and of a box of type ftyp.
    /^(data:[^,]*,|"?(iVBORw0KGgo|\/9j\/|UklGR|AAAA[\w+/]{2}Z0eX))/,
    'It is text in Base64. Send the bytes of the image.',
  ],
];

/** A sentence that says what the file is, where that can be told. */
const whatCame = (sample: Uint8Array, mime: string | undefined): string => {
  const text = String.fromCharCode(...sample.subarray(0, 200));
  const sentence =
    wrappings.find(([pattern]) => pattern.test(text))?.[1] ??
    (mime === undefined || mediaTypes.has(mime) ? undefined : `It is ${mime}.`);
  return sentence === undefined ? '' : ` ${sentence}`;
};
