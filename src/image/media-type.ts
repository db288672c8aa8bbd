import { fileTypeFromBuffer } from 'file-type';
import { ServiceError } from '../errors.ts';
import { hasSignature, type ByteSource } from './bytes.ts';
import type { SourceMediaType } from './facts.ts';

/** What file-type recommends; more would only let hostile files lead it further. */
const sampleBytes = 4100;

/** file-type looks behind byte order marks and ID3 tags; decoders do not, so an image starts at byte 0. */
const signatures: Readonly<Record<SourceMediaType, string>> = {
  'image/jpeg': '\xff\xd8\xff',
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/webp': 'RIFF',
};

/**
 * The media type of an image, from its leading bytes; names and headers of the upload play no part.
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

/** An APNG is a PNG to whoever asks for PNG. */
const mediaTypes: ReadonlyMap<string, SourceMediaType> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/webp', 'image/webp'],
]);

const detectedIn = async (sample: Uint8Array): Promise<SourceMediaType | undefined> => {
  // Whatever makes the detector stumble is no image of ours.
  const detected = await fileTypeFromBuffer(sample).catch(() => undefined);
  return mediaTypes.get(detected?.mime ?? '');
};
