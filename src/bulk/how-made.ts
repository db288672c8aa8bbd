import type { Receipt } from '../image/search/receipt.ts';
import type { CompressedPicture } from './compressor.ts';

/** How the result was made that won. */
export const howMade = ({
  candidates,
  winner,
}: Pick<Receipt, 'candidates' | 'winner'>): Pick<
  CompressedPicture,
  'encoders' | 'settings' | 'score' | 'worstPlace'
> => {
  const won = candidates.find(
    ({ encoders, reason }) => encoders === winner && reason.startsWith('won'),
  );
  const { settings = {}, score = null, worstPlace = null } = won ?? {};
  return { encoders: winner, settings, score, worstPlace };
};
