import type { Pressure } from './pressure.ts';
import type { Decoders, QualityOptions, QualitySettings } from './quality-options.ts';
import type { Scorer } from '../scorer/client.ts';

type QualityParts = Readonly<{
  scorer: Scorer;
  decoders: Decoders;
  pressure: Pressure;
}>;

/** The options of adaptive mode; undefined in fixed mode. */
export const createQuality = (
  settings: QualitySettings,
  parts: QualityParts,
): QualityOptions | undefined =>
  settings.mode === 'fixed' ? undefined : { ...qualityValues(settings), ...parts };

/** The settings under the names that the search has for them. */
export const qualityValues = ({
  effort,
  target,
  min,
  max,
  trials,
  budget,
  paletteBudget,
}: QualitySettings): Omit<QualityOptions, 'scorer' | 'decoders' | 'pressure'> => {
  const { extraTrials, work } = searches[effort];
  return {
    effort,
    configuredTarget: target,
    minScore: min,
    maxScore: max,
    maxTrials: Math.max(1, trials + extraTrials),
    budget: budget * work,
    paletteBudget: paletteBudget * work,
  };
};

/** What efforts change of the settings of a search: trials, and a factor of its budgets. */
const searches = {
  fast: { extraTrials: -1, work: 0.6 },
  balanced: { extraTrials: 0, work: 1 },
  best: { extraTrials: 2, work: 2 },
} as const;
