import type { Candidate } from '../../image/plan.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import { isUnavailable } from '../client-errors.ts';
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
  runCandidate: (job: Job, entry: RaceEntry) => Promise<MadeResult | SkippedResult>;
  /** Called with each failure that the client does not see. */
  onFailure: (failure: Error) => void;
}>;

/** Candidates that run side by side when all rounds before have ended. */
export type Round = Readonly<{
  candidates: readonly Candidate[];
  /** Why a candidate cannot matter beside the results of the rounds before; undefined where it can. */
  whyUnneeded: (candidate: Candidate, earlier: readonly MadeResult[]) => string | undefined;
  /** Expected bytes of another result with which all of the round are needed, and start at once. */
  startAtBytes: number;
  /** Whether it may run until the job's end, for which the other rounds leave time. */
  usesKeptTime: boolean;
}>;

/** One candidate in a race. */
export type RaceEntry = Readonly<{
  candidate: Candidate;
  /** Its place among all candidates of the race. */
  candidateIndex: number;
  /** Results of the rounds before; none in a round that started before these ended. */
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
  const started = rounds.map((round) => ({ round, early: Promise.withResolvers<'early'>() }));
  const onExpected = (bytes: number): void => {
    for (const { round, early } of started) {
      if (bytes >= round.startAtBytes) early.resolve('early');
    }
  };

  const run = async (
    needed: readonly Candidate[],
    endBy: number,
    earlier: readonly MadeResult[],
    parent: AbortSignal,
  ): Promise<void> => {
    const tasks = needed.map((candidate) => async (signal: AbortSignal) => {
      const candidateIndex = candidates.indexOf(candidate);
      const entry = { candidate, candidateIndex, earlier, onExpected };
      const client = { ...job.client, signal };
      const running = runCandidate({ ...job, client, endBy }, entry);
      results.set(candidate, await running.catch(failed));
    });
    await allOrAbort(tasks, parent);
  };

  const runRound = async (
    { round, early }: (typeof started)[number],
    before: Promise<void> | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const { candidates: members, whyUnneeded } = round;
    const endBy = round.usesKeptTime ? job.endBy : roundsEndBy;
    // A failure of the rounds before ends this one too.
    const start = await Promise.race([before, early.promise]);
    if (start === 'early') {
      await run(members, endBy, [], signal);
      return before;
    }
    const earlier = rounds
      .slice(0, rounds.indexOf(round))
      .flatMap((former) => former.candidates.flatMap((candidate) => results.get(candidate) ?? []))
      .filter(isMade);
    const needed = members.filter((candidate) => {
      const reason = whyUnneeded(candidate, earlier);
      if (reason !== undefined) results.set(candidate, { kind: 'skipped', reason });
      return reason === undefined;
    });
    await run(needed, endBy, earlier, signal);
  };

  const ended: Promise<void>[] = [];
  const tasks = started.map((entry) => (signal: AbortSignal) => {
    const running = runRound(entry, ended.at(-1), signal);
    ended.push(running);
    return running;
  });
  await allOrAbort(tasks, job.client.signal);
  return candidates.flatMap((candidate) => {
    const result = results.get(candidate);
    return result === undefined ? [] : [{ candidate, result }];
  });
};

/** A damaged source fails for every candidate. */
const isOfOneCandidate = (error: unknown): error is FailedResult['error'] =>
  error instanceof ToolFailure ? error.kind !== 'damaged' : isUnavailable(error);
