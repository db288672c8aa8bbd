/**
 * What can go wrong, in the words of the domain. Status numbers are not known here: `http/status.ts`
 * holds the one table from code to status, error name and headers (specification, section 7).
 */
export type ErrorCode =
  | 'input_missing'
  | 'bad_request'
  | 'source_not_found'
  | 'unauthorized'
  | 'https_required'
  | 'registration_closed'
  | 'not_found'
  | 'method_not_allowed'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'expectation_failed'
  | 'request_timeout'
  | 'headers_too_large'
  | 'too_large'
  | 'unsupported_media_type'
  | 'decode_failed'
  | 'monthly_limit_exceeded'
  | 'rate_limit_exceeded'
  | 'unavailable'
  | 'storage_full'
  | 'storage_refused'
  | 'storage_denied'
  | 'storage_missing'
  | 'storage_failed'
  | 'internal';

export type ErrorDetails = Readonly<{
  /** What made it happen; logged, never shown to a client. */
  cause?: unknown;
  /** When another try is worth it; becomes `Retry-After`. */
  retryAfterSeconds?: number;
}>;

/** Bytes of a message as JSON writes it: answers and log lines stay short, whatever is repeated in them. */
const maxMessageBytes = 1800;

/**
 * A failure with a code for programs, a sentence for people (shown to clients) and a cause for us. A
 * long message is cut behind a whole character.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(shortened(message), 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

const ellipsis = '...';

const shortened = (message: string): string => {
  let [bytes, kept] = [0, 0];
  for (const character of message) {
    bytes += Buffer.byteLength(JSON.stringify(character)) - '""'.length;
    if (bytes > maxMessageBytes) return message.slice(0, kept) + ellipsis;
    if (bytes <= maxMessageBytes - ellipsis.length) kept += character.length;
  }
  return message;
};

/** A start that cannot go on; its message names every problem and how to mend it. The process exits with `exitCode`. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/** The `code` of a Node system error (`ENOENT`, `EADDRINUSE`, ...), if it has one. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Whether something could not be written for want of room: the disk is full, or a quota is used up. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes(systemCodeOf(error) ?? '');
