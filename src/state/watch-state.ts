import { isDataGone } from './away.ts';
import type { State } from './state.ts';

type StateWatchOptions = Readonly<{
  state: Pick<State, 'read'>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called when the problem is another one, and with undefined when there is none any more. */
  onChange: (problem: string | undefined) => void;
  intervalMs?: number;
}>;

/**
 * How far a node's clock may differ from that of Redis. Signatures of requests to S3 are refused from 15 minutes on
 * (Amazon S3 reference, RequestTimeTooSkewed), and tokens of Google from about 10.
 */
const longestSkewMs = 5 * 60_000;

/** Asks Redis once a second whether it has the data that were in it, and what time it is. */
export const watchState = async (options: StateWatchOptions) => {
  const { state, now, onChange, intervalMs = 1000 } = options;
  let problem: string | undefined;

  const look = async (): Promise<void> => {
    const found = await lookAt(state, now).catch(() => problem);
    if ((found === undefined) !== (problem === undefined)) onChange(found);
    problem = found;
  };

  await look();
  const timer = setInterval(() => void look(), intervalMs);
  timer.unref();
  return {
    /** What keeps this node from serving although Redis answers: a sentence for the operator; else undefined. */
    problem: (): string | undefined => problem,
    close: (): void => clearInterval(timer),
  };
};

const lookAt = async (
  state: Pick<State, 'read'>,
  now: () => number,
): Promise<string | undefined> => {
  try {
    const skewMs = await clockSkewOf(state, now);
    return Math.abs(skewMs) > longestSkewMs ? skewProblem(skewMs) : undefined;
  } catch (error) {
    if (!isDataGone(error)) throw error;
    return 'Redis has lost the accounts or counts that were in it, or is another one. Restore it, or name the right one in state.redis.url.';
  }
};

/** By how much the clock of Redis is ahead of this one, in milliseconds, to half the time of a call. */
export const clockSkewOf = async (
  { read }: Pick<State, 'read'>,
  now: () => number,
): Promise<number> => {
  const askedAt = now();
  const [seconds, micros] = (await read('TIME')) as readonly string[];
  return Number(seconds) * 1000 + Number(micros) / 1000 - (askedAt + now()) / 2;
};

/** `skewMs`: as `clockSkewOf` gives it. */
export const skewProblem = (skewMs: number): string =>
  `The clock of this machine is ${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'behind' : 'ahead of'} that of Redis. Set it (NTP).`;
