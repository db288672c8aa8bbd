import type { Config } from '../config/config.ts';
import type { State } from '../state/state.ts';
import { clockSkewOf, skewProblem } from '../state/watch-state.ts';
import { openCommandState } from './command-state.ts';

/** One thing that Redis must do. */
export type StateCheck = Readonly<{
  name: string;
  works: boolean;
  milliseconds: number;
  problem: string | undefined;
}>;

/** Less than nodes stand, so that a clock that drifts is seen before. */
const longestSkewMs = 60_000;

/** Tries the Redis of the state. */
export const checkState = async (
  redis: Config['state']['redis'],
): Promise<readonly StateCheck[]> => {
  let opened: State | undefined;
  const checks = [
    await check('connection', async () => {
      opened = await openCommandState(redis);
      return undefined;
    }),
  ];
  if (opened === undefined) return checks;
  const state = opened;
  const clock = await check('clock', async () => {
    const skewMs = await clockSkewOf(state, Date.now);
    return Math.abs(skewMs) <= longestSkewMs ? undefined : skewProblem(skewMs);
  });
  await state.close();
  return [...checks, clock];
};

const check = async (
  name: string,
  work: () => Promise<string | undefined>,
): Promise<StateCheck> => {
  const startedAt = performance.now();
  const problem = await work().catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  const milliseconds = Math.round(performance.now() - startedAt);
  return { name, works: problem === undefined, milliseconds, problem };
};
