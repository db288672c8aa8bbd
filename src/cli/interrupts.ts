/** What Ctrl-C asks of a command that works on many files. */
export type Interrupts = Readonly<{
  /** Aborts at the first signal: no further file is begun. */
  stopping: AbortSignal;
  /** Aborts at the second one: what is under way is given up. */
  ending: AbortSignal;
  stop: () => void;
  /** Gives the signals back. */
  [Symbol.dispose]: () => void;
}>;

/** Exit code of a command that was stopped: 128 and the number of SIGINT, as shells have it. */
export const stoppedExitCode = 130;

/** `onFirst` is called at the first signal. */
export const watchInterrupts = (onFirst: () => void): Interrupts => {
  const [stopping, ending] = [new AbortController(), new AbortController()];
  const onSignal = (): void => {
    if (stopping.signal.aborted) ending.abort();
    else onFirst();
    stopping.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    stopping: stopping.signal,
    ending: ending.signal,
    stop: () => stopping.abort(),
    [Symbol.dispose]: () => signals.forEach((signal) => process.off(signal, onSignal)),
  };
};

/** For a command that prints what it does. It stops too where the reader of its lines has gone. */
export const watchRun = (): Interrupts => {
  const interrupts = watchInterrupts(() =>
    console.error('shrinkd: stopping after what is under way. Ctrl-C again ends it.'),
  );
  process.stdout.on('error', interrupts.stop);
  return interrupts;
};
