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
}>;

/**
 * The result of every candidate, in the order of `candidates`, whichever ends first. A candidate whose
 * tool fails, or that gets no permit in time, does not end the others.
 * @throws ToolFailure `damaged` for a damaged source; any error that is not about one candidate.
 */
export const runRace = async (
  { rounds, runCandidate, onFailure }: Race,
  job: Job,
  candidates: readonly Candidate[],
): Promise<readonly RacedCandidate[]> => {
  const failed = (error: unknown): CandidateResult => {
    if (!isOfOneCandidate(error)) throw error;
    if (error instanceof ToolFailure) onFailure(job.client.requestId, error);
    return { kind: 'failed', error };
  };

  const results = new Map<Candidate, CandidateResult>();
  for (const round of rounds) {
    const earlier = [...results.values()].filter(isMade);
    const tasks = round.map((candidate) => async (signal: AbortSignal) => {
      const entry = { candidate, candidateIndex: candidates.indexOf(candidate), earlier };
      const run = runCandidate(withSignal(job, signal), entry);
      return { candidate, result: await run.catch(failed) };
    });
    for (const { candidate, result } of await allOrAbort(tasks, job.client.signal)) {
      results.set(candidate, result);
    }
  }
  return candidates.flatMap((candidate) => {
    const result = results.get(candidate);
    return result === undefined ? [] : [{ candidate, result }];
  });
};

/** A damaged source fails for every candidate. */
const isOfOneCandidate = (error: unknown): error is FailedResult['error'] =>
  error instanceof ToolFailure
    ? error.kind !== 'damaged'
    : error instanceof ServiceError && error.code === 'unavailable';

const withSignal = (job: Job, signal: AbortSignal): Job => ({
  ...job,
  client: { ...job.client, signal },
});
