import { ServiceError } from '../errors.ts';
import type { Candidate } from '../image/plan.ts';
import {
  type Adaptation,
  type AdaptOptions,
  type Contest,
  finish,
  roundsOf,
} from './quality/choose-mode.ts';
import type { Finisher } from './race/run-chain.ts';
import type { Job } from './job.ts';
import type { RaceEnd } from './receipt.ts';
import { allOrAbort } from './race/all-or-abort.ts';
import { ToolFailure } from '../tools/tool-runner.ts';

export type RaceOptions = AdaptOptions &
  Readonly<{
    /** Told of each failure that the client does not see. */
    onFailure: (requestId: string, failure: Error) => void;
  }>;

/**
 * Runs candidates round after round, those of a round side by side, each knowing what came of the rounds
 * before. Gives their ends in the order of `candidates`, however they came in. Those that fail or get no
 * permit in time are left out.
 * @throws ToolFailure `damaged` for a damaged source; whatever else is no reason to leave one out.
 */
export const race = async (
  options: RaceOptions,
  job: Job,
  adaptation: Adaptation,
  candidates: readonly Candidate[],
): Promise<readonly RaceEnd[]> => {
  const ends = new Map<Candidate, RaceEnd['end']>();
  for (const round of roundsOf(options, adaptation, candidates)) {
    const before = [...ends.values()].filter(isFinisher);
    const tasks = round.map((candidate) => async (signal: AbortSignal) => {
      const contest = { candidate, lane: candidates.indexOf(candidate), before };
      return { candidate, end: await endOf(options, withSignal(job, signal), adaptation, contest) };
    });
    for (const { candidate, end } of await allOrAbort(tasks, job.client.signal)) {
      ends.set(candidate, end);
    }
  }
  return candidates.flatMap((candidate) => {
    const end = ends.get(candidate);
    return end === undefined ? [] : [{ candidate, end }];
  });
};

const endOf = async (
  options: RaceOptions,
  job: Job,
  adaptation: Adaptation,
  contest: Contest,
): Promise<RaceEnd['end']> => {
  try {
    return await finish(options, job, adaptation, contest);
  } catch (error) {
    if (!isLeftOut(error)) throw error;
    if (error instanceof ToolFailure && error.kind === 'damaged') throw error;
    if (error instanceof ToolFailure) options.onFailure(job.client.requestId, error);
    return error;
  }
};

/** Why a candidate is not among the finishers: it failed, or the service was too busy to run it. */
export type LeftOut = ToolFailure | ServiceError;

export const isFinisher = (end: RaceEnd['end']): end is Finisher => 'bytes' in end;

export const isLeftOut = (end: unknown): end is LeftOut =>
  end instanceof ToolFailure || (end instanceof ServiceError && end.code === 'unavailable');

const withSignal = (job: Job, signal: AbortSignal): Job => ({
  ...job,
  client: { ...job.client, signal },
});
