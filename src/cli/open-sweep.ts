import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openLocked } from '../bulk/journal/open-locked.ts';
import { rawOf } from '../bulk/raw-path.ts';
import { createSelection, type Selection } from '../bulk/selection.ts';
import { type Safety, safetyOf } from '../bulk/sweep/safety.ts';
import { settingsOf } from '../bulk/sweep/sweep-record.ts';
import type { SweepWork } from '../bulk/sweep/store-result.ts';
import { shareIn } from '../bulk/wishes.ts';
import { openObjectStore } from '../compose/open-object-store.ts';
import { misused } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { openLocal, temporaryFolder } from './open-local.ts';
import { loadWishes } from './open-work.ts';

/** The buckets that were named. */
export type SweptBuckets = Readonly<{
  selection: Selection;
}> &
  Pick<SweepWork, 'source' | 'target' | 'backup'>;

/** Opens the buckets of a sweep. They close with `opening`. @throws StartError for wrong use. */
export const openBuckets = async (
  { words, flags, lists, switches }: CommandLine,
  opening: AsyncDisposableStack,
): Promise<SweptBuckets> => {
  const [address, ...more] = words;
  if (address === undefined || more.length > 0) {
    throw misused('Expected one bucket, such as s3://bucket/prefix. "--help" explains.');
  }
  const { credentials, endpoint = '', region = 'us-east-1', to, backup } = flags;
  if (credentials === undefined) throw misused('--credentials: expected a file.');
  if (endpoint !== '' && !URL.canParse(endpoint)) {
    throw misused(
      `--endpoint: expected an address such as https://s3.example.org, got "${endpoint}".`,
    );
  }
  for (const [flag, other] of Object.entries({ to, backup })) {
    if (other !== undefined && areWithin(address, other)) {
      throw misused(`--${flag}: expected a place that the sweep does not look at, got "${other}".`);
    }
  }
  const open = async (place: string): Promise<SweepWork['source']> => {
    const store = await openObjectStore({
      ...{ address: place, endpoint, region, credentialsFile: credentials },
      forcePathStyle: switches.has('path-style'),
      keepsAcl: !switches.has('no-acl'),
    });
    opening.defer(async () => store.close());
    return store;
  };
  return {
    source: await open(address),
    target: to === undefined ? undefined : await open(to),
    backup: backup === undefined ? undefined : await open(backup),
    selection: createSelection(lists),
  };
};

/** Whether one of two places is in the other one. */
const areWithin = (one: string, other: string): boolean => {
  const folder = (place: string): string => `${place.replace(/\/+$/, '')}/`;
  return folder(one).startsWith(folder(other)) || folder(other).startsWith(folder(one));
};

type OpenSweep = Readonly<{ work: SweepWork; atOnce: number }>;

/** Opens all else that a sweep needs. @throws StartError for wrong use, and where something cannot be opened. */
export const openSweep = async (
  line: CommandLine,
  buckets: SweptBuckets,
  opening: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<OpenSweep> => {
  const { flags, switches } = line;
  const wanted = { ...flags, ...jobsOf(flags), to: flags['convert'] };
  const { loaded, operation, minSaving } = loadWishes({ flags: wanted, switches });
  const isDryRun = switches.has('dry-run');
  const safety = isDryRun
    ? { heedsConditions: false, keepsVersions: false }
    : await safetyFor(line, buckets, signal);
  const compressor = await openLocal(loaded, opening);
  const work = {
    ...{ ...buckets, ...safety, compressor, operation, minSaving },
    settings: settingsOf(compressor.settings, operation, minSaving),
    isTrial: isDryRun,
    journal: isDryRun ? undefined : await openJournal(line, opening),
    maxBytes: loaded.config.limits.uploadBytes,
    folder: await temporaryFolder(opening),
  };
  return { work, atOnce: compressor.atOnce };
};

/** `--share` as the number of tools at once. */
const jobsOf = ({ share, jobs }: CommandLine['flags']): Readonly<{ jobs?: string }> => {
  if (share === undefined) return {};
  if (jobs !== undefined) throw misused('--share and --jobs exclude each other.');
  return {
    jobs: String(Math.max(1, Math.round(shareIn('share', share) * availableParallelism()))),
  };
};

/** How safely objects can be replaced. @throws StartError where that has to be accepted first. */
export const safetyFor = async (
  { switches }: CommandLine,
  buckets: SweptBuckets,
  signal: AbortSignal,
): Promise<Safety> => {
  const accepted = {
    races: switches.has('accept-races'),
    noOriginals: switches.has('no-originals'),
  };
  const safety = await safetyOf(buckets, accepted, signal);
  if (typeof safety === 'string') throw misused(unsafe[safety]);
  return safety;
};

const unsafe = {
  races:
    'The storage ignores conditional writes, so an object that somebody replaces meanwhile could be lost. Use --to to store results elsewhere, or --accept-races where nobody writes meanwhile.',
  originals:
    'The bucket keeps no versions of objects that are replaced. Use --backup to keep originals elsewhere, --to, or --no-originals.',
} as const;

/** The journal of a sweep, which has a place of its own unless one is said. */
const openJournal = (
  { words, flags }: CommandLine,
  opening: AsyncDisposableStack,
): Promise<SweepWork['journal']> => {
  const { endpoint, to, journal } = flags;
  const digest = hash('sha256', JSON.stringify([words, endpoint, to]));
  const path = journal ?? join('.shrinkd', `sweep-${digest.slice(0, 12)}.jsonl`);
  return openLocked(rawOf(path), `Another sweep uses ${path}. Wait for its end.`, opening);
};
