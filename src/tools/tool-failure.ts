import { ServiceError } from '../errors.ts';

/**
 * Why a tool produced no result.
 * `damaged`: it reported a truncated input. `limit`: its deadline or another limit of its own ended it.
 * `late`: the job's deadline ended it before the tool's own. `failed`: it exited with an error. `crashed`: a signal ended
 * it that no limit sends, which says nothing about its input.
 * `not_started`: it could not be run.
 */
export class ToolFailure extends Error {
  readonly kind: 'damaged' | 'limit' | 'late' | 'failed' | 'crashed' | 'not_started';
  /** What the tool wrote to standard output and error. */
  readonly printed: string;
  /** Whether the limit that ended it was its own deadline, or that of CPU time. */
  readonly isOutOfTime: boolean;

  constructor(
    kind: ToolFailure['kind'],
    tool: string,
    reason: string,
    printed = '',
    isOutOfTime = false,
  ) {
    super(`${tool}: ${kind} (${reason})`);
    this.name = 'ToolFailure';
    this.kind = kind;
    this.printed = printed;
    this.isOutOfTime = isOutOfTime;
  }
}

/** The tool failure that an error is, or was caused by; undefined for other errors. */
export const toolFailureOf = (error: unknown): ToolFailure | undefined => {
  const failure = error instanceof ServiceError ? error.cause : error;
  return failure instanceof ToolFailure ? failure : undefined;
};
