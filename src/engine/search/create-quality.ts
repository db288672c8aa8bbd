import type { QualityOptions, QualityParts, QualitySettings } from './quality-options.ts';

/** The options of adaptive mode; undefined in fixed mode. */
export const createQuality = (
  settings: QualitySettings,
  parts: QualityParts,
): QualityOptions | undefined =>
  settings.mode === 'fixed' ? undefined : { ...withEffort(settings), ...parts };

/** The settings with what their effort changes. */
export const withEffort = (settings: QualitySettings): QualitySettings => {
  const { extraTrials, work } = searches[settings.effort];
  return {
    ...settings,
    trials: Math.max(1, settings.trials + extraTrials),
    budget: settings.budget * work,
    paletteBudget: settings.paletteBudget * work,
  };
};

/** What efforts change of the settings of a search: trials, and a factor of its budgets. */
const searches = {
  fast: { extraTrials: -1, work: 0.6 },
  balanced: { extraTrials: 0, work: 1 },
  best: { extraTrials: 2, work: 2 },
} as const;
