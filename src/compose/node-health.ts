import type { Log } from '../telemetry/log.ts';

type Trial = (signal: AbortSignal) => Promise<string | undefined>;

/**
 * Repeats the trials of what a node needs to serve, which may end while it runs: processes, the work folder, the data
 * folder. Requests would tell too, but a node that is not ready gets none. Changes are logged.
 */
export const watchNode = ({
  trials,
  log,
  everyMs = 10_000,
}: Readonly<{ trials: readonly Trial[]; log: Log; everyMs?: number }>) => {
  const closing = new AbortController();
  let found: string | undefined;
  let trying: Promise<void> | undefined;

  const tryAll = async (): Promise<void> => {
    const problems = await Promise.all(trials.map((trial) => trial(closing.signal)));
    const problem = problems.find((each) => each !== undefined);
    if (closing.signal.aborted) return;
    if (problem !== undefined && problem !== found) log.error({ problem }, 'not ready');
    if (problem === undefined && found !== undefined) log.info('ready again');
    found = problem;
  };
  const timer = setInterval(() => {
    trying ??= tryAll().finally(() => (trying = undefined));
  }, everyMs);
  timer.unref();
  return {
    /** Why this node cannot serve, for the operator; undefined where it can. */
    problem: () => found,
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await trying;
    },
  };
};
