import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { secretOf, type Secret } from '../redacted.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';

/** The state in Redis, for one command. @throws StartError as `openState` does. */
export const openCommandState = async (redis: Config['state']['redis']): Promise<State> =>
  openState({
    ...redis,
    password: await passwordIn(redis.passwordFile),
    deadlineMs: redis.deadlineSeconds * 1000,
    onCall: () => undefined,
    onChange: () => undefined,
    onWarning: () => undefined,
  });

/** The password in a file; undefined without a name. @throws StartError where it cannot be read. */
export const passwordIn = async (path: string): Promise<Secret | undefined> => {
  if (path === '') return undefined;
  try {
    return secretOf((await readFile(path, 'utf8')).trim());
  } catch (error) {
    throw new StartError(
      `state.redis.passwordFile: ${path} cannot be read (${systemCodeOf(error)}).`,
      1,
      error,
    );
  }
};
