/**
 * How jobs arrive and complete. `growing`: more arrive than complete. `overloaded`: that has lasted for
 * longer than a batch takes to arrive.
 */
export type LoadState = 'calm' | 'growing' | 'overloaded';

/** Measures the load of jobs. It is told of them and asked; it does nothing by itself. */
export type LoadMeter = Readonly<{
  /** A job asked to be admitted, whether it was or not. */
  arrived: () => void;
  /** An admitted job is done. Jobs that are refused later do not count. */
  completed: () => void;
  state: () => LoadState;
  /** No job has arrived or completed for two seconds. */
  isIdle: () => boolean;
}>;

export type LoadMeterOptions = Readonly<{
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  /** Jobs may arrive faster than they complete for this long before it counts as overload. */
  overloadSeconds: number;
  /** Jobs that wait for their first tool. With none, the tools keep up and uploads are slow. */
  waiting: () => number;
  /** With fewer jobs waiting there is no overload: a few large images take their time too. */
  manyWaiting: number;
}>;

const sliceMs = 100;

/** Slices of the time that is looked back on: two seconds, so that a few jobs a second tell something. */
const windowSlices = 20;

/** Slices of calm that end an overload: a second. */
const calmSlices = 10;

/** Clients that send the next job after each answer never exceed this ratio of arrived to completed. */
const closedLoopRatio = 1.25;

type Slice = { arrived: number; completed: number };

/**
 * A flood differs from a batch not by jobs that wait, which those of a batch do for minutes, but by jobs
 * that keep arriving faster than they complete. The flood has ended when they have arrived slower for a
 * second.
 */
export const createLoadMeter = (options: LoadMeterOptions): LoadMeter => {
  const { now, overloadSeconds, waiting, manyWaiting } = options;
  // A batch that has arrived is seen for as long as it is in the window.
  const overloadSlices = Math.ceil((overloadSeconds * 1000) / sliceMs) + windowSlices;
  let slices: readonly Slice[] = emptyWindow();
  let sliceNumber = Math.floor(now() / sliceMs);
  // Slices in a row at whose end more had arrived than completed, and at whose end not.
  let [growing, shrinking] = [0, 0];
  let isOverloaded = false;

  const isSurplus = (): boolean =>
    sumOf(slices, 'arrived') > closedLoopRatio * sumOf(slices, 'completed') + 1;

  const endSlice = (): void => {
    const isGrowing = isSurplus();
    shrinking = isGrowing ? 0 : shrinking + 1;
    growing = isGrowing && (isOverloaded || waiting() > 0) ? growing + 1 : 0;
    if (growing >= overloadSlices && waiting() >= manyWaiting) isOverloaded = true;
    if (shrinking >= calmSlices) isOverloaded = false;
    slices = [...slices.slice(1), { arrived: 0, completed: 0 }];
  };

  const current = (): Slice => {
    const before = sliceNumber;
    sliceNumber = Math.floor(now() / sliceMs);
    // After this many slices without jobs nothing is left in the window, and calm has returned.
    const ended = Math.min(sliceNumber - before, windowSlices + 2 * calmSlices);
    for (let count = 0; count < ended; count += 1) endSlice();
    return slices.at(-1) ?? { arrived: 0, completed: 0 };
  };

  return {
    arrived: () => {
      current().arrived += 1;
    },
    completed: () => {
      current().completed += 1;
    },
    state: () => {
      current();
      if (isOverloaded) return 'overloaded';
      return growing > 0 ? 'growing' : 'calm';
    },
    isIdle: () => {
      current();
      return !isOverloaded && sumOf(slices, 'arrived') + sumOf(slices, 'completed') === 0;
    },
  };
};

const emptyWindow = (): readonly Slice[] =>
  Array.from({ length: windowSlices }, () => ({ arrived: 0, completed: 0 }));

const sumOf = (slices: readonly Slice[], what: keyof Slice): number =>
  slices.reduce((sum, slice) => sum + slice[what], 0);
