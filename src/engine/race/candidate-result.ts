import type { ServiceError } from '../../errors.ts';
import type { Candidate } from '../../image/plan.ts';
import type { History } from '../../image/search/search-result.ts';
import type { ToolFailure } from '../../tools/tool-failure.ts';
import type { Stripped } from './verify-result.ts';

/** What running one candidate gave. */
export type CandidateResult = MadeResult | SkippedResult | FailedResult;

/** A file in the job's folder, and what it would serve. */
export type MadeResult = Stripped &
  Readonly<{
    kind: 'made';
    name: string;
    file: string;
    mediaType: string;
    lossless: boolean;
    /** An encoder warned about its input, so this result does not prove that the picture can be read. */
    isWarned?: boolean;
    /** Likeness to the source on SSIMULACRA2's scale; absent where it was not measured. */
    score?: number;
    /** The lowest score of all its places; absent where it was not measured. */
    worstPlace?: number;
    /** Largest error in smooth areas, in levels; absent where it was not measured. */
    banding?: number;
    /** How an encoder made it; absent for the source and for an animation. */
    history?: History;
    /** Load or a passing fault made it worse, so a later run may give a better result. */
    isDegraded?: boolean;
  }>;

/** The candidate made nothing, though no tool failed. */
export type SkippedResult = Readonly<{
  kind: 'skipped';
  reason: string;
  isDegraded?: boolean;
  /** Its search; absent where there was none. */
  history?: History;
}>;

/** A tool failed, or the job got no permit in time. */
export type FailedResult = Readonly<{ kind: 'failed'; error: ToolFailure | ServiceError }>;

/** A candidate of the plan with its result. */
export type RacedCandidate = Readonly<{ candidate: Candidate; result: CandidateResult }>;

export const isMade = (result: CandidateResult): result is MadeResult => result.kind === 'made';

export const isFailed = (result: CandidateResult): result is FailedResult =>
  result.kind === 'failed';
