import { meets, type WrittenTrial } from './secant.ts';

/** Whether the last trial gave what the one before it had given: such a trial counts as none. */
export const isRepeated = (trials: readonly WrittenTrial[]): boolean => {
  const [before, last] = trials.slice(-2);
  return last !== undefined && before?.bytes === last.bytes && before.score === last.score;
};

/** Whether such a trial ends the search: between one that meets the target and one that misses it there may be others. */
export const endsInRepetition = (trials: readonly WrittenTrial[], target: number): boolean => {
  const met = trials.map(({ score }) => meets(score, target));
  return isRepeated(trials) && (!met.includes(false) || met.at(-1) === false);
};
