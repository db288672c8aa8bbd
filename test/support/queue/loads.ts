/** Jobs a second for some seconds: how many arrive, and how many complete. */
export type Phase = Readonly<{ seconds: number; arrive: number; complete: number }>;

const stepMs = 10;

/** A clock that stands still but for `pass`. */
export const createTestClock = () => {
  let nowMs = 0;
  /** Lets a phase pass at even rates, and calls `look` at every step. */
  const pass = (
    { seconds, arrive, complete }: Phase,
    jobs: Readonly<{ arrived: () => void; completed: () => void }>,
    look: () => void = () => undefined,
  ): void => {
    let [arrived, completed] = [0, 0];
    for (let ms = stepMs; ms <= seconds * 1000; ms += stepMs) {
      nowMs += stepMs;
      for (; arrived < Math.floor((arrive * ms) / 1000); arrived += 1) jobs.arrived();
      for (; completed < Math.floor((complete * ms) / 1000); completed += 1) jobs.completed();
      look();
    }
  };
  return { now: () => nowMs, pass };
};
