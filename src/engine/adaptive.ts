import type { QualityMode } from '../image/encoder.ts';
import type { Adaptive } from './adapt.ts';
import { createScorer, type Scorer, type ScorerOptions } from './scorer.ts';
import type { Toolbox } from './toolbox.ts';

/** So many tool runs may wait for each slot; with more, a search would hold others up. */
const mostWaiting = 4;

/** What chooses settings per image, and the processes it measures in; none in fixed mode. */
export const createAdaptive = (
  quality: Omit<Adaptive, 'scorer' | 'decoders' | 'isPressed'> & Readonly<{ mode: QualityMode }>,
  { decoders, ...options }: ScorerOptions & Pick<Toolbox, 'decoders'>,
): Readonly<{ adaptive?: Adaptive; close: Scorer['close'] }> => {
  if (quality.mode === 'fixed') return { close: async () => undefined };
  const { permits } = options;
  const scorer = createScorer(options);
  const isPressed = (): boolean => permits.waiting() > mostWaiting * permits.slots;
  return { adaptive: { ...quality, scorer, decoders, isPressed }, close: scorer.close };
};
