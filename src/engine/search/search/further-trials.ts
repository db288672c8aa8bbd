import type { EncoderOptions } from '../../race/run-encoder.ts';
import { coarsenAlpha } from './coarsen-alpha.ts';
import { mergeColours } from './merge-colours.ts';
import { tryOtherCommand } from './other-command.ts';
import { repeatColours } from './repeat-colours.ts';
import type { FurtherTrials, MeasuredTrial } from './run-trial.ts';
import type { SearchTask } from './search-task.ts';

/**
 * What the encoder has beside its settings that may make the `best` result of a search smaller: colours that
 * become one or repeat, another command, or fewer levels of alpha.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const furtherTrials = async (
  encoders: EncoderOptions,
  task: SearchTask,
  best: MeasuredTrial,
  all: readonly MeasuredTrial[],
): Promise<FurtherTrials> => {
  if (task.encoder.repeatsColours !== true) {
    const other = await tryOtherCommand(encoders, task, best, all);
    const [colours, made] = [other.better ?? best, [...all, ...other.trials]];
    const coarse = await coarsenAlpha(encoders, task, colours, made.length);
    return {
      trials: [...other.trials, ...coarse.trials],
      better: coarse.better ?? other.better,
      stopped: other.stopped ?? coarse.stopped,
      isDegraded: coarse.isDegraded === true,
    };
  }
  const merged = await mergeColours(encoders, task, best, all);
  const repeated = await repeatColours(encoders, task, best, {
    all: [...all, ...merged.trials],
    mostBytes: merged.better?.bytes ?? best.bytes,
  });
  return {
    trials: [...merged.trials, ...repeated.trials],
    better: repeated.better ?? merged.better,
    stopped: merged.stopped ?? repeated.stopped,
    isDegraded: merged.isDegraded === true || repeated.isDegraded === true,
  };
};
