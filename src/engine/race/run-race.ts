import { ServiceError } from '../../errors.ts';
import type { Candidate } from '../../image/plan.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import type { Job } from '../job.ts';
import { allOrAbort } from './all-or-abort.ts';
import {
  type CandidateResult,
  type FailedResult,
  isMade,
  type MadeResult,
  type RacedCandidate,
  type SkippedResult,
} from './candidate-result.ts';

/** Which candidates run, and how each is run. */
export type Race = Readonly<{
  /** Candidates of one round run side by side; a round starts when the one before has ended. */
  rounds: readonly (readonly Candidate[])[];
  /** Candidates that run after the rounds, where they are needed then. */
  last: readonly Candidate[];
  /** Whether a candidate of `last` can still matter beside the results of all rounds. */
  isNeeded: (candidate: Candidate, results: readonly MadeResult[]) => boolean;
  /** Expected bytes of a result with which all of `last` run, and start at once. */
  startLastAtBytes: number;
  /** Moment (monotonic clock, ms) by which the rounds must have ended, so that `last` has the time until the job's. */
  roundsEndBy: number;
  runCandidate: (job: Job, entry: RaceEntry) => Promise<MadeResult | SkippedResult>;
  /** Called with each failure that the client does not see. */
  onFailure: (requestId: string, failure: Error) => void;
}>;

/** One candidate in a race. */
export type RaceEntry = Readonly<{
  candidate: Candidate;
  /** Its place among all candidates of the race. */
  candidateIndex: number;
  /** Results of earlier rounds. */
  earlier: readonly MadeResult[];
  /** To be told the bytes that its result is expected to have. */
  onExpected: (bytes: number) => void;
}>;

/**
 * The result of every candidate, in the order of `candidates`, whichever ends first. A candidate whose
 * tool fails, or that gets no permit in time, does not end the others.
 * @throws ToolFailure `damaged` for a damaged source; any error that is not about one candidate.
 */
export const runRace = async (
  { rounds, last, isNeeded, startLastAtBytes, roundsEndBy, runCandidate, onFailure }: Race,
  job: Job,
  candidates: readonly Candidate[],
): Promise<readonly RacedCandidate[]> => {
  const failed = (error: unknown): CandidateResult => {
    if (!isOfOneCandidate(error)) throw error;
    if (error instanceof ToolFailure) onFailure(job.client.requestId, error);
    return { kind: 'failed', error };
  };

  const results = new Map<Candidate, CandidateResult>();
  const made = (): readonly MadeResult[] => [...results.values()].filter(isMade);
  const { promise: started, resolve: startLast } = Promise.withResolvers<readonly Candidate[]>();
  const onExpected = (bytes: number): void => {
    if (bytes >= startLastAtBytes) startLast(last);
  };

  const runRound = async (
    round: readonly Candidate[],
    endBy: number,
    parent: AbortSignal,
  ): Promise<void> => {
    const earlier = made();
    const tasks = round.map((candidate) => async (signal: AbortSignal) => {
      const candidateIndex = candidates.indexOf(candidate);
      const entry = { candidate, candidateIndex, earlier, onExpected };
      const client = { ...job.client, signal };
      const run = runCandidate({ ...job, client, endBy }, entry);
      return { candidate, result: await run.catch(failed) };
    });
    for (const { candidate, result } of await allOrAbort(tasks, parent)) {
      results.set(candidate, result);
    }
  };

  const runRounds = async (signal: AbortSignal): Promise<void> => {
    try {
      for (const round of rounds) await runRound(round, roundsEndBy, signal);
      startLast(last.filter((candidate) => isNeeded(candidate, made())));
    } finally {
      // After a failure none of them starts.
      startLast([]);
    }
  };
  const runLast = async (signal: AbortSignal): Promise<void> =>
    runRound(await started, job.endBy, signal);

  await allOrAbort([runRounds, runLast], job.client.signal);
  return candidates.map((candidate) => ({
    candidate,
    result: results.get(candidate) ?? notNeeded,
  }));
};

const notNeeded: SkippedResult = {
  kind: 'skipped',
  reason: 'not run: another result is smaller than it can be',
};

/** A damaged source fails for every candidate. */
const isOfOneCandidate = (error: unknown): error is FailedResult['error'] =>
  error instanceof ToolFailure
    ? error.kind !== 'damaged'
    : error instanceof ServiceError && error.code === 'unavailable';
