import type { ImageFacts } from '../facts.ts';
import type { Size } from '../geometry.ts';
import { isPhotographic } from '../score/flatness.ts';

/** The picture whose lossless results are estimated. */
export type LosslessSource = Readonly<{
  facts: Pick<ImageFacts, 'mediaType' | 'lossless' | 'width' | 'height'>;
  plan: Size;
  /** Of the source without metadata. */
  sourceBytes: number;
  /** Share of pixels that equal their neighbour; undefined where it was not measured. */
  flatness: number | undefined;
}>;

/**
 * The bytes that a lossless candidate takes at least; Infinity where it is larger than any acceptable
 * lossy result, and 0 where nothing is known of it. Of the source's own type it is a share of the
 * source, in proportion to the pixels of a smaller picture, which takes no fewer bytes a pixel.
 */
export const leastLosslessBytes = (
  { mediaType }: Readonly<{ mediaType: string }>,
  { facts, plan, sourceBytes, flatness }: LosslessSource,
): number => {
  if (mediaType === facts.mediaType) {
    const scaled = (plan.width * plan.height) / (facts.width * facts.height);
    return sourceBytes * scaled * (smallestShares[mediaType] ?? smallestShare);
  }
  // The noise of a photograph, and that of a lossy encoding, take most bytes of a lossless one.
  const isNoisy = !facts.lossless || (flatness !== undefined && isPhotographic(flatness));
  return isNoisy ? Number.POSITIVE_INFINITY : 0;
};

/** Lossless encoders make PNGs and WebPs of careless encoders smaller by a third, seldom by half. */
const smallestShare = 0.5;

/** Only the entropy coding of a JPEG can be better: 0.82 to 0.98 of a baseline file was measured. */
const smallestShares: Readonly<Record<string, number>> = { 'image/jpeg': 0.8 };
