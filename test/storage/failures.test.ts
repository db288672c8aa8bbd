import { expect } from 'chai';
import { connectionFailure, cstoreFailure, objstoreFailure } from '../../src/storage/failures.ts';

describe('what a failure of S3 means', () => {
  for (const [code, status, kind, isRetryable, sentence] of [
    ['InvalidAccessKeyId', 403, 'denied', false, /no such access key id/],
    ['SignatureDoesNotMatch', 403, 'denied', false, /secret access key/],
    ['AccessDenied', 403, 'denied', false, /s3:PutObject.*no-acl/],
    ['NoSuchBucket', 404, 'missing', false, /no such bucket/],
    ['PermanentRedirect', 301, 'refused', false, /another region/],
    ['AuthorizationHeaderMalformed', 400, 'refused', false, /another region/],
    ['AccessControlListNotSupported', 400, 'refused', false, /set acl to no-acl/],
    ['EntityTooLarge', 400, 'refused', false, /refused the request/],
    ['RequestTimeTooSkewed', 403, 'failed', false, /clocks/],
    ['RequestTimeout', 400, 'failed', true, /Try again/],
    ['BadDigest', 400, 'failed', true, /did not arrive/],
    ['SlowDown', 503, 'failed', true, /Try again/],
    ['InternalError', 500, 'failed', true, /Try again/],
    ['NotImplemented', 501, 'refused', false, /refused the request/],
    ['TooManyRequests', 429, 'failed', true, /Try again/],
    ['Whatever', 403, 'denied', false, /credentials/],
    ['Whatever', 404, 'missing', false, /bucket/],
    ['Whatever', 302, 'refused', false, /another region/],
    ['Whatever', 200, 'failed', true, /cannot be read/],
    ['toString', 400, 'refused', false, /refused the request/],
  ] as const) {
    it(`is ${kind} for ${code} with ${status}`, () => {
      const failure = objstoreFailure({ code, status });
      expect(failure).to.include({ kind, code, isRetryable });
      expect(failure.sentence).to.match(sentence);
    });
  }

  it('names the region of the bucket where the storage does', () => {
    const { sentence } = objstoreFailure({
      code: 'PermanentRedirect',
      status: 301,
      region: 'eu-west-1',
    });
    expect(sentence).to.equal('The bucket is in the region eu-west-1.');
  });

  it('repeats no code that is no plain word', () => {
    for (const code of ['<b>x</b>', 'a b', '', 'x'.repeat(65), 'secret/key']) {
      expect(objstoreFailure({ code, status: 400 }).code).to.equal('unknown');
    }
  });
});

describe('what a failure of Google means', () => {
  for (const [code, status, kind, isRetryable, sentence] of [
    ['authError', 401, 'denied', false, /token is not valid or has expired/],
    ['forbidden', 403, 'denied', false, /storage\.objects\.create/],
    ['rateLimitExceeded', 403, 'failed', true, /Try again/],
    ['notFound', 404, 'missing', false, /no such bucket/],
    ['conditionNotMet', 412, 'refused', false, /condition/],
    ['checksumMismatch', 400, 'failed', true, /did not arrive/],
    ['rateLimitExceeded', 429, 'failed', true, /Try again/],
    ['backendError', 503, 'failed', true, /Try again/],
    ['invalid', 400, 'refused', false, /refused the request/],
  ] as const) {
    it(`is ${kind} for ${code} with ${status}`, () => {
      const failure = cstoreFailure({ code, status });
      expect(failure).to.include({ kind, code, isRetryable });
      expect(failure.sentence).to.match(sentence);
    });
  }
});

describe('what a broken connection means', () => {
  it('is a failure that may pass', () => {
    expect(connectionFailure('ECONNREFUSED')).to.include({
      kind: 'failed',
      code: 'ECONNREFUSED',
      isRetryable: true,
    });
  });
});
