import { pagedSource, type ByteSource } from './bytes.ts';
import type { FactsOf, ImageFacts, SourceMediaType } from './facts.ts';
import { jpegFactsOf } from './jpeg/facts.ts';
import { mediaTypeOf } from './media-type.ts';
import { pngFactsOf } from './png/facts.ts';
import { webpFactsOf } from './webp/facts.ts';

const readers: Readonly<Record<SourceMediaType, FactsOf>> = {
  'image/jpeg': jpegFactsOf,
  'image/png': pngFactsOf,
  'image/webp': webpFactsOf,
};

/**
 * What an image is, from its headers; no pixel is decoded and no length in the file is believed
 * before it is checked. Throws `input_missing` and `unsupported_media_type` as `mediaTypeOf` does, and
 * `decode_failed` for headers that are damaged, make no sense or belong to a file cut short.
 */
export const readFacts = async (source: ByteSource): Promise<ImageFacts> => {
  const mediaType = await mediaTypeOf(source);
  return readers[mediaType](pagedSource(source));
};
