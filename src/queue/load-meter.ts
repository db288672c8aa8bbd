/**
 * `growing`: more jobs arrive than complete. `overloaded`: that has lasted for longer than a batch takes to
 * arrive.
 */
export type LoadState = 'calm' | 'growing' | 'overloaded';

export type LoadMeterOptions = Readonly<{
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  /** Jobs may arrive faster than they complete for this long before it counts as overload. */
  overloadSeconds: number;
  /** Jobs that wait for their first tool. With none, the tools keep up and uploads are slow. */
  waiting: () => number;
  /** With fewer waiting jobs there is no overload, since a few large images also take long. */
  manyWaiting: number;
}>;

const sliceMs = 100;

/** The load is measured over the last two seconds, which is enough for a few jobs a second. */
const windowSlices = 20;

/** An overload ends after one second of calm. */
const calmSlices = 10;

/** Clients that send the next job after each answer stay below this ratio of arrived to completed jobs. */
const closedLoopRatio = 1.25;

type Slice = { arrived: number; completed: number };

export type LoadMeter = ReturnType<typeof createLoadMeter>;

/**
 * Measures the load from the jobs that are reported to it. It has no timer of its own. It distinguishes a flood from a
 * batch by how long jobs arrive faster than they complete, not by the number of waiting jobs: jobs of a batch may wait
 * for minutes. A flood has ended when jobs have arrived more slowly than they complete for a second.
 */
export const createLoadMeter = (options: LoadMeterOptions) => {
  const { now, overloadSeconds, waiting, manyWaiting } = options;
  // A batch stays in the window after its last job has arrived.
  const overloadSlices = Math.ceil((overloadSeconds * 1000) / sliceMs) + windowSlices;
  let slices: readonly Slice[] = emptyWindow();
  let sliceNumber = Math.floor(now() / sliceMs);
  // Consecutive slices that ended with more jobs arrived than completed, and those that did not.
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
    // After this many slices without jobs the window is empty and the overload has ended.
    const ended = Math.min(sliceNumber - before, windowSlices + 2 * calmSlices);
    for (let count = 0; count < ended; count += 1) endSlice();
    return slices.at(-1) ?? { arrived: 0, completed: 0 };
  };

  return {
    /** A job asked to be admitted, whether it was or not. */
    arrived: (): void => {
      current().arrived += 1;
    },
    /** An admitted job is done. Jobs that are refused later do not count. */
    completed: (): void => {
      current().completed += 1;
    },
    state: (): LoadState => {
      current();
      if (isOverloaded) return 'overloaded';
      return growing > 0 ? 'growing' : 'calm';
    },
    /** No job has arrived or completed for two seconds. */
    isIdle: (): boolean => {
      current();
      return !isOverloaded && sumOf(slices, 'arrived') + sumOf(slices, 'completed') === 0;
    },
  };
};

const emptyWindow = (): readonly Slice[] =>
  Array.from({ length: windowSlices }, () => ({ arrived: 0, completed: 0 }));

const sumOf = (slices: readonly Slice[], what: keyof Slice): number =>
  slices.reduce((sum, slice) => sum + slice[what], 0);
