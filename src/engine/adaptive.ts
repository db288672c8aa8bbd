import type { QualityMode } from '../image/encoder.ts';
import type { Adaptive } from './adapt.ts';
import type { Overload } from './overload.ts';
import { createScorer, type Scorer, type ScorerOptions } from './scorer.ts';
import type { Toolbox } from './toolbox.ts';

/** So many tool runs may wait for each slot; with more, a search would hold others up. */
const mostWaiting = 4;

type AdaptiveParts = ScorerOptions &
  Pick<Toolbox, 'decoders'> &
  Readonly<{ overload: Pick<Overload, 'isOverloaded'> }>;

/** What chooses settings per image, and the processes it measures in; none in fixed mode. */
export const createAdaptive = (
  quality: Omit<Adaptive, 'scorer' | 'decoders' | 'isPressed'> & Readonly<{ mode: QualityMode }>,
  { decoders, overload, ...options }: AdaptiveParts,
): Readonly<{ adaptive?: Adaptive; close: Scorer['close'] }> => {
  if (quality.mode === 'fixed') return { close: async () => undefined };
  const { permits } = options;
  const scorer = createScorer(options);
  // In an overload few wait, since the others are refused: what is made faster spares refusals.
  const isPressed = (): boolean =>
    permits.waiting() > mostWaiting * permits.slots || overload.isOverloaded();
  return { adaptive: { ...quality, scorer, decoders, isPressed }, close: scorer.close };
};
