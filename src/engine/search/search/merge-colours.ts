import type { SettingRange } from '../../../image/encoder.ts';
import { placeOf } from '../../../image/search/search-step.ts';
import type { EncoderOptions } from '../../race/run-encoder.ts';
import { coarserPalettes, mayBecomeCoarser } from './coarser-palettes.ts';
import type { FurtherTrials, MeasuredTrial } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/**
 * Palettes of which like colours became one, as coarsely as the target allows. They are made of the finest
 * palette of the search; the `best` one stays the result where none is smaller.
 * @throws whatever the runner throws.
 */
export const mergeColours = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  all: readonly MeasuredTrial[],
): Promise<FurtherTrials> => {
  const isWanted = mayBecomeCoarser(encoders, task, best) && mayGain(task, best);
  if (!isWanted || task.pressure() !== undefined) return { trials: [] };
  const [base = best] = all
    .filter(({ variant, score }) => variant === best.variant && score >= best.score)
    .toSorted(
      (one, other) => placeOf(task.range, one.setting) - placeOf(task.range, other.setting),
    );
  return coarserPalettes(task, {
    kind: 'merged-colours',
    range: coarsenessesFor(placeOf(task.range, best.setting)),
    base,
    trialIndex: all.length,
    mostBytes: best.bytes,
  });
};

/** Whether the encoder has no coarser palette that is needed, or its palette takes a large share of the bytes. */
const mayGain = (
  { sourceTarget }: SearchTask,
  { score, bytes, colours = 0 }: MeasuredTrial,
): boolean => score > sourceTarget + farAbove || colours * entryBytes > bytes * largeShare;

const farAbove = 3;

/** Red, green, blue and alpha. */
const entryBytes = 4;
const largeShare = 0.1;

/** Errors in squared levels that one bit is worth. They begin with more for a best palette that is coarser itself. */
const coarsenessesFor = (place: number): SettingRange => ({
  finest: 2,
  coarsest: 256,
  start: Math.round(2 * 16 ** place),
  steps: 'ratio',
});
