import type { SettingRange } from '../../../image/encoder.ts';
import { placeOf } from '../../../image/search/search-step.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { coarserPalettes, mayBecomeCoarser } from './coarser-palettes.ts';
import { type FurtherTrials, type MeasuredTrial, runTrial } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/**
 * Palettes in which pixels take the colours of earlier places that they resemble, as coarsely as the target
 * allows. They are made of a palette that is a little finer than the `best` one of the search, which stays
 * the result where they cannot be made, or have no fewer than `mostBytes`.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const repeatColours = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  { all, mostBytes }: Readonly<{ all: readonly MeasuredTrial[]; mostBytes: number }>,
): Promise<FurtherTrials> => {
  if (!mayBecomeCoarser(encoders, task, best)) return { trials: [] };
  const pressure = task.pressure();
  if (pressure !== undefined) return { trials: [], stopped: pressure };
  const base = await finerPalette(encoders, task, best, all);
  const finer = base === best || all.includes(base) ? [] : [base];
  const { trials, ...made } = await coarserPalettes(task, {
    ...{ kind: 'repeated-colours', range: coarsenesses, base, mostBytes },
    trialIndex: all.length + finer.length,
  });
  return { trials: [...finer, ...trials], ...made };
};

/** Errors in squared levels that one bit is worth. */
const coarsenesses: SettingRange = { finest: 0.3, coarsest: 8, start: 0.8, steps: 'ratio' };

/** Share of the range of settings by which a palette is finer that has room for further errors. */
const roomForErrors = 0.05;

/** The smallest of the finer trials; where there is none, one that is made for this. */
const finerPalette = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  all: readonly MeasuredTrial[],
): Promise<MeasuredTrial> => {
  const { range } = task;
  const most = placeOf(range, best.setting) - roomForErrors;
  const finer = all
    .filter(({ setting, variant }) => variant === best.variant && placeOf(range, setting) <= most)
    .filter(({ score }) => score >= best.score)
    .toSorted((one, other) => one.bytes - other.bytes)[0];
  if (finer !== undefined) return finer;
  const value = Math.round((2 * best.setting + range.finest) / 3);
  if (value === best.setting) return best;
  const setting = { value, variant: best.variant };
  const trial = await runTrial(encoders, task, setting, {
    trialIndex: all.length,
    scans: undefined,
  });
  return typeof trial === 'string' || trial.score < best.score ? best : trial;
};
