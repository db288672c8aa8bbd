import type { Secret } from '../redacted.ts';
import type { BucketPlace } from './object-client.ts';
import type { ObjectHeaders } from './object-headers.ts';

/** Fields of every request to store: the path, and the headers as given. */
type StoreFields = Readonly<{
  /** As given. It begins with the bucket's name, except for a named store. */
  path: string;
  headers: Readonly<Record<string, string>>;
}>;

/** Where a client wants an image to be stored, and with which credentials (specification, section 2.4). */
export type StoreRequest = StoreFields &
  (
    | Readonly<{
        service: 'objstore';
        accessKeyId: Secret;
        secretAccessKey: Secret;
        region: string;
        acl: string;
      }>
    | Readonly<{ service: 'cstore'; accessToken: Secret }>
    | Readonly<{ service: 'named'; name: string }>
  );

/** The checked address and credentials of an upload. */
export type StorageTarget = BucketPlace &
  Readonly<{
    objectKey: string;
    headers: ObjectHeaders;
    /** Undefined: no ACL is sent. */
    acl?: string | undefined;
    /** The name of a store of the configuration; undefined where the client sends credentials. */
    storeName: string | undefined;
  }>;

/** A complete file. It must not change or be removed while it is uploaded. */
export type StoredFile = Readonly<{
  path: string;
  mediaType: string;
  bytes: number;
  /** Digest of the file, 64 hexadecimal digits. */
  sha256: string;
}>;

export type Put = Readonly<{
  target: StorageTarget;
  file: StoredFile;
  requestId: string;
  /** Aborts when the client has disconnected. The upload then ends. */
  signal: AbortSignal;
}>;

/** Object storage of another service, such as Amazon S3. */
export type Storage = Readonly<{
  /**
   * The target of an account's request.
   * @throws ServiceError `bad_request` naming every problem.
   */
  targetOf: (request: StoreRequest, accountId: string) => StorageTarget;
  /**
   * Uploads a file and resolves with the object's address. The object is stored completely or not at all.
   * @throws ServiceError `storage_refused`, `storage_denied`, `storage_missing`, `storage_failed`,
   * `unavailable`; the signal's reason when that aborts.
   */
  put: (put: Put) => Promise<string>;
  /** Number of running uploads. */
  underWay: () => number;
  /** Closes idle connections to S3. Those to Google end with the process. */
  close: () => void;
}>;

/** The result of an upload, for the log and the metrics. */
export type PutReport = Readonly<{
  requestId: string;
  service: StorageTarget['service'];
  store: string | undefined;
  bucket: string;
  objectKey: string;
  bytes: number;
  ms: number;
  attempts: number;
  /** `stored`, `aborted`, or how it failed. */
  outcome: string;
  /** The storage's code for the failure. */
  code: string | undefined;
}>;
