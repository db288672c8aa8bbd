import { ServiceError, StartError, type ErrorCode } from '../errors.ts';
import { attempts, type AttemptsReport } from './attempts.ts';
import type { Failure, FailureKind } from './failures.ts';
import { serviceAccountOf } from './google-auth.ts';
import { locationOf } from './location.ts';
import type { NamedStore, StorageSettings } from './named-store.ts';
import { StorageFailure } from './object-client.ts';
import { createObjectClients } from './object-clients.ts';
import { bucketProblem, objectKeyProblem } from './object-path.ts';
import type { Put, PutReport, Storage, StorageTarget } from './storage.ts';
import { createTargets } from './targets.ts';

type StorageOptions = StorageSettings &
  Readonly<{
    onPut: (report: PutReport) => void;
  }>;

const longestSilenceMs = 10_000;

/**
 * Storage in S3, S3-compatible storage, and Google Cloud Storage. SDKs are loaded when they are first used.
 * @throws StartError naming the problems of named stores.
 */
export const createStorage = (options: StorageOptions): Storage => {
  checkStores(options);
  const { attempts: most, deadlineSeconds, maxUploads, onPut } = options;
  // Shorter than the deadline of all attempts, so that a storage that stops responding can be tried again.
  const silenceMs = Math.min(longestSilenceMs, (deadlineSeconds * 1000) / (most + 1));
  const clients = createObjectClients({ silenceMs });
  let underWay = 0;

  const putFile = async (put: Put): Promise<string> => {
    const { target, file, signal } = put;
    const { objectKey, headers, acl } = target;
    const attempt = async (ended: AbortSignal): Promise<void> => {
      const client = await clients.open(target);
      const { mediaType } = file;
      await client.put(objectKey, file, { mediaType, headers, acl, signal: ended });
    };
    const onEnd = ({ ms, attempts: made, failure }: AttemptsReport<void>): void => {
      const isAborted = failure !== undefined && signal.aborted;
      const outcome = isAborted ? 'aborted' : (failure?.kind ?? 'stored');
      const code = isAborted ? undefined : failure?.code;
      onPut({ ...described(put), ms, attempts: made, outcome, code });
    };
    try {
      await attempts(attempt, { most, deadlineSeconds, signal, onEnd });
      return locationOf(target);
    } catch (error) {
      throw error instanceof StorageFailure ? errorOf(target, error.failure) : error;
    }
  };

  return {
    targetOf: createTargets(options),
    put: async (put) => {
      if (underWay >= maxUploads) {
        throw new ServiceError('unavailable', 'Too many uploads to storage are under way.', {
          retryAfterSeconds: 2,
        });
      }
      underWay += 1;
      try {
        return await putFile(put);
      } finally {
        underWay -= 1;
      }
    },
    underWay: () => underWay,
    close: clients.close,
  };
};

const checkStores = ({ stores }: StorageSettings): void => {
  const problems = Object.entries(stores).flatMap(([name, store]) =>
    problemsOf(store).map((problem) => `storage.stores.${name}.${problem}`),
  );
  if (problems.length > 0) throw new StartError(problems.join('\n'));
};

/** Problems of a named store that the schema of the configuration cannot find. */
const problemsOf = (store: NamedStore): readonly string[] => {
  const bucket = bucketProblem(store.service, store.bucket);
  const prefix = objectKeyProblem(`${store.prefix}name`);
  const isWithoutKey =
    store.service === 'cstore' && serviceAccountOf(store.serviceAccountKey.reveal()) === undefined;
  return [
    ...(bucket === undefined ? [] : [`bucket: expected ${bucket}.`]),
    ...(prefix === undefined ? [] : [`prefix: expected ${prefix}.`]),
    ...(isWithoutKey
      ? [
          'serviceAccountKey: expected the JSON key of a service account, as downloaded from Google.',
        ]
      : []),
  ];
};

const described = ({ target, file, requestId }: Put) => ({
  requestId,
  service: target.service,
  store: target.storeName,
  bucket: target.bucket,
  objectKey: target.objectKey,
  bytes: file.bytes,
});

const codes: Readonly<Record<FailureKind, ErrorCode>> = {
  refused: 'storage_refused',
  denied: 'storage_denied',
  missing: 'storage_missing',
  failed: 'storage_failed',
};

/** A client cannot fix the keys, bucket or region of a named store, so it is not shown their failure. */
const errorOf = (target: StorageTarget, { kind, code, sentence }: Failure): ServiceError =>
  target.storeName === undefined
    ? new ServiceError(codes[kind], `${code} (${placeIn(target)}): ${sentence}`)
    : new ServiceError(
        'storage_failed',
        kind === 'failed'
          ? `${code} (store "${target.storeName}"): ${sentence}`
          : `The store "${target.storeName}" does not work. The log of the service has the reason.`,
      );

const placeIn = (target: StorageTarget): string =>
  target.service === 'objstore'
    ? `bucket "${target.bucket}", region "${target.region}"`
    : `bucket "${target.bucket}"`;
