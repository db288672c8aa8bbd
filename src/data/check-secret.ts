import { createHash } from 'node:crypto';
import { createSecretOnce, readSecret } from '../accounts/secret.ts';
import { StartError } from '../errors.ts';
import type { State } from '../state/state.ts';

/** Sets a digest of the secret where there is none, and answers the one that is set. KEYS digest; ARGV digest. */
const secretScript = `
if ARGV[1] ~= '' then redis.call('SET', KEYS[1], ARGV[1], 'NX') end
return redis.call('GET', KEYS[1])`;

/**
 * Keys that one node has sealed must open on all. The first node makes the secret, and the others get a copy of it.
 * @throws StartError where the secret is missing or another one.
 */
export const checkSecret = async (state: State, path: string): Promise<void> => {
  const keys = [state.key('secret')];
  const isFirst = (await state.write(secretScript, keys, [''])) === null;
  if (isFirst) await createSecretOnce(path);
  const digest = createHash('sha256')
    .update(await readSecret(path))
    .digest('hex');
  if ((await state.write(secretScript, keys, [digest])) === digest) return;
  throw new StartError(
    `The secret file ${path} is not the one of the other nodes. Copy theirs, or name it in state.secretFile.`,
  );
};
