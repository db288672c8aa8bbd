/**
 * A task says when it has to be tried again: after some seconds, or when somebody continues.
 * @typedef {Readonly<{ again: 'in', seconds: number }> | Readonly<{ again: 'asked' }> | undefined} Outcome
 * @typedef {() => Promise<Outcome>} Task
 */

/**
 * Runs tasks, the oldest first and `atOnce` at a time. A task that has to be tried again is the next one, and holds
 * up all others, since the same would happen to them.
 * @param {Readonly<{
 *   atOnce: number,
 *   onPause: (seconds: number | undefined) => void,
 *   onContinue: () => void,
 * }>} options `onPause` gets the seconds that are left, each second; undefined: until `proceed`.
 */
export const createSchedule = ({ atOnce, onPause, onContinue }) => {
  /** @type {Task[]} */
  const waiting = [];
  let running = 0;
  let isPaused = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;

  const start = () => {
    while (!isPaused && running < atOnce) {
      const task = waiting.shift();
      if (task === undefined) return;
      running += 1;
      void run(task);
    }
  };

  /** @param {Task} task */
  const run = async (task) => {
    const outcome = await task();
    running -= 1;
    if (outcome !== undefined) {
      waiting.unshift(task);
      pause(outcome);
    }
    start();
  };

  /** @param {NonNullable<Outcome>} outcome */
  const pause = (outcome) => {
    if (isPaused) return;
    isPaused = true;
    if (outcome.again === 'asked') {
      onPause(undefined);
      return;
    }
    const endsAt = Date.now() + outcome.seconds * 1000;
    onPause(outcome.seconds);
    clock = setInterval(() => {
      const left = Math.ceil((endsAt - Date.now()) / 1000);
      if (left > 0) onPause(left);
      else proceed();
    }, 1000);
  };

  const proceed = () => {
    clearInterval(clock);
    isPaused = false;
    onContinue();
    start();
  };

  return {
    /** @param {Task} task */
    add: (task) => {
      waiting.push(task);
      start();
    },
    /** Ends a pause. */
    proceed,
    /** Whether a task is running or waiting. */
    isBusy: () => running > 0 || waiting.length > 0,
  };
};
