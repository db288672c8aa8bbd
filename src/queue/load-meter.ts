/** How jobs come and go. `growing`: more come than go. `overloaded`: for longer than a batch takes to arrive. */
export type Tide = 'calm' | 'growing' | 'overloaded';

/** Watches jobs come and go. It is told of them and asked; it does nothing by itself. */
export type Flow = Readonly<{
  /** A job asked to be let in, whether it was or not. */
  came: () => void;
  /** A job that was let in is done; those that are sent away undone do not count. */
  gone: () => void;
  tide: () => Tide;
  /** Nothing came or went for a while. */
  isIdle: () => boolean;
}>;

export type FlowOptions = Readonly<{
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  /** Jobs may come faster than they go for so long before that is an overload. */
  overloadSeconds: number;
  /** Jobs that wait for their first tool; where there are none the tools keep up, and jobs are slow to arrive. */
  waiting: () => number;
  /** With fewer waiting it is no overload: a few large images take their time too. */
  manyWaiting: number;
}>;

const sliceMs = 100;

/** Slices of the time that is looked back on: two seconds, so that a few jobs a second tell something. */
const windowSlices = 20;

/** Calm that ends an overload: a second. */
const calmSlices = 10;

/** Clients that send their next when they are answered keep in step; more than this is none of theirs. */
const inStep = 1.25;

type Slice = { came: number; gone: number };

/**
 * What tells a flood from a batch is not that jobs wait, which those of a batch do for minutes, but that
 * they keep coming faster than they go. The flood has ended when they have come slower for a second.
 */
export const createFlow = (options: FlowOptions): Flow => {
  const { now, overloadSeconds, waiting, manyWaiting } = options;
  // A batch that has arrived is seen for as long as it is in the window.
  const overloadSlices = Math.ceil((overloadSeconds * 1000) / sliceMs) + windowSlices;
  let slices: readonly Slice[] = emptyWindow();
  let number = Math.floor(now() / sliceMs);
  // Slices in a row at whose end more had come than gone, and at whose end not.
  let [rising, falling] = [0, 0];
  let isOverloaded = false;

  const isSurplus = (): boolean => sumOf(slices, 'came') > inStep * sumOf(slices, 'gone') + 1;

  const endSlice = (): void => {
    const isRising = isSurplus();
    falling = isRising ? 0 : falling + 1;
    rising = isRising && (isOverloaded || waiting() > 0) ? rising + 1 : 0;
    if (rising >= overloadSlices && waiting() >= manyWaiting) isOverloaded = true;
    if (falling >= calmSlices) isOverloaded = false;
    slices = [...slices.slice(1), { came: 0, gone: 0 }];
  };

  const current = (): Slice => {
    const before = number;
    number = Math.floor(now() / sliceMs);
    // After so many without news nothing is left in the window, and calm has returned.
    const ended = Math.min(number - before, windowSlices + 2 * calmSlices);
    for (let count = 0; count < ended; count += 1) endSlice();
    return slices.at(-1) ?? { came: 0, gone: 0 };
  };

  return {
    came: () => {
      current().came += 1;
    },
    gone: () => {
      current().gone += 1;
    },
    tide: () => {
      current();
      if (isOverloaded) return 'overloaded';
      return rising > 0 ? 'growing' : 'calm';
    },
    isIdle: () => {
      current();
      return !isOverloaded && sumOf(slices, 'came') + sumOf(slices, 'gone') === 0;
    },
  };
};

const emptyWindow = (): readonly Slice[] =>
  Array.from({ length: windowSlices }, () => ({ came: 0, gone: 0 }));

const sumOf = (slices: readonly Slice[], what: keyof Slice): number =>
  slices.reduce((sum, slice) => sum + slice[what], 0);
