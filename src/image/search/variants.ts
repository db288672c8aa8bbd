import { meets } from './secant.ts';

/** The best trial of one variant of an encoder. */
export type VariantOutcome = Readonly<{
  score: number;
  /** Of the whole picture, or of its sample tiles; compared only with other variants. */
  bytes: number;
  /** Trials encoded the whole picture, not its sample tiles. */
  isWhole: boolean;
  /** Where the setting lies: 0 is the finest, 1 the coarsest. */
  place: number;
  /** Share of pixels whose colour is visibly off. */
  colourLoss: number;
  /** It misses the target in its worst place at most, and would be accepted. */
  isAcceptable: boolean;
}>;

/**
 * The variants that a search tries, in turn. The first of a JPEG is passed over where it would lose fine
 * colour: this is known of all pixels, where trials see sample tiles.
 */
export const variantsFor = (
  { produces, variants }: Readonly<{ produces: string; variants?: readonly string[] }>,
  { hasFineColour }: Readonly<{ hasFineColour: boolean }>,
): readonly (string | undefined)[] => {
  if (variants === undefined) return [undefined];
  const losesColour = produces === 'image/jpeg' && hasFineColour && variants.length > 1;
  return losesColour ? variants.slice(1) : variants;
};

/** Largest share of pixels whose colour may be visibly off. */
const mostColourLoss = 0.01;

/**
 * With a larger share, another variant may have fewer bytes at the target: up to a tenth. Sample tiles do
 * not tell: by them full colour allows a coarser scale than the whole picture does.
 */
const someColourLoss = 0.001;

/**
 * A variant whose best setting is this near the finest one spends bytes on detail that it cannot keep: at a
 * high target from about the same scale on, in a range that begins finer.
 */
const nearlyFinestFor = (target: number): number => (target < highTarget ? 0.15 : 0.5);

const highTarget = 85;

/**
 * Whether the next variant is to be tried: this one misses the target, loses some colour, or is nearly at
 * its finest.
 */
export const needsNextVariant = (outcome: VariantOutcome, target: number): boolean =>
  !isRight(outcome, target) ||
  (outcome.isWhole && outcome.colourLoss > someColourLoss) ||
  outcome.place < nearlyFinestFor(target);

/**
 * The variant to take: the smallest of those that are right; else the best that keeps colour; else the
 * best. An acceptable one goes before it that is far smaller. So does the first where none is right, or the best of
 * those that are hardly larger.
 */
export const preferredVariant = <T extends VariantOutcome>(
  outcomes: readonly T[],
  target: number,
): T | undefined => {
  const best = bestVariant(outcomes, target);
  const acceptable = outcomes.filter(({ isAcceptable }) => isAcceptable).toSorted(byBytes)[0];
  if (best === undefined || acceptable === undefined) return best;
  const [first] = outcomes;
  if (first?.isAcceptable === true && !isRight(best, target)) {
    const others = outcomes.filter((one) => one.isAcceptable && isHardlyLarger(one, first));
    return bestVariant(others, target);
  }
  return acceptable.bytes * worthItsBytes < best.bytes ? acceptable : best;
};

/** Few people see what a palette gains that is dithered for its worst place alone. */
const worthItsBytes = 1.3;

/** Whether another variant has so few bytes more that dithering is worth what the worst place gains. */
export const isHardlyLarger = (other: VariantOutcome, { bytes }: VariantOutcome): boolean =>
  other.bytes <= bytes * hardlyLarger;

const hardlyLarger = 1.1;

const bestVariant = <T extends VariantOutcome>(
  outcomes: readonly T[],
  target: number,
): T | undefined => {
  const right = outcomes.filter((outcome) => isRight(outcome, target));
  if (right.length > 0) return right.toSorted(byBytes)[0];
  const coloured = outcomes.filter(keepsColour);
  return (coloured.length > 0 ? coloured : outcomes).toSorted(
    (one, other) => other.score - one.score,
  )[0];
};

const byBytes = (one: VariantOutcome, other: VariantOutcome): number => one.bytes - other.bytes;

const keepsColour = ({ colourLoss }: VariantOutcome): boolean => colourLoss <= mostColourLoss;

const isRight = (outcome: VariantOutcome, target: number): boolean =>
  meets(outcome.score, target) && keepsColour(outcome);
