import type { Instruments } from './instruments.ts';

/** How the quality of one result was chosen: number of trials, why the search ended or did not run, score. */
type Chosen = Readonly<{
  mediaType: string;
  trials: number;
  stops: readonly string[];
  fallback: string | null;
  score: number | null;
}>;

export const qualityMetrics = ({ counter, histogram }: Instruments) => {
  const trials = counter(
    'shrinkd_quality_trials_total',
    'Trials of settings to choose the quality of an image.',
  );
  const fallbacks = counter(
    'shrinkd_quality_fallbacks_total',
    'Images with fixed settings because others waited (pressure), half of queue.answerSeconds was over (deadline), nothing could be measured (unmeasured), or they are too small (small). Results of the first two are not kept for other requests.',
    ['reason'],
  );
  const stops = counter(
    'shrinkd_quality_stops_total',
    'Searches for a setting ended early: quality.budget was spent (budget), quality.trials were made and the best is far from the target (trials), others waited (pressure), or half of queue.answerSeconds was over or too little was left for a trial like those before (deadline). Results of the last two are not kept for other requests.',
    ['reason'],
  );
  const scores = histogram(
    'shrinkd_quality_score',
    "Scores of measured results, on SSIMULACRA2's scale.",
    [50, 60, 65, 70, 74, 76, 78, 80, 82, 84, 86, 90, 95, 100],
    ['type'],
  );
  return ({ mediaType, trials: count, stops: stopped, fallback, score }: Chosen): void => {
    trials.inc(count);
    for (const reason of stopped) stops.inc({ reason });
    if (fallback !== null) fallbacks.inc({ reason: fallback });
    if (score !== null) scores.observe({ type: mediaType }, score);
  };
};

/** Notes one answer to an address. */
export const deliveryMetrics = ({ counter }: Instruments) => {
  const answers = counter(
    'shrinkd_deliveries_total',
    'Answers to addresses of pictures (delivery): the result was there (hit), under way for another request (shared), or made (made). refused: the signature or the address is wrong, or its type is not made. failed: the source could not be read or used, or a limit was reached.',
    ['outcome'],
  );
  return (outcome: 'hit' | 'shared' | 'made' | 'refused' | 'failed'): void =>
    answers.inc({ outcome });
};

/** Notes what happened to one object of a sweep. */
export const sweepMetrics = ({ counter }: Instruments) => {
  const objects = counter(
    'shrinkd_sweep_objects_total',
    'Objects of buckets that sweeps on this node have looked at: compressed; done by an earlier sweep (done); left as they are (left); failed; given back by an undo (restored).',
    ['happened'],
  );
  const saved = counter(
    'shrinkd_sweep_saved_bytes_total',
    'Bytes that objects have lost to sweeps on this node.',
  );
  return (result: Readonly<{ happened: string; before: number; after: number }>): void => {
    const { happened, before, after } = result;
    // A dry run is no object.
    if (happened === 'estimated') return;
    objects.inc({ happened });
    if (happened === 'compressed') saved.inc(Math.max(0, before - after));
  };
};
