import { meets } from './search-step.ts';

/** The best trial of one variant of an encoder. */
export type VariantOutcome = Readonly<{
  score: number;
  /** Of the whole picture, or of its sample tiles; compared only with other variants. */
  bytes: number;
  /** Where the setting lies: 0 is the finest, 1 the coarsest. */
  place: number;
  /** Share of pixels whose colour is visibly off. */
  colourLoss: number;
}>;

/** Largest share of pixels whose colour may be visibly off. */
const mostColourLoss = 0.01;

/** A variant whose best setting is this near the finest one spends bytes on detail that it cannot keep. */
const nearlyFinest = 0.15;

/** Whether the next variant is to be tried: this one misses the target, loses colour, or is nearly at its finest. */
export const needsNextVariant = (outcome: VariantOutcome, target: number): boolean =>
  !isRight(outcome, target) || outcome.place < nearlyFinest;

/** The variant to take: the smallest of those that are right; else the best that keeps colour; else the best. */
export const preferredVariant = <T extends VariantOutcome>(
  outcomes: readonly T[],
  target: number,
): T | undefined => {
  const right = outcomes.filter((outcome) => isRight(outcome, target));
  if (right.length > 0) return right.toSorted((one, other) => one.bytes - other.bytes)[0];
  const coloured = outcomes.filter(keepsColour);
  return (coloured.length > 0 ? coloured : outcomes).toSorted(
    (one, other) => other.score - one.score,
  )[0];
};

const keepsColour = ({ colourLoss }: VariantOutcome): boolean => colourLoss <= mostColourLoss;

const isRight = (outcome: VariantOutcome, target: number): boolean =>
  meets(outcome.score, target) && keepsColour(outcome);
