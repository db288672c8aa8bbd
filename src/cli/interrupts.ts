export type Interrupts = ReturnType<typeof watchInterrupts>;

/** Exit code of a command that was stopped: 128 and the number of SIGINT, as shells have it. */
export const stoppedExitCode = 130;

/** What Ctrl-C asks of a command that works on many files. `onFirst` is called at the first signal. */
export const watchInterrupts = (onFirst: () => void) => {
  const [stopping, ending] = [new AbortController(), new AbortController()];
  const onSignal = (): void => {
    if (stopping.signal.aborted) ending.abort();
    else onFirst();
    stopping.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    /** Aborts at the first signal: no further file is begun. */
    stopping: stopping.signal,
    /** Aborts at the second one: what is under way is given up. */
    ending: ending.signal,
    stop: () => stopping.abort(),
    /** Gives the signals back. */
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
