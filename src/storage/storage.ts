import type { Secret } from '../redacted.ts';
import type { ObjectHeaders } from './object-headers.ts';

/** What all requests to store have: where below the store, and headers as they came. */
type Asked = Readonly<{
  /** As it came; with the bucket's name first, but for a named store. */
  path: string;
  headers: Readonly<Record<string, string>>;
}>;

/** Where a client wants an image to be stored, and with which credentials (specification, section 2.4). */
export type StoreRequest = Asked &
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

type Place = Readonly<{
  bucket: string;
  objectKey: string;
  headers: ObjectHeaders;
  /** Base address of the storage, without a slash at its end. */
  endpoint: string;
  /** The operator's name for the store; undefined where the client brings its own rights. */
  storeName: string | undefined;
}>;

export type ObjstoreTarget = Place &
  Readonly<{
    service: 'objstore';
    region: string;
    /** The bucket is the first part of the path, instead of the first of the host name. */
    isPathStyle: boolean;
    /** Undefined: none is sent. */
    acl: string | undefined;
    accessKeyId: Secret;
    secretAccessKey: Secret;
  }>;

export type CstoreTarget = Place &
  Readonly<{
    service: 'cstore';
    /** An access token, or what one can be got for. */
    rights: Readonly<{ accessToken: Secret }> | Readonly<{ serviceAccountKey: Secret }>;
  }>;

/** Where exactly an image goes; checked, so that it can be used as it is. */
export type StorageTarget = ObjstoreTarget | CstoreTarget;

/** A whole file, described. It must not change or vanish while it is stored. */
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
  /** Aborts when the client has gone; the upload ends then. */
  signal: AbortSignal;
}>;

/** Object storage of another service, such as Amazon S3. */
export type Storage = Readonly<{
  /**
   * Where a request of an account leads.
   * @throws ServiceError `bad_request` naming everything that is wrong with it.
   */
  targetOf: (request: StoreRequest, accountId: string) => StorageTarget;
  /**
   * Uploads a file and resolves with the object's address; it is stored whole or not at all.
   * @throws ServiceError `storage_refused`, `storage_denied`, `storage_missing`, `storage_failed`,
   * `unavailable`; the signal's reason when that aborts.
   */
  put: (put: Put) => Promise<string>;
  /** Number of running uploads. */
  underWay: () => number;
  /** Ends idle connections to S3; those to Google end with the process. */
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
