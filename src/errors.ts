/**
 * Error codes of the service. `http/status.ts` has the one table from code to status number, error name
 * and headers (specification, section 7).
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

/** What is wrong, where people have to read more than the code says. Each page language has a text for each. */
export type ErrorReason =
  | Readonly<{
      id: 'too_many_bytes' | 'too_many_pixels' | 'too_many_frames' | 'too_many_files';
      most: number;
    }>
  | Readonly<{
      id:
        | 'animated_avif'
        | 'animated_png'
        | 'animation_keeps_type'
        | 'bad_operation'
        | 'broken_form'
        | 'demo_used_up'
        | 'last_administrator'
        | 'needs_background'
        | 'no_such_result'
        | 'sweep_originals'
        | 'sweep_races'
        | 'sweep_under_way';
    }>;

export type ErrorDetails = Readonly<{
  reason?: ErrorReason;
  /** The cause, which is logged and never shown to a client. */
  cause?: unknown;
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The service is at fault, so it is logged as an error. */
  isFault?: boolean;
}>;

/** Longest message in bytes, as JSON, so that responses and log lines stay short whatever they quote. */
const maxMessageBytes = 1800;

/**
 * A failure with a code for programs, a sentence that clients are shown, and a cause for the log. A long
 * message is cut after a whole character.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly reason: ErrorReason | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isFault: boolean;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(shortened(message), 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    this.reason = details.reason;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.isFault = details.isFault ?? ['internal', 'storage_full'].includes(code);
  }
}

/** Whether an error is a `ServiceError` with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly ErrorCode[]): error is ServiceError =>
  error instanceof ServiceError && codes.includes(error.code);

/** The error for a body without bytes. */
export const inputMissing = (): ServiceError =>
  new ServiceError('input_missing', 'Input file is empty.');

/** The error for a body of `got` bytes. */
export const tooManyBytes = (maxBytes: number, got: number | 'more'): ServiceError =>
  new ServiceError(
    'too_large',
    `The image may have at most ${maxBytes} bytes (limits.uploadBytes), got ${got}.`,
    { reason: { id: 'too_many_bytes', most: maxBytes } },
  );

/** `unavailable`, for the account that holds its share alone. */
export class ShareFull extends ServiceError {
  constructor(message: string, retryAfterSeconds: number) {
    super('unavailable', message, { retryAfterSeconds });
  }
}

/** `source_not_found` of a server that fails or does not answer: it may have the source later. */
export class SourceAway extends ServiceError {
  constructor(message: string, cause?: unknown) {
    super('source_not_found', message, { cause });
  }
}

const ellipsis = '...';
const utf8 = new TextEncoder();

const shortened = (message: string): string => {
  let [bytes, kept] = [0, 0];
  for (const character of message) {
    bytes += utf8.encode(JSON.stringify(character)).length - '""'.length;
    if (bytes > maxMessageBytes) return message.slice(0, kept) + ellipsis;
    if (bytes <= maxMessageBytes - ellipsis.length) kept += character.length;
  }
  return message;
};

/** A start or command that cannot continue. The message names every problem and how to fix it. The process exits with `exitCode`. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/** That a command is used in a wrong way, which has an exit code of its own. */
export const misused = (sentence: string): StartError => new StartError(sentence, 2);

/** The `code` of a Node system error (`ENOENT`, `EADDRINUSE`, ...), if it has one. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

const fullCodes = ['ENOSPC', 'EDQUOT'];

/** Whether a write failed because the disk is full or a quota is used up. */
export const isDiskFull = (error: unknown): boolean =>
  fullCodes.includes(systemCodeOf(error) ?? '');

/** Of permissions, of disks and network disks that fail, are read-only, away or full, of descriptors and memory. */
const machineCodes = [
  ...['EACCES', 'EPERM', 'EROFS', 'EIO', 'EUCLEAN', 'ENODEV', 'ENXIO'],
  ...['ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT', 'EBUSY'],
  ...[...fullCodes, 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'],
];

/** Whether a file could not be used for a reason of the machine, which says nothing of the file, and may pass. */
export const isMachineFault = (error: unknown): boolean =>
  machineCodes.includes(systemCodeOf(error) ?? '');
