import { hash } from 'node:crypto';
import { createSecretOnce, readSecret } from '../accounts/secret.ts';
import { StartError } from '../errors.ts';
import type { State } from '../state/state.ts';

/** Sets a digest of the secret where there is none, and answers the one that is set. KEYS digest; ARGV digest. */
const secretScript = `
if ARGV[1] ~= '' then redis.call('SET', KEYS[1], ARGV[1], 'NX') end
return redis.call('GET', KEYS[1])`;

/**
 * Keys that one node has sealed must open on all. The first node makes the secret, and the others get a copy of it.
 * Answers its digest. `mayCreate`: there are no accounts whose keys it would have to open.
 * @throws StartError where the secret is missing or another one.
 */
export const checkSecret = async (
  state: State,
  path: string,
  { mayCreate }: Readonly<{ mayCreate: boolean }>,
): Promise<string> => {
  const keys = [state.key('secret')];
  if (mayCreate && (await state.write(secretScript, keys, [''])) === null) {
    await createSecretOnce(path);
  }
  const digest = hash('sha256', await readSecret(path));
  if ((await state.write(secretScript, keys, [digest])) === digest) return digest;
  throw new StartError(
    `The secret file ${path} is not the one of the other nodes. Copy theirs, or name it in state.secretFile.`,
  );
};
