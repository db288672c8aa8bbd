import { ServiceError } from '../errors.ts';
import type { EncoderTable } from './encoder.ts';
import type { ImageFacts } from './facts.ts';
import { areOurTables } from './jpeg/quantisation-tables.ts';

/** Media type of decoded pixels without transparency: PPM, and PGM for grey. */
export const pixmap = 'image/x-portable-pixmap';

/** Media type of decoded pixels that may be transparent; written without compression. */
const pngPixels = 'image/png';

/** One chain of encoders that competes, and what its first encoder reads. */
export type Candidate = Readonly<{
  chain: readonly string[];
  from: 'source' | 'pixels';
}>;

/** What should happen to a source, decided from its header facts alone. */
export type Plan = Readonly<{
  /** Media type of the result. */
  mediaType: string;
  width: number;
  height: number;
  frames: number;
  /** Media type of the decoded, upright sRGB pixels that candidates read; undefined when none needs them. */
  pixels: string | undefined;
  candidates: readonly Candidate[];
}>;

export type PlanOptions = Readonly<{
  /** The source is known to be a result of ours: a lossy encoder would only lose again. */
  isOurResult: boolean;
}>;

/**
 * The plan that compresses a source in its own media type (design, sections 1 and 5).
 * @throws ServiceError `unsupported_media_type` when no chain of that type is configured.
 */
export const planOf = (facts: ImageFacts, table: EncoderTable, options: PlanOptions): Plan => {
  const chains = table.types[facts.mediaType];
  if (chains === undefined) {
    throw new ServiceError('unsupported_media_type', 'File type is not supported.');
  }
  const allowed = chains.filter((chain) => mayCompete(chain, facts, table, options));
  const candidates = allowed.flatMap((chain) => candidateOf(chain, facts, table));
  return {
    mediaType: facts.mediaType,
    width: facts.width,
    height: facts.height,
    frames: facts.frames,
    pixels: pixelTypeOf(candidates, facts, table),
    candidates,
  };
};

/**
 * Whether the pixels must be decoded and changed before they are right: upright, sRGB, 8 bits
 * (design, invariant 2).
 */
export const needsPixelChange = (facts: ImageFacts): boolean =>
  facts.orientation !== 1 ||
  facts.iccProfile === 'other' ||
  facts.colour === 'cmyk' ||
  facts.bitDepth > 8;

const mayCompete = (
  chain: readonly string[],
  facts: ImageFacts,
  { encoders }: EncoderTable,
  { isOurResult }: PlanOptions,
): boolean =>
  chain.every((name) => {
    const encoder = encoders[name];
    if (encoder === undefined || needsItsGamma(facts)) return false;
    if (facts.frames > 1 && !encoder.animated) return false;
    if (encoder.losslessSourcesOnly && !facts.lossless) return false;
    return encoder.lossless || !(isOurResult || areOurTables(facts.quantisation));
  });

/**
 * A PNG whose colours depend on an unusual gAMA chunk: tools drop that chunk and none converts by it,
 * so the picture is right only in its own bytes.
 */
const needsItsGamma = (facts: ImageFacts): boolean => facts.gamma === 'other';

const candidateOf = (
  chain: readonly string[],
  facts: ImageFacts,
  { encoders }: EncoderTable,
): readonly Candidate[] => {
  const reads = encoders[chain[0] ?? '']?.reads ?? [];
  if (!needsPixelChange(facts)) {
    if (reads.includes(facts.mediaType)) return [{ chain, from: 'source' }];
  }
  const readsPixels = reads.includes(pngPixels) || (!facts.hasAlpha && reads.includes(pixmap));
  return readsPixels && facts.frames === 1 ? [{ chain, from: 'pixels' }] : [];
};

/** PPM where every reader takes it and nothing is transparent, else PNG: the pixels are decoded once. */
const pixelTypeOf = (
  candidates: readonly Candidate[],
  facts: ImageFacts,
  { encoders }: EncoderTable,
): string | undefined => {
  const readers = candidates.filter(({ from }) => from === 'pixels');
  if (readers.length === 0) return undefined;
  const allReadPixmap = readers.every(({ chain }) =>
    encoders[chain[0] ?? '']?.reads.includes(pixmap),
  );
  return allReadPixmap && !facts.hasAlpha ? pixmap : pngPixels;
};
