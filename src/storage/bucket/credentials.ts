import { readFile } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../../errors.ts';
import { type Secret, secretOf, withoutQuotation } from '../../redacted.ts';
import { serviceAccountOf } from '../google-auth.ts';
import type { ObjstorePlace } from '../object-client.ts';

/** The text of a file with credentials. `setting` is what named it. @throws StartError where it cannot be read. */
export const readCredentials = async (path: string, setting: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw unusable(path, setting, `it cannot be read (${systemCodeOf(error)})`);
  }
};

/** The keys of S3 in a text. @throws StartError where it has none. */
export const keysIn = (
  path: string,
  text: string,
  setting: string,
): Pick<ObjstorePlace, 'accessKeyId' | 'secretAccessKey'> => {
  const { accessKeyId, secretAccessKey } = fieldsIn(path, text, setting);
  if (typeof accessKeyId !== 'string' || typeof secretAccessKey !== 'string') {
    throw unusable(path, setting, 'expected JSON with accessKeyId and secretAccessKey');
  }
  return { accessKeyId: secretOf(accessKeyId), secretAccessKey: secretOf(secretAccessKey) };
};

const fieldsIn = (path: string, text: string, setting: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch (error) {
    const problem = withoutQuotation(error instanceof Error ? error.message : String(error));
    throw unusable(path, setting, problem);
  }
};

/** The key of a service account in a text. @throws StartError where it is none. */
export const accountKey = (path: string, text: string, setting: string): Secret => {
  if (serviceAccountOf(text) !== undefined) return secretOf(text);
  throw unusable(
    path,
    setting,
    'expected the JSON key of a service account, as downloaded from Google',
  );
};

const unusable = (path: string, setting: string, problem: string): StartError =>
  new StartError(`${setting}: ${path}: ${problem}.`);
