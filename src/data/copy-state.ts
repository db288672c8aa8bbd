import { randomUUID } from 'node:crypto';
import { accountsFileOf, accountsStateIn, readAccountsFile } from '../accounts/accounts-file.ts';
import { readDocument, replaceDocument } from '../accounts/redis-accounts.ts';
import type { Config } from '../config/config.ts';
import { countersFileOf, readCountersFile } from '../counters/counters-file.ts';
import type { Counts } from '../counters/counters.ts';
import { countsIn, setCounts } from '../counters/redis-counts.ts';
import { writeFileAtomically } from '../durable-file.ts';
import { StartError } from '../errors.ts';
import type { State } from '../state/state.ts';
import { checkSecret } from './check-secret.ts';
import { openCommandState } from './command-state.ts';
import { type DataPaths, takeDataFolder } from './data-folder.ts';
import { writeFirstStart } from './data-state.ts';

type CopyOptions = Readonly<{
  config: Pick<Config, 'state'>;
  paths: DataPaths;
  to: 'redis' | 'files';
  /** Says what would be copied, and copies nothing. */
  isDryRun: boolean;
}>;

/** What was copied. */
export type Copied = Readonly<{ accounts: number; links: number; counts: Counts }>;

type StoredState = Readonly<{ document: string; counts: Counts }>;

/**
 * Copies accounts, links and counts from the files of a stopped service to Redis, or back, and reads them back. The
 * accounts are written last, so a copy that was interrupted is completed by the next one.
 * @throws StartError where the service runs, the target has other accounts, or what is read back differs.
 */
export const copyState = async ({ config, paths, to, isDryRun }: CopyOptions): Promise<Copied> => {
  await using opening = new AsyncDisposableStack();
  opening.defer((await takeDataFolder(paths)).release);
  const state = await openCommandState(config.state.redis);
  opening.defer(state.close);
  const [files, redis] = [filesOf(paths), redisOf(state, paths)];
  const [source, target] = to === 'redis' ? [files, redis] : [redis, files];
  const held = await source.read();
  const { accounts, links } = accountsStateIn('to be copied', held.document);
  if (accounts.length === 0) throw new StartError('There are no accounts to copy.');
  const present = await target.read();
  const isEmpty = accountsStateIn('of the target', present.document).accounts.length === 0;
  if (!isEmpty && present.document !== held.document) {
    throw new StartError(`${target.name} has other accounts. Nothing was copied.`);
  }
  if (!isDryRun) {
    await target.write(held);
    if (!isSame(held, await target.read())) {
      throw new StartError(`${target.name} does not have what was copied. Copy again.`);
    }
  }
  return { accounts: accounts.length, links: links.length, counts: held.counts };
};

type Place = Readonly<{
  name: string;
  read: () => Promise<StoredState>;
  write: (held: StoredState) => Promise<void>;
}>;

const filesOf = (paths: DataPaths): Place => ({
  name: `The data folder ${paths.folder}`,
  read: async () => ({
    document: accountsFileOf(await readAccountsFile(paths.accounts)),
    counts: await readCountersFile(paths.counters),
  }),
  write: async ({ document, counts }) => {
    await writeFileAtomically(paths.counters, countersFileOf(counts));
    await writeFileAtomically(paths.accounts, document);
    await writeFirstStart(paths, 'done');
  },
});

const redisOf = (state: State, paths: DataPaths): Place => ({
  name: 'Redis',
  read: async () => ({
    document: (await readDocument(state)).document ?? accountsFileOf({ accounts: [], links: [] }),
    counts: await countsIn(state),
  }),
  write: async ({ document, counts }) => {
    await checkSecret(state, paths.secret, { mayCreate: false });
    await setCounts(state, counts);
    const { version } = await readDocument(state);
    if (await replaceDocument(state, version, document, randomUUID())) return;
    throw new StartError('Another node has changed the accounts. Stop all nodes, and copy again.');
  },
});

const isSame = (one: StoredState, other: StoredState): boolean =>
  one.document === other.document && sortedText(one.counts) === sortedText(other.counts);

/** Counts as text, whatever the order of months and accounts. A count of 0 is none. */
const sortedText = (counts: Counts): string =>
  [...counts]
    .flatMap(([month, accounts]) =>
      [...accounts].filter(([, count]) => count > 0).map((entry) => [month, ...entry].join(' ')),
    )
    .toSorted()
    .join(',');
