import { fileTypeFromBuffer } from 'file-type';
import { ServiceError } from '../errors.ts';
import { hasSignature, type ByteSource } from './bytes.ts';
import type { SourceMediaType } from './facts.ts';

/** The length that file-type recommends; more would let hostile files make it read further. */
const sampleBytes = 4100;

/** How an image starts. file-type skips byte order marks and ID3 tags, which decoders do not. */
const signatures: Readonly<Record<SourceMediaType, string>> = {
  'image/jpeg': '\xff\xd8\xff',
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/webp': 'RIFF',
};

/**
 * The media type of an image, from its leading bytes; the name and the headers of the upload are not used.
 * Throws `input_missing` for an empty source and `unsupported_media_type` for anything but a JPEG,
 * PNG (APNG included) or WebP.
 */
export const mediaTypeOf = async (source: ByteSource): Promise<SourceMediaType> => {
  if (source.size === 0) throw new ServiceError('input_missing', 'Input file is empty.');
  const sample = source.read(0, Math.min(sampleBytes, source.size));
  const mediaType = await detectedIn(sample);
  if (mediaType === undefined || !hasSignature(source, signatures[mediaType])) {
    throw new ServiceError('unsupported_media_type', 'File type is not supported.');
  }
  return mediaType;
};

/** An APNG counts as a PNG. */
const mediaTypes: ReadonlyMap<string, SourceMediaType> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/webp', 'image/webp'],
]);

const detectedIn = async (sample: Uint8Array): Promise<SourceMediaType | undefined> => {
  // A file at which the detector throws is not a supported image.
  const detected = await fileTypeFromBuffer(sample).catch(() => undefined);
  return mediaTypes.get(detected?.mime ?? '');
};
