/** What a failure means for the client: wrong request, no permission, no such bucket, or a fault elsewhere. */
export type FailureKind = 'refused' | 'denied' | 'missing' | 'failed';

/** Why an upload failed, with no text of the storage except its code. */
export type Failure = Readonly<{
  kind: FailureKind;
  /** The storage's own code, or a short one of this service. */
  code: string;
  /** A sentence that names the cause, and what to do. */
  sentence: string;
  isRetryable: boolean;
}>;

/** The part of a storage's answer that may be shown to clients. */
type StorageAnswer = Readonly<{
  code: string;
  status: number;
  /** The region of the bucket, from S3. */
  region?: string | undefined;
}>;

type Row = Readonly<Pick<Failure, 'kind' | 'sentence'> & { isRetryable?: boolean }>;

const wrongRegion: Row = {
  kind: 'refused',
  sentence: 'The bucket is in another region than the one given.',
};
const aclsRefused: Row = {
  kind: 'refused',
  sentence: 'The bucket does not take ACLs: set acl to no-acl.',
};
const damaged: Row = {
  kind: 'failed',
  sentence: 'The object did not arrive as it was sent.',
  isRetryable: true,
};
const busy: Row = {
  kind: 'failed',
  sentence: 'The storage is busy or has a fault. Try again later.',
  isRetryable: true,
};

/** Codes of S3 and S3-compatible storage (Amazon S3 API reference, error responses). */
const objstoreCodes: Readonly<Record<string, Row>> = {
  InvalidAccessKeyId: { kind: 'denied', sentence: 'The storage has no such access key id.' },
  SignatureDoesNotMatch: {
    kind: 'denied',
    sentence: 'The secret access key does not belong to the access key id.',
  },
  AccessDenied: {
    kind: 'denied',
    sentence:
      'The key may not put this object. It needs s3:PutObject, and s3:PutObjectAcl unless acl is no-acl. A bucket that blocks public ACLs needs acl no-acl.',
  },
  NoSuchBucket: { kind: 'missing', sentence: 'There is no such bucket.' },
  PermanentRedirect: wrongRegion,
  TemporaryRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  AccessControlListNotSupported: aclsRefused,
  InvalidBucketAclWithObjectOwnership: aclsRefused,
  RequestTimeTooSkewed: {
    kind: 'failed',
    sentence: 'The clocks of the storage and of this service are too far apart.',
  },
  BadDigest: damaged,
  XAmzContentSHA256Mismatch: damaged,
  IncompleteBody: damaged,
  RequestTimeout: busy,
  OperationAborted: busy,
};

/** The failure in an error answer of S3. */
export const objstoreFailure = (answer: StorageAnswer): Failure => {
  const row = Object.hasOwn(objstoreCodes, answer.code) ? objstoreCodes[answer.code] : undefined;
  const failure = failureOf(row ?? byStatus(answer), answer.code);
  return failure.sentence === wrongRegion.sentence && answer.region !== undefined
    ? { ...failure, sentence: `The bucket is in the region ${answer.region}.` }
    : failure;
};

/** Reasons of the JSON API (Google Cloud Storage, HTTP status and error codes). */
const cstoreReasons: Readonly<Record<string, Row>> = {
  rateLimitExceeded: busy,
  userRateLimitExceeded: busy,
  checksumMismatch: damaged,
};

const cstoreStatuses: Readonly<Record<number, Row>> = {
  401: { kind: 'denied', sentence: 'The access token is not valid or has expired.' },
  403: {
    kind: 'denied',
    sentence:
      'The token may not put this object. It needs storage.objects.create, and storage.objects.delete to replace one.',
  },
  404: { kind: 'missing', sentence: 'There is no such bucket.' },
  412: {
    kind: 'refused',
    sentence: 'A condition or the retention policy of the bucket forbids it.',
  },
};

/** The failure in an error answer of Google Cloud Storage. */
export const cstoreFailure = (answer: StorageAnswer): Failure => {
  const row = Object.hasOwn(cstoreReasons, answer.code) ? cstoreReasons[answer.code] : undefined;
  return failureOf(row ?? cstoreStatuses[answer.status] ?? byStatus(answer), answer.code);
};

/** A connection that failed or broke. `code` is the code of the system. */
export const connectionFailure = (code: string): Failure =>
  failureOf(
    {
      kind: 'failed',
      sentence: 'The storage cannot be reached, or closed the connection.',
      isRetryable: true,
    },
    code,
  );

/** A timeout of one attempt, which is retried, or of all attempts together. */
export const timeoutFailure = (seconds: number, isRetryable: boolean): Failure => ({
  kind: 'failed',
  code: 'Timeout',
  sentence: `The storage did not take the object within ${seconds} s.`,
  isRetryable,
});

const byStatus = ({ status }: StorageAnswer): Row => {
  if (status === 401 || status === 403) {
    return { kind: 'denied', sentence: 'These credentials do not permit that.' };
  }
  if (status === 404) return { kind: 'missing', sentence: 'The storage does not find the bucket.' };
  if (status === 408 || status === 429 || (status >= 500 && status !== 501)) return busy;
  if (status >= 300 && status < 400) return wrongRegion;
  return status < 300
    ? { ...damaged, sentence: 'The answer of the storage cannot be read.' }
    : { kind: 'refused', sentence: 'The storage refused the request.' };
};

const failureOf = ({ kind, sentence, isRetryable = false }: Row, code: string): Failure => ({
  kind,
  code: tellable(code),
  sentence,
  isRetryable,
});

/** A code that may be shown to clients. Anything but a plain word is not shown. */
const tellable = (code: string): string => (/^[\w.-]{1,64}$/.test(code) ? code : 'unknown');
