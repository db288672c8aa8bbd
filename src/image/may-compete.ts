import type { Encoder, EncoderTable } from './encoder.ts';
import type { ImageFacts } from './facts.ts';
import { areOurTables } from './jpeg/quantisation-tables.ts';
import { isKeptAsItIs } from './needs-pixel-change.ts';
import { isEfficient } from './type-limits.ts';

/** What candidates are planned for. */
export type WantedResult = Readonly<{
  isSamePicture: boolean;
  types: readonly string[];
  isOurResult: boolean;
  isHurried: boolean;
  /** What is transparent is filled. */
  isFilled: boolean;
}>;

/** Whether a chain may compete for a media type of a picture with these facts. */
export const mayCompete = (
  chain: readonly string[],
  mediaType: string,
  facts: ImageFacts,
  { encoders }: EncoderTable,
  { isSamePicture, isOurResult }: Pick<WantedResult, 'isSamePicture' | 'isOurResult'>,
): boolean => {
  const isOnlyCompressed = isSamePicture && mediaType === facts.mediaType;
  if (isOnlyCompressed && (isOurResult || isKeptAsItIs(facts))) return false;
  if (facts.gamma === 'unconvertible') return false;
  const looksOurs = facts.isOwnResult === true || areOurTables(facts.quantisation);
  const losesAgain = isOnlyCompressed && looksOurs;
  return chain.every((name) => {
    const encoder = encoders[name];
    if (encoder === undefined || (facts.frames > 1 && !encoder.animated)) return false;
    if (encoder.lossless && !mayGainWithoutLoss(encoder, facts)) return false;
    return encoder.lossless || !losesAgain;
  });
};

/** A progressive JPEG has as few bytes as without loss can be made, and in some types only lossless sources have. */
const mayGainWithoutLoss = ({ produces }: Encoder, facts: ImageFacts): boolean =>
  facts.lossless || (!isEfficient(produces) && !(produces === 'image/jpeg' && facts.isProgressive));
