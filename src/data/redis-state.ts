import { setTimeout } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import type { State } from '../state/state.ts';
import type { DataPaths } from './data-folder.ts';
import { holdsFiles, lookAt, readFirstStart, writeFirstStart } from './data-state.ts';

/*
 * How a first start on an empty Redis is distinguished from a loss of what was in it, as `data-state.ts` does it for
 * files. A node has been used where its `state.json` says so, or a secret, accounts of files or copies of outputs are
 * there. With `state.json` "under way" its first start was interrupted, or is still to come.
 */

/** What is gone from Redis. */
export type Gone = 'accounts' | 'counts';

type Found = Readonly<{
  gone: Gone | undefined;
  hasAccounts: boolean;
  /** What this node has of an earlier start; undefined where it has nothing. */
  used: string | undefined;
}>;

type BegunState = Readonly<{
  hasAccounts: boolean;
  /** Call it when there are accounts. From then on an empty Redis is a loss. */
  finishFirstStart: () => Promise<void>;
}>;

type BeginOptions = Readonly<{
  paths: DataPaths;
  acceptEmpty: boolean;
  /** Called with what is gone where that is accepted. */
  onAccept: (gone: Gone) => void;
}>;

/** Begins or continues a start. @throws StartError where accounts or counts are gone, unless that is accepted. */
export const beginRedisState = async (
  state: State,
  { paths, acceptEmpty, onAccept }: BeginOptions,
): Promise<BegunState> => {
  const firstStart = await readFirstStart(paths.state);
  const found = await foundIn(state, paths);
  const { gone, hasAccounts } = found;
  if (gone !== undefined) {
    if (!acceptEmpty) throw lost(paths, found);
    onAccept(gone);
    if (gone === 'counts') await state.write(forgetCountsScript, [state.key('accounts')]);
  }
  if (!hasAccounts && firstStart === undefined) await writeFirstStart(paths, 'under way');
  return {
    hasAccounts,
    finishFirstStart: async () => {
      if (firstStart !== 'done') await writeFirstStart(paths, 'done');
    },
  };
};

/** For commands, which change nothing of a start. @throws StartError where accounts or counts are gone. */
export const checkRedisState = async (state: State, paths: DataPaths): Promise<void> => {
  const found = await foundIn(state, paths);
  if (found.gone !== undefined) throw lost(paths, found);
};

const foundIn = async (state: State, paths: DataPaths): Promise<Found> => {
  const firstStart = await readFirstStart(paths.state);
  const used = firstStart === 'under way' ? undefined : await usedBy(paths, firstStart === 'done');
  for (;;) {
    const { hasAccounts, hasMonths, hasSecret, isBegun, countsAreGone } = await look(state);
    if (hasAccounts) return { gone: countsAreGone ? 'counts' : undefined, hasAccounts, used };
    // Another node makes the first account at present.
    if (isBegun && hasSecret && !hasMonths && firstStart === undefined) {
      await setTimeout(200);
      continue;
    }
    const isUsed = used !== undefined || hasMonths || (hasSecret && firstStart === undefined);
    return { gone: isUsed ? 'accounts' : undefined, hasAccounts, used };
  }
};

const usedBy = async (paths: DataPaths, isDone: boolean): Promise<string | undefined> => {
  if (isDone) return paths.folder;
  for (const path of [paths.secret, paths.accounts]) {
    if ((await lookAt(path)) !== 'absent') return path;
  }
  return (await holdsFiles(paths.bucketCache)) ? paths.bucketCache : undefined;
};

/** KEYS accounts, months, secret, first; ARGV prefix of months' keys. */
const lookScript = `
local counted = redis.call('HGET', KEYS[1], 'counted')
return {
  redis.call('HEXISTS', KEYS[1], 'version'), redis.call('EXISTS', KEYS[2]),
  redis.call('EXISTS', KEYS[3]), redis.call('EXISTS', KEYS[4]),
  counted and 1 - redis.call('EXISTS', ARGV[1] .. counted) or 0
}`;

const look = async ({ run, key }: State) => {
  const keys = ['accounts', 'months', 'secret', 'first'].map(key);
  const reply = (await run(lookScript, keys, [key('count:')])) as readonly number[];
  const [hasAccounts, hasMonths, hasSecret, isBegun, countsAreGone] = reply.map((one) => one === 1);
  return { hasAccounts, hasMonths, hasSecret, isBegun, countsAreGone } as Record<
    'hasAccounts' | 'hasMonths' | 'hasSecret' | 'isBegun' | 'countsAreGone',
    boolean
  >;
};

const forgetCountsScript = `return redis.call('HDEL', KEYS[1], 'counted')`;

const lost = ({ folder }: DataPaths, { gone, used }: Found): StartError =>
  new StartError(
    gone === 'counts'
      ? 'Redis has accounts, but not the counts of the month that was counted in last. Restore Redis from a backup, or ' +
          'start once with "shrinkd serve --accept-empty" to continue without: compressions are counted from zero, and ' +
          'monthly limits start again.'
      : `Redis has no accounts, but ${used === undefined ? 'it' : used === folder ? `the data folder ${folder}` : used} has been ` +
          'used. Name the right server and database in state.redis.url, restore Redis from a backup, or copy the ' +
          'accounts of files with "shrinkd state copy --to redis". Or start once with "shrinkd serve --accept-empty" to ' +
          'continue without, as at a first start with a secret that was made before: a first account is made, and all ' +
          'existing API keys stop working.',
  );
