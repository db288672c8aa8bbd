import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../errors.ts';
import { writeFileAtomically } from '../durable-file.ts';
import { sealingSecretBytes } from './keys.ts';

/**
 * The secret that seals the API keys. Throws `StartError` when its file is missing, unreadable, of
 * the wrong length or zeros.
 */
export const readSecret = async (path: string): Promise<Uint8Array> => {
  const secret = await bytesOf(path);
  if (secret === undefined) throw problemWith(path, 'is missing');
  if (secret.length !== sealingSecretBytes) {
    throw problemWith(path, `has ${secret.length} bytes instead of ${sealingSecretBytes}`);
  }
  // What a power cut may leave of a file that was being written.
  if (secret.every((byte) => byte === 0)) throw problemWith(path, 'holds nothing but zeros');
  return secret;
};

/** A new secret, stored for its owner alone, where there is none yet. Throws as `readSecret` does. */
export const createSecretOnce = async (path: string): Promise<void> => {
  if ((await bytesOf(path)) === undefined)
    await writeFileAtomically(path, randomBytes(sealingSecretBytes));
};

const bytesOf = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw problemWith(path, `cannot be read (${systemCodeOf(error)})`, error);
  }
};

const problemWith = (path: string, problem: string, cause?: unknown): StartError =>
  new StartError(
    `The secret file ${path} ${problem}. Restore it from the backup that the accounts file is from. ` +
      `Without one, put ${sealingSecretBytes} random bytes there: API keys go on working, but those given ` +
      'out before cannot be shown any more until they are rotated.',
    1,
    cause,
  );
