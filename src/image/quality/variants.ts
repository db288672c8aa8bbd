import { meets } from './search-step.ts';

/** What the best setting of one variant of an encoder came to. */
export type VariantOutcome = Readonly<{
  score: number;
  /** Of the whole, or of the part that was tried; compared only with other variants. */
  bytes: number;
  /** Where the setting lies: 0 is the finest, 1 the coarsest. */
  place: number;
  /** Share of pixels whose colour is visibly off. */
  colourLoss: number;
}>;

/** Colour that is lost on more of the picture than this is missed. */
const mostColourLoss = 0.01;

/** So near the finest setting, a variant spends its bytes on what it cannot hold. */
const nearlyFinest = 0.15;

/** Whether the next variant is worth trying: this one fails, or hardly manages. */
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
