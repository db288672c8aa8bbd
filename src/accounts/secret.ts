import { randomBytes } from 'node:crypto';
import { StartError } from '../errors.ts';
import { readDataFile, writeFileAtomically } from '../durable-file.ts';
import { sealingSecretBytes } from './keys.ts';

/**
 * The secret that seals the API keys. Throws `StartError` when its file is missing, unreadable, of
 * the wrong length or zeros.
 */
export const readSecret = async (path: string): Promise<Uint8Array> => {
  const secret = await readDataFile('secret', path);
  if (secret === undefined) throw problemWith(path, 'is missing');
  if (secret.length !== sealingSecretBytes) {
    throw problemWith(path, `has ${secret.length} bytes instead of ${sealingSecretBytes}`);
  }
  // A power cut during a write may leave such a file.
  if (secret.every((byte) => byte === 0)) throw problemWith(path, 'holds nothing but zeros');
  return secret;
};

/** Creates the secret where there is none, readable by the service's user alone. Throws as `readSecret` does. */
export const createSecretOnce = async (path: string): Promise<void> => {
  if ((await readDataFile('secret', path)) === undefined)
    await writeFileAtomically(path, randomBytes(sealingSecretBytes));
};

/** The secret in a file, as an `AccountsStore` has it. */
export const secretIn = (path: string) => ({
  readSecret: () => readSecret(path),
  createSecretOnce: () => createSecretOnce(path),
});

const problemWith = (path: string, problem: string): StartError =>
  new StartError(
    `The secret file ${path} ${problem}. Restore it from the backup that the accounts file is from. ` +
      `Without a backup, write ${sealingSecretBytes} random bytes to it: API keys continue to work, but cannot ` +
      'be shown until they are rotated.',
  );
