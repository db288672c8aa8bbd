import { hasCode } from '../../errors.ts';
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
  rounds: readonly Round[];
  /** Moment (monotonic clock, ms) by which the rounds that may not use the kept time must have ended. */
  roundsEndBy: number;
  /** @throws ToolFailure; whatever the runner throws. */
  runCandidate: (job: Job, entry: RaceEntry) => Promise<MadeResult | SkippedResult>;
  /** Called with each failure that the client does not see. */
  onFailure: (failure: Error) => void;
}>;

/** Candidates that run side by side when all rounds before have ended. */
export type Round = Readonly<{
  candidates: readonly Candidate[];
  /** Why a candidate cannot matter beside the results of the rounds before; undefined where it can. */
  skipReason: (candidate: Candidate, earlier: readonly MadeResult[]) => string | undefined;
  /** Whether it may run until the job's end, for which the other rounds leave time. */
  usesKeptTime: boolean;
}>;

/** One candidate in a race. */
export type RaceEntry = Readonly<{
  candidate: Candidate;
  /** Its place among all candidates of the race. */
  candidateIndex: number;
  /** Results of the rounds before. */
  earlier: readonly MadeResult[];
}>;

/**
 * The result of every candidate, in the order of `candidates`, whichever ends first. A candidate whose
 * tool fails, or that gets no permit in time, does not end the others.
 * @throws ToolFailure `damaged` for a damaged source; any error that is not about one candidate.
 */
export const runRace = async (
  { rounds, roundsEndBy, runCandidate, onFailure }: Race,
  job: Job,
  candidates: readonly Candidate[],
): Promise<readonly RacedCandidate[]> => {
  const failed = (error: unknown): CandidateResult => {
    if (!isOfOneCandidate(error)) throw error;
    if (error instanceof ToolFailure) onFailure(error);
    return { kind: 'failed', error };
  };

  const results = new Map<Candidate, CandidateResult>();
  for (const { candidates: members, skipReason, usesKeptTime } of rounds) {
    const endBy = usesKeptTime ? job.endBy : roundsEndBy;
    const earlier = candidates.flatMap((one) => results.get(one) ?? []).filter(isMade);
    const run = (candidate: Candidate) => async (signal: AbortSignal) => {
      const entry = { candidate, candidateIndex: candidates.indexOf(candidate), earlier };
      const client = { ...job.client, signal };
      const running = runCandidate({ ...job, client, endBy }, entry);
      results.set(candidate, await running.catch(failed));
    };
    const needed = members.filter((candidate) => {
      const reason = skipReason(candidate, earlier);
      if (reason !== undefined) results.set(candidate, { kind: 'skipped', reason });
      return reason === undefined;
    });
    await allOrAbort(needed.map(run), job.client.signal);
  }
  return candidates.flatMap((candidate) => {
    const result = results.get(candidate);
    return result === undefined ? [] : [{ candidate, result }];
  });
};

/** A damaged source fails for every candidate. */
const isOfOneCandidate = (error: unknown): error is FailedResult['error'] =>
  error instanceof ToolFailure ? error.kind !== 'damaged' : hasCode(error, 'unavailable');
