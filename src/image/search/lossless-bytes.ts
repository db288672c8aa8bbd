import type { ImageFacts } from '../facts.ts';
import type { Size } from '../rectangle.ts';
import { isDrawn, isPhotographic } from '../score/flatness.ts';

/** The picture whose lossless results are estimated. */
type LosslessSource = Readonly<{
  facts: Pick<
    ImageFacts,
    'mediaType' | 'lossless' | 'width' | 'height' | 'bitDepth' | 'colour' | 'hasAlpha'
  >;
  plan: Size;
  /** Of the source without metadata. */
  sourceBytes: number;
  /** Share of pixels that equal their neighbour; undefined where it was not measured. */
  flatness: number | undefined;
}>;

/**
 * The bytes that a lossless candidate takes at least; Infinity where it is larger than
 * any acceptable lossy result, and 0 where nothing is known of it, as of a source that is hardly compressed.
 * They are a share of the source, in proportion to the pixels of a smaller picture, which takes no fewer
 * bytes a pixel.
 */
export const leastLosslessBytes = (
  { mediaType }: Readonly<{ mediaType: string }>,
  { facts, plan, sourceBytes, flatness }: LosslessSource,
): number => {
  const isSameType = mediaType === facts.mediaType;
  // The noise of a photograph, and that of a lossy encoding, take most bytes of a lossless one.
  const isNoisy = !facts.lossless || (flatness !== undefined && isPhotographic(flatness));
  if (!isSameType && isNoisy) return Number.POSITIVE_INFINITY;
  if (facts.lossless && sourceBytes > mostCompressedBytes(facts, flatness)) return 0;
  const scaled = (plan.width * plan.height) / (facts.width * facts.height);
  // Results have 8 bits a sample.
  const kept = Math.min(1, 8 / facts.bitDepth);
  const isDense =
    mediaType === 'image/png' &&
    scaled * kept === 1 &&
    isWellCompressed(facts, sourceBytes, flatness);
  const share = isSameType
    ? (smallestShares[mediaType] ?? (isDense ? smallestDenseShare : smallestShare))
    : smallestOtherShare;
  const least = sourceBytes * scaled * kept * share;
  return isSameType ? least : Math.max(least, leastBytesOfChanges(facts, plan, flatness));
};

/** Whether a source takes so few bits for each pixel that differs from its neighbour that few can be saved. */
const isWellCompressed = (
  { width, height }: Size,
  sourceBytes: number,
  flatness: number | undefined,
): boolean =>
  flatness !== undefined && sourceBytes * 8 <= width * height * (1 - flatness) * mostDenseBits;

const mostDenseBits = 8;

/** Of the bytes of such a source. */
const smallestDenseShare = 0.8;

/** By the pixels of a drawing or cut-out that differ from their neighbour. Repeated patterns have more of these. */
const leastBytesOfChanges = (
  { colour }: LosslessSource['facts'],
  { width, height }: Size,
  flatness: number | undefined,
): number => {
  if (flatness === undefined || !isDrawn(flatness) || colour === 'palette') return 0;
  return (width * height * (1 - flatness) * leastBitsOfChange) / 8;
};

/** Of each such pixel, in a nearly lossless WebP. */
const leastBitsOfChange = 2.5;

/** What any compression leaves of pixels that differ from their neighbour; it leaves next to nothing of others. */
const mostCompressedShare = 0.9;

/** The most bytes that a file has whose pixels were compressed at all. */
const mostCompressedBytes = (facts: LosslessSource['facts'], flatness = 0): number => {
  const { width, height, bitDepth, colour, hasAlpha } = facts;
  const samples =
    colour === 'rgb' ? 3 + Number(hasAlpha) : colour === 'grey' ? 1 + Number(hasAlpha) : 1;
  return (width * height * samples * bitDepth * (1 - flatness) * mostCompressedShare) / 8;
};

/** Lossless encoders make PNGs and WebPs of careless encoders smaller by a third, seldom by half. */
const smallestShare = 0.5;

/** Only the entropy coding of a JPEG can be better. */
const smallestShares: Readonly<Record<string, number>> = { 'image/jpeg': 0.8 };

/** Of a PNG's bytes, in a lossless or nearly lossless WebP. */
const smallestOtherShare = 0.15;
