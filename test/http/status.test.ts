import { expect } from 'chai';
import { errorAnswers } from '../../src/http/status.ts';

describe('the table from what went wrong to HTTP', () => {
  it('has exactly these statuses and names', () => {
    const rows = Object.entries(errorAnswers).map(([code, { status, error }]) => [
      code,
      status,
      error,
    ]);
    expect(rows).to.have.deep.members([
      ['input_missing', 400, 'InputMissing'],
      ['bad_request', 400, 'Bad request'],
      ['source_not_found', 400, 'Source not found'],
      ['unauthorized', 401, 'Unauthorized'],
      ['https_required', 403, 'HTTPS required'],
      ['registration_closed', 403, 'Registration closed'],
      ['not_found', 404, 'Not found'],
      ['method_not_allowed', 405, 'Method not allowed'],
      ['request_timeout', 408, 'Request timeout'],
      ['precondition_failed', 412, 'Precondition failed'],
      ['too_large', 413, 'Request entity too large'],
      ['unsupported_media_type', 415, 'Unsupported media type'],
      ['decode_failed', 415, 'DecodeError'],
      ['range_not_satisfiable', 416, 'Range not satisfiable'],
      ['expectation_failed', 417, 'Expectation failed'],
      ['headers_too_large', 431, 'Request header fields too large'],
      ['monthly_limit_exceeded', 429, 'Too many requests'],
      ['rate_limit_exceeded', 429, 'Too many requests'],
      ['internal', 500, 'Internal server error'],
      ['unavailable', 503, 'Service unavailable'],
      ['storage_full', 503, 'Service unavailable'],
      ['storage_refused', 400, 'Storage failed'],
      ['storage_denied', 403, 'Storage failed'],
      ['storage_missing', 404, 'Storage failed'],
      ['storage_failed', 502, 'Storage failed'],
    ]);
  });
});
