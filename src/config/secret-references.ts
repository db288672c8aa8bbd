import { readFileSync } from 'node:fs';
import { systemCodeOf } from '../errors.ts';
import { type Secret, secretOf } from '../redacted.ts';
import type { NamedStore } from '../storage/named-store.ts';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A secret as it is given in a config file. */
export type SecretReference = string | Readonly<{ env: string }> | Readonly<{ file: string }>;

/** A store that has passed the schema. Optional fields may be missing. */
type GivenStore = Readonly<
  Partial<Omit<NamedStore, 'accessKeyId' | 'secretAccessKey' | 'serviceAccountKey'>> & {
    service: NamedStore['service'];
    bucket: string;
  }
>;

const storeDefaults = { prefix: '', prefixPerAccount: false, endpoint: '' };
const objstoreDefaults = { forcePathStyle: false, acl: 'no-acl' };

const secretFields = ['accessKeyId', 'secretAccessKey', 'serviceAccountKey'];

/** The named stores with all fields and their secrets. Secrets that cannot be read are added to `problems`. */
export const withSecrets = (
  given: Readonly<Record<string, GivenStore>>,
  environment: Environment,
  problems: string[],
): Readonly<Record<string, NamedStore>> =>
  Object.fromEntries(
    Object.entries(given).map(([name, store]) => {
      const secrets = Object.entries(store)
        .filter(([field]) => secretFields.includes(field))
        .map(([field, reference]) => {
          const path = `storage.stores.${name}.${field}`;
          return [field, readSecret(path, reference as SecretReference, environment, problems)];
        });
      const own = store.service === 'objstore' ? objstoreDefaults : {};
      const whole = { ...storeDefaults, ...own, ...store, ...Object.fromEntries(secrets) };
      return [name, whole as NamedStore];
    }),
  );

/** The names of the environment variables that hold secrets of stores, or of headers by origin. */
export const secretVariables = (holders: unknown): readonly string[] =>
  Object.values((holders ?? {}) as Record<string, object>)
    .flatMap((holder) => Object.values(holder ?? {}) as unknown[])
    .flatMap((value) => {
      const variable = (value as { env?: unknown } | null)?.env;
      return typeof variable === 'string' ? [variable] : [];
    });

/** The secret that `reference` names. One that cannot be read is added to `problems` with its path. */
export const readSecret = (
  path: string,
  reference: SecretReference,
  environment: Environment,
  problems: string[],
): Secret => {
  if (typeof reference === 'string') return secretOf(reference);
  if ('env' in reference) {
    const text = environment[reference.env] ?? '';
    if (text === '') problems.push(`${path}: the environment variable ${reference.env} is not set`);
    return secretOf(text);
  }
  try {
    const text = readFileSync(reference.file, 'utf8').trim();
    if (text === '') problems.push(`${path}: the file ${reference.file} is empty`);
    return secretOf(text);
  } catch (error) {
    problems.push(`${path}: the file ${reference.file} cannot be read: ${systemCodeOf(error)}`);
    return secretOf('');
  }
};
