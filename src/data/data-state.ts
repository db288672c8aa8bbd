import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DataPaths } from './data-folder.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { writeFileAtomically } from '../durable-file.ts';

/*
 * What tells a first start from a loss. `state.json` is written before anything else of a first start
 * ("under way") and again when accounts, secret and counters are there ("done"): what is missing then is
 * made in the first case, and refused in the second. Folders of older versions have no such file.
 */

/** The files that nothing can replace. */
export type StateFile = 'accounts' | 'secret' | 'counters';

export type DataState = Readonly<{
  /**
   * `whole`: nothing is missing. `first`: a first start, perhaps one that was ended half way. `older`: an
   * older version wrote no counters before the first count. `lost`: what is missing was there before.
   */
  kind: 'whole' | 'first' | 'older' | 'lost';
  missing: readonly StateFile[];
  /** Whether a first start has come to its end here. */
  isDone: boolean;
  /** What is wrong, and how to mend it, where something is lost. */
  problem: string;
}>;

const stateFiles: readonly StateFile[] = ['accounts', 'secret', 'counters'];

/** What a first start that was ended half way has left to make: it makes counters, secret, accounts. */
const leftHalfWay: readonly string[] = ['accounts,secret,counters', 'accounts,secret', 'accounts'];

/** What it means to go on without a file. */
const consequences: Readonly<Record<StateFile, string>> = {
  accounts: 'a first account is made, and every API key given out is unknown',
  secret: 'API keys go on working, but cannot be shown any more until they are rotated',
  counters: 'compressions are counted from zero, and monthly limits begin afresh',
};

/**
 * What state a data folder holds; changes nothing. `isTlsOurs`: certificates in it were made by a start.
 * @throws StartError when that cannot be told, naming the file.
 */
export const dataStateOf = async (
  paths: DataPaths,
  { isTlsOurs }: Readonly<{ isTlsOurs: boolean }>,
): Promise<DataState> => {
  const firstStart = await readFirstStart(paths.state);
  const found = await Promise.all(stateFiles.map((name) => lookAt(paths[name])));
  const [hasOutputs, hasTls] = [await holdsFiles(paths.outputs), await holdsFiles(tlsOf(paths))];
  const missing = stateFiles.filter((_, index) => found[index] !== 'there');
  const isLinked = found.includes('broken link');
  const hasOthers = hasOutputs || (hasTls && isTlsOurs);
  const isDone = firstStart === 'done';
  const holds = [
    ...stateFiles.filter((name) => !missing.includes(name)).map((name) => paths[name]),
    ...(isDone ? [paths.state] : []),
    ...(hasOutputs ? [paths.outputs] : []),
    ...(hasTls ? [tlsOf(paths)] : []),
  ];
  return {
    kind: isLinked ? 'lost' : kindOf({ firstStart, missing, hasOutputs, hasOthers }),
    missing,
    isDone,
    problem: problemOf(
      paths,
      missing,
      holds.map((path) => basename(path)),
    ),
  };
};

const kindOf = ({
  firstStart,
  missing,
  hasOutputs,
  hasOthers,
}: Readonly<{
  firstStart: FirstStart | undefined;
  missing: readonly StateFile[];
  hasOutputs: boolean;
  hasOthers: boolean;
}>): DataState['kind'] => {
  if (missing.length === 0) return 'whole';
  const isNew = firstStart === undefined && missing.length === stateFiles.length;
  const isHalfWay = firstStart === 'under way' && leftHalfWay.includes(missing.join());
  if ((isNew || isHalfWay) && !hasOthers) return 'first';
  const isOlder = firstStart === undefined && missing.join() === 'counters' && !hasOutputs;
  return isOlder ? 'older' : 'lost';
};

const problemOf = (
  paths: DataPaths,
  missing: readonly StateFile[],
  holds: readonly string[],
): string => {
  const names = missing.map((name) => basename(paths[name])).join(', ');
  const held = holds.length > 0 ? ` (it holds ${holds.join(', ')})` : '';
  const then = missing.map((name) => consequences[name]).join('; ');
  return (
    `The data folder ${paths.folder} is no new one${held}, but lacks ${names}. Restore that from a ` +
    `backup, or start once with "shrinkd serve --accept-empty" to go on without: ${then}.`
  );
};

/** Notes on disk how far the first start has come. */
export const writeFirstStart = (paths: DataPaths, firstStart: FirstStart): Promise<void> =>
  writeFileAtomically(paths.state, `${JSON.stringify({ version: 1, firstStart })}\n`);

type FirstStart = 'under way' | 'done';

const readFirstStart = async (path: string): Promise<FirstStart | undefined> => {
  if ((await lookAt(path)) === 'absent') return undefined;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw unusable(path, `cannot be read (${systemCodeOf(error)})`, error);
  }
  const [, firstStart] = /^\{"version":1,"firstStart":"(under way|done)"\}\n$/.exec(text) ?? [];
  if (firstStart === undefined) throw unusable(path, 'is not what a start writes there');
  return firstStart as FirstStart;
};

const unusable = (path: string, problem: string, cause?: unknown): StartError =>
  new StartError(
    `The state file ${path} ${problem}. Remove it: the next start then looks at the other files alone.`,
    1,
    cause,
  );

type Found = 'there' | 'absent' | 'broken link';

/** A link to a file that is gone, such as one on a disk that is not mounted, is no absent file. */
const lookAt = async (path: string): Promise<Found> => {
  try {
    if (!(await lstat(path)).isSymbolicLink()) return 'there';
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return 'absent';
    throw new StartError(`${path} cannot be looked at (${systemCodeOf(error)}).`, 1, error);
  }
  const target = await stat(path).catch((error: unknown) => systemCodeOf(error));
  return target === 'ENOENT' ? 'broken link' : 'there';
};

/** Whether a folder holds anything but what a killed process left. What is no folder is another's to judge. */
const holdsFiles = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => !name.startsWith('.') && !name.includes('.tmp-'));
};

const tlsOf = ({ certificate }: DataPaths): string => dirname(certificate.cert);
