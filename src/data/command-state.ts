import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { secretOf, type Secret } from '../redacted.ts';
import { openState, type OpenStateOptions } from '../state/open-state.ts';
import type { State } from '../state/state.ts';

/** The state in Redis, for one command. @throws StartError as `openState` does. */
export const openCommandState = async (redis: Config['state']['redis']): Promise<State> =>
  openState({
    ...(await stateOptionsOf(redis)),
    onCall: () => undefined,
    onChange: () => undefined,
    onWarning: () => undefined,
  });

type Settings = Omit<OpenStateOptions, 'onCall' | 'onChange' | 'onWarning'>;

/** What the settings and the files that they name say. @throws StartError where a file cannot be read. */
export const stateOptionsOf = async (redis: Config['state']['redis']): Promise<Settings> => ({
  ...redis,
  password: await passwordIn(redis, 'passwordFile'),
  sentinelPassword: await passwordIn(redis, 'sentinelPasswordFile'),
  ca: redis.caFile === '' ? undefined : await textIn(redis, 'caFile'),
  deadlineMs: redis.deadlineSeconds * 1000,
});

type FileSetting = 'passwordFile' | 'sentinelPasswordFile' | 'caFile';

const passwordIn = async (
  redis: Config['state']['redis'],
  setting: FileSetting,
): Promise<Secret | undefined> => {
  if (redis[setting] === '') return undefined;
  const password = (await textIn(redis, setting)).trim();
  if (password !== '') return secretOf(password);
  throw new StartError(`state.redis.${setting}: ${redis[setting]} is empty.`);
};

const textIn = async (redis: Config['state']['redis'], setting: FileSetting): Promise<string> => {
  try {
    return await readFile(redis[setting], 'utf8');
  } catch (error) {
    throw new StartError(
      `state.redis.${setting}: ${redis[setting]} cannot be read (${systemCodeOf(error)}).`,
      1,
      error,
    );
  }
};
