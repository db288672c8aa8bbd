import type { QualityMode } from '../../image/encoder.ts';
import type { Adaptive } from './choose-mode.ts';
import { createScorer, type Scorer, type ScorerOptions } from './scorer/client.ts';
import type { Toolbox } from '../../tools/startup/open-tools.ts';

type AdaptiveParts = ScorerOptions & Pick<Toolbox, 'decoders'> & Pick<Adaptive, 'pressure'>;

/** What chooses settings per image, and the processes it measures in; none in fixed mode. */
export const createQuality = (
  quality: Omit<Adaptive, 'scorer' | 'decoders' | 'pressure'> & Readonly<{ mode: QualityMode }>,
  { decoders, pressure, ...options }: AdaptiveParts,
): Readonly<{ adaptive?: Adaptive; close: Scorer['close'] }> => {
  if (quality.mode === 'fixed') return { close: async () => undefined };
  const scorer = createScorer(options);
  return { adaptive: { ...quality, scorer, decoders, pressure }, close: scorer.close };
};
