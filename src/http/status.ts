import type { ErrorCode } from '../errors.ts';

/** How a failure is reported to a client: its status, its short name, and for the documents its cause. */
type ErrorAnswer = Readonly<{ status: number; error: string; when: string }>;

/** The one table from error codes to HTTP. */
export const errorAnswers: Readonly<Record<ErrorCode, ErrorAnswer>> = {
  input_missing: { status: 400, error: 'InputMissing', when: 'The body has no bytes.' },
  bad_request: {
    status: 400,
    error: 'Bad request',
    when: 'The JSON is invalid, or a field has an unexpected value, which the message names. Or `Host` is missing, given twice, or not a host with or without a port.',
  },
  source_not_found: {
    status: 400,
    error: 'Source not found',
    when: 'The source address cannot be used, or its server answered with an error.',
  },
  unauthorized: { status: 401, error: 'Unauthorized', when: 'There is no valid API key.' },
  https_required: {
    status: 403,
    error: 'HTTPS required',
    when: 'The request came over plain HTTP.',
  },
  registration_closed: {
    status: 403,
    error: 'Registration closed',
    when: '`POST /keys` creates no account: `web.registration` is `closed` or `invite`, or there are `web.newAccounts.maxAccounts` accounts.',
  },
  not_found: {
    status: 404,
    error: 'Not found',
    when: 'The path is unknown. Or the output does not exist, has expired, or belongs to another account. Or no account has this key.',
  },
  method_not_allowed: {
    status: 405,
    error: 'Method not allowed',
    when: 'The path does not take the method. `Allow` lists those that it takes.',
  },
  request_timeout: {
    status: 408,
    error: 'Request timeout',
    when: 'The request took too long to arrive.',
  },
  precondition_failed: {
    status: 412,
    error: 'Precondition failed',
    when: 'The image is not the one that `If-Match` names. Nothing is stored or counted.',
  },
  too_large: {
    status: 413,
    error: 'Request entity too large',
    when: 'Bytes, pixels or frames exceed a limit, or a tool exceeds one of its own for the result.',
  },
  unsupported_media_type: {
    status: 415,
    error: 'Unsupported media type',
    when: 'The image is not AVIF, WebP, JPEG or PNG. Or it is an animated AVIF, or one that is to be cropped (`clap`); the message says so.',
  },
  decode_failed: { status: 415, error: 'DecodeError', when: 'The image is damaged or truncated.' },
  range_not_satisfiable: {
    status: 416,
    error: 'Range not satisfiable',
    when: 'The image has no such bytes.',
  },
  expectation_failed: {
    status: 417,
    error: 'Expectation failed',
    when: '`Expect` has a value other than `100-continue`.',
  },
  headers_too_large: {
    status: 431,
    error: 'Request header fields too large',
    when: 'The request headers are too large.',
  },
  monthly_limit_exceeded: {
    status: 429,
    error: 'Too many requests',
    when: 'The account has reached its monthly limit. `Retry-After` has the seconds until the next month.',
  },
  rate_limit_exceeded: {
    status: 429,
    error: 'Too many requests',
    when: 'The account, or for `/keys` the address, sends too many requests. `Retry-After` says when to try again.',
  },
  internal: {
    status: 500,
    error: 'Internal server error',
    when: "The service has a fault. The message has the request's id, which the log has too.",
  },
  unavailable: {
    status: 503,
    error: 'Service unavailable',
    when: 'The queue is full, the service is overloaded or shutting down, or too many images are being stored. Or the time, memory, processes or open files are not enough, or a tool crashed. `Retry-After` says when to try again.',
  },
  storage_full: {
    status: 503,
    error: 'Service unavailable',
    when: 'The disk has no space left. `Retry-After` says when to try again.',
  },
  storage_refused: {
    status: 400,
    error: 'Storage failed',
    when: 'The region is wrong (the message names the right one if the storage does), the bucket takes no ACLs, or the storage refused the object.',
  },
  storage_denied: {
    status: 403,
    error: 'Storage failed',
    when: 'The key is unknown or lacks the right, the secret is wrong, the token is not valid or has expired, or the bucket blocks public ACLs.',
  },
  storage_missing: { status: 404, error: 'Storage failed', when: 'The bucket does not exist.' },
  storage_failed: {
    status: 502,
    error: 'Storage failed',
    when: 'The storage could not be reached, was too slow, or failed. All failures of named stores. The result stays in the cache for another attempt.',
  },
};
