import { Counter, Histogram, type Registry } from 'prom-client';

/** How the quality of one result was chosen: number of trials, why the search ended or did not run, score. */
export type QualityMetrics = (
  stats: Readonly<{
    mediaType: string;
    trials: number;
    stops: readonly string[];
    fallback: string | null;
    score: number | null;
  }>,
) => void;

export const createQualityMetrics = (registry: Registry): QualityMetrics => {
  const registers = [registry];
  const trials = new Counter({
    name: 'shrinkd_quality_trials_total',
    help: 'Trials of settings to choose the quality of an image.',
    registers,
  });
  const fallbacks = new Counter({
    name: 'shrinkd_quality_fallbacks_total',
    help: 'Images with fixed settings because others waited (pressure), half of queue.answerSeconds was over (deadline), nothing could be measured (unmeasured), or they are too small (small). Results of the first two are not kept for other requests.',
    labelNames: ['reason'],
    registers,
  });
  const stops = new Counter({
    name: 'shrinkd_quality_stops_total',
    help: 'Searches for a setting ended early: quality.budget was spent (budget), quality.trials were made and the best is far from the target (trials), others waited (pressure), or half of queue.answerSeconds was over or too little was left for a trial like those before (deadline). Results of the last two are not kept for other requests.',
    labelNames: ['reason'],
    registers,
  });
  const scores = new Histogram({
    name: 'shrinkd_quality_score',
    help: "Scores of measured results, on SSIMULACRA2's scale.",
    labelNames: ['type'],
    buckets: [50, 60, 65, 70, 74, 76, 78, 80, 82, 84, 86, 90, 95, 100],
    registers,
  });
  return ({ mediaType, trials: count, stops: stopped, fallback, score }) => {
    trials.inc(count);
    for (const reason of stopped) stops.inc({ reason });
    if (fallback !== null) fallbacks.inc({ reason: fallback });
    if (score !== null) scores.observe({ type: mediaType }, score);
  };
};
