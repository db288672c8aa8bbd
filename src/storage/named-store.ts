import type { Secret } from '../redacted.ts';

type Policy = Readonly<{
  bucket: string;
  /** Beginning of every object key; empty or with a slash at its end. */
  prefix: string;
  /** Whether the account's id and a slash follow the prefix. */
  prefixPerAccount: boolean;
  /** Ids of the accounts that may use the store; undefined: all. */
  accounts?: readonly string[];
  /** Empty: the address of the service. */
  endpoint: string;
}>;

/** A store of the configuration. Clients name it and send no credentials. */
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
        /** JSON of a service account's key, as downloaded from Google. */
        serviceAccountKey: Secret;
      }>
  );

/** Whether an account may use a store. */
export const mayUse = ({ accounts }: NamedStore, accountId: string): boolean =>
  accounts === undefined || accounts.includes(accountId);

/** The settings `storage.*` of `schemas/config.json`. */
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
