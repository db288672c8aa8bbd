/** Jobs a second for some seconds: how many come, and how many are done. */
export type Phase = Readonly<{ seconds: number; come: number; go: number }>;

const stepMs = 10;

/** A clock that stands still but for `pass`. */
export const createTestClock = () => {
  let nowMs = 0;
  /** Lets a phase pass at even rates, and calls `look` at every step. */
  const pass = (
    { seconds, come, go }: Phase,
    flow: Readonly<{ came: () => void; gone: () => void }>,
    look: () => void = () => undefined,
  ): void => {
    let [came, gone] = [0, 0];
    for (let ms = stepMs; ms <= seconds * 1000; ms += stepMs) {
      nowMs += stepMs;
      for (; came < Math.floor((come * ms) / 1000); came += 1) flow.came();
      for (; gone < Math.floor((go * ms) / 1000); gone += 1) flow.gone();
      look();
    }
  };
  return { now: () => nowMs, pass };
};
