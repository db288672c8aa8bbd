import type { Receipt } from '../image/search/receipt.ts';
import type { ResultTraits } from './outcome.ts';

/** How the result was made that won. `startedAt`: when its source began to be read, by `performance.now()`. */
export const howMade = (
  { candidates, winner }: Pick<Receipt, 'candidates' | 'winner'>,
  types: Pick<ResultTraits, 'sourceType' | 'mediaType'>,
  startedAt: number,
): ResultTraits => {
  const won = candidates.find(
    ({ encoders, reason }) => encoders === winner && reason.startsWith('won'),
  );
  const { settings = {}, score = null, worstPlace = null } = won ?? {};
  const milliseconds = Math.round(performance.now() - startedAt);
  return { ...types, score, worstPlace, encoders: winner, settings, milliseconds };
};
