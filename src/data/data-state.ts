import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { DataPaths } from './data-folder.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { writeFileAtomically } from '../durable-file.ts';

/*
 * How a first start is distinguished from a loss of files. `state.json` is written at the beginning of a first start
 * ("under way"), and again when accounts, secret and counters exist ("done"). A file that is missing is
 * created in the first case, and an error in the second.
 */

/** The files that cannot be created again from others. */
export type StateFile = 'accounts' | 'secret' | 'counters';

export type DataState = Readonly<{
  /**
   * `complete`: nothing is missing. `new`: a first start, perhaps an interrupted one. `lost`: the missing files
   * existed before.
   */
  kind: 'complete' | 'new' | 'lost';
  missing: readonly StateFile[];
  /** Whether the first start was completed. */
  isDone: boolean;
  /** What is missing and how to fix that. */
  problem: string;
}>;

const stateFiles: readonly StateFile[] = ['accounts', 'secret', 'counters'];

/** Files that an interrupted first start has still to create. It creates counters, secret, accounts in this order. */
const leftHalfWay: readonly string[] = ['accounts,secret,counters', 'accounts,secret', 'accounts'];

/** What happens without a file. */
const consequences: Readonly<Record<StateFile, string>> = {
  accounts: 'a first account is made, and all existing API keys stop working',
  secret: 'API keys continue to work, but cannot be shown until they are rotated',
  counters: 'compressions are counted from zero, and monthly limits start again',
};

/**
 * The state of a data folder. Changes nothing. `isTlsOurs`: certificates in it were made by a start.
 * @throws StartError naming the file, when the state cannot be determined.
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
    kind: isLinked ? 'lost' : kindOf(firstStart, missing, hasOthers),
    missing,
    isDone,
    problem: problemOf(
      paths,
      missing,
      holds.map((path) => basename(path)),
    ),
  };
};

const kindOf = (
  firstStart: FirstStart | undefined,
  missing: readonly StateFile[],
  hasOthers: boolean,
): DataState['kind'] => {
  if (missing.length === 0) return 'complete';
  const isNew = firstStart === undefined && missing.length === stateFiles.length;
  const isHalfWay = firstStart === 'under way' && leftHalfWay.includes(missing.join());
  return (isNew || isHalfWay) && !hasOthers ? 'new' : 'lost';
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
    `The data folder ${paths.folder} has been used${held}, but ${names} ${missing.length === 1 ? 'is missing. Restore it' : 'are missing. Restore them'} from a ` +
    `backup, or start once with "shrinkd serve --accept-empty" to continue without: ${then}.`
  );
};

/** Records on disk the progress of the first start. */
export const writeFirstStart = (paths: DataPaths, firstStart: FirstStart): Promise<void> =>
  writeFileAtomically(paths.state, `${JSON.stringify({ version: 1, firstStart })}\n`);

type FirstStart = 'under way' | 'done';

/** How far the first start is; undefined where none was begun. @throws StartError where that cannot be read. */
export const readFirstStart = async (path: string): Promise<FirstStart | undefined> => {
  if ((await lookAt(path)) === 'absent') return undefined;
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw unusable(path, `cannot be read (${systemCodeOf(error)})`, error);
  }
  const [, firstStart] = /^\{"version":1,"firstStart":"(under way|done)"\}\n$/.exec(text) ?? [];
  if (firstStart === undefined) throw unusable(path, 'has unknown contents');
  return firstStart as FirstStart;
};

const unusable = (path: string, problem: string, cause?: unknown): StartError =>
  new StartError(
    `The state file ${path} ${problem}. Remove it. The next start then checks only the other files.`,
    1,
    cause,
  );

type Found = 'there' | 'absent' | 'broken link';

/** A link to a missing file is not an absent file: its disk may not be mounted. */
export const lookAt = async (path: string): Promise<Found> => {
  try {
    if (!(await lstat(path)).isSymbolicLink()) return 'there';
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return 'absent';
    throw new StartError(`${path} cannot be read (${systemCodeOf(error)}).`, 1, error);
  }
  const target = await stat(path).catch((error: unknown) => systemCodeOf(error));
  return target === 'ENOENT' ? 'broken link' : 'there';
};

/** Whether a folder has files other than temporary ones of killed processes. False for what is not a folder. */
export const holdsFiles = async (folder: string): Promise<boolean> => {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => !name.startsWith('.') && !name.includes('.tmp-'));
};

const tlsOf = ({ certificate }: DataPaths): string => dirname(certificate.cert);
