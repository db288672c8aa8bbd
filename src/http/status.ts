import type { ErrorCode } from '../errors.ts';

/** How a failure is reported to a client: its status, and its short name. `docs/generate/failures.ts` has its causes. */
type ErrorAnswer = Readonly<{ status: number; error: string }>;

/** The one table from error codes to HTTP. */
export const errorAnswers: Readonly<Record<ErrorCode, ErrorAnswer>> = {
  input_missing: { status: 400, error: 'InputMissing' },
  bad_request: { status: 400, error: 'Bad request' },
  source_not_found: { status: 400, error: 'Source not found' },
  unauthorized: { status: 401, error: 'Unauthorized' },
  https_required: { status: 403, error: 'HTTPS required' },
  registration_closed: { status: 403, error: 'Registration closed' },
  not_found: { status: 404, error: 'Not found' },
  method_not_allowed: { status: 405, error: 'Method not allowed' },
  request_timeout: { status: 408, error: 'Request timeout' },
  precondition_failed: { status: 412, error: 'Precondition failed' },
  too_large: { status: 413, error: 'Request entity too large' },
  unsupported_media_type: { status: 415, error: 'Unsupported media type' },
  decode_failed: { status: 415, error: 'DecodeError' },
  range_not_satisfiable: { status: 416, error: 'Range not satisfiable' },
  expectation_failed: { status: 417, error: 'Expectation failed' },
  headers_too_large: { status: 431, error: 'Request header fields too large' },
  monthly_limit_exceeded: { status: 429, error: 'Too many requests' },
  rate_limit_exceeded: { status: 429, error: 'Too many requests' },
  internal: { status: 500, error: 'Internal server error' },
  unavailable: { status: 503, error: 'Service unavailable' },
  storage_full: { status: 503, error: 'Service unavailable' },
  storage_refused: { status: 400, error: 'Storage failed' },
  storage_denied: { status: 403, error: 'Storage failed' },
  storage_missing: { status: 404, error: 'Storage failed' },
  storage_failed: { status: 502, error: 'Storage failed' },
};
