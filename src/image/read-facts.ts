import { avifFactsOf } from './avif/facts.ts';
import { pagedSource, type ByteSource } from './bytes.ts';
import type { FactsOf, ImageFacts, SourceMediaType } from './facts.ts';
import { jpegFactsOf } from './jpeg/facts.ts';
import { mediaTypeOf } from './media-type.ts';
import { pngFactsOf } from './png/facts.ts';
import { webpFactsOf } from './webp/facts.ts';

const readers: Readonly<Record<SourceMediaType, FactsOf>> = {
  'image/avif': avifFactsOf,
  'image/jpeg': jpegFactsOf,
  'image/png': pngFactsOf,
  'image/webp': webpFactsOf,
};

/**
 * The facts of an image, from its headers. No pixel is decoded, and each length in the file is checked
 * before it is used. Throws `input_missing` and `unsupported_media_type` as `mediaTypeOf` does, and
 * `decode_failed` for headers that are damaged, contradict each other or belong to a truncated file.
 */
export const readFacts = async (source: ByteSource): Promise<ImageFacts> => {
  const mediaType = await mediaTypeOf(source);
  return readers[mediaType](pagedSource(source));
};
