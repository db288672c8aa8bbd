import type { Secret } from '../redacted.ts';

type Policy = Readonly<{
  bucket: string;
  /** What every key begins with; empty or with a slash at its end. */
  prefix: string;
  /** Keys go on with the account's id and a slash. */
  prefixPerAccount: boolean;
  /** Ids of the accounts that may use the store; undefined: all. */
  accounts?: readonly string[];
  /** Empty: that of the service. */
  endpoint: string;
}>;

/** A store that the operator set up: clients name it and bring no rights of their own. */
export type NamedStore = Policy &
  (
    | Readonly<{
        service: 'objstore';
        region: string;
        forcePathStyle: boolean;
        acl: string;
        accessKeyId: Secret;
        secretAccessKey: Secret;
      }>
    | Readonly<{
        service: 'cstore';
        /** JSON of a service account's key, as Google gives it out. */
        serviceAccountKey: Secret;
      }>
  );

/** What the operator set up for storing; names and defaults in `schemas/config.json`, below `storage`. */
export type StorageSettings = Readonly<{
  ownCredentials: boolean;
  objstore: Readonly<{
    endpoint: string;
    forcePathStyle: boolean;
    regions: readonly string[];
    acls: readonly string[];
  }>;
  cstore: Readonly<{ endpoint: string }>;
  deadlineSeconds: number;
  attempts: number;
  maxUploads: number;
  stores: Readonly<Record<string, NamedStore>>;
}>;
