import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Compressor } from '../bulk/compressor.ts';
import { fileBatch, type FoundIn } from '../bulk/file-batch.ts';
import { realPathOf } from '../bulk/open-state.ts';
import { type RawPath, rawOf, textOf } from '../bulk/raw-path.ts';
import type { Batch } from '../bulk/run.ts';
import { createSelection } from '../bulk/selection.ts';
import { type State, statesOf, type Tree } from '../bulk/tree.ts';
import { openTrees } from '../bulk/trees.ts';
import { destinationOf, numberIn, operationOf, shareIn } from '../bulk/wishes.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { misused, StartError, systemCodeOf } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import type { CommandLine } from './command.ts';
import { openLocal, temporaryFolder } from './open-local.ts';

/** The files that were named, and what is to be done with each. */
type OpenWork = Readonly<{ batch: Batch<FoundIn> }> & Pick<Compressor, 'preview' | 'atOnce'>;

/**
 * Opens all that a run needs, as its flags say, until `opening` is disposed of.
 * @throws StartError for wrong use, and where something cannot be opened.
 */
export const openWork = async (
  line: CommandLine,
  opening: AsyncDisposableStack,
): Promise<OpenWork> => {
  const { words, flags, lists, switches } = line;
  checkWords(line);
  const asked = destinationOf(line, madeFolder);
  const { loaded, operation, minSaving } = loadWishes(line);
  const keepsSample = switches.has('dry-run') && flags['report'] !== undefined;
  const destination = keepsSample
    ? { ...asked, kept: rawOf(await temporaryFolder(opening)) }
    : asked;
  const trees = await openTrees(words, destination, opening);
  const compressor = await (flags['server'] === undefined
    ? openLocal(loaded, opening, ownFolderOf(trees))
    : openService(line, flags['server'], loaded, opening));
  const wishes = [compressor.settings, operation, destination.kind, minSaving];
  const work = {
    ...{ compressor, operation, destination, minSaving },
    settings: hash('sha256', JSON.stringify(wishes)).slice(0, 16),
    keepsOriginals: !switches.has('no-originals'),
  };
  const files = {
    trees,
    selection: createSelection(lists),
    skipped: destination.kind === 'out' ? [destination.folder] : [],
    areBeside: destination.kind !== 'out',
  };
  const { atOnce, preview } = compressor;
  return { batch: fileBatch(files, work, switches.has('no-resume')), preview, atOnce };
};

const checkWords = ({ words, flags, switches }: CommandLine): void => {
  if (words.length === 0) throw misused('Expected files or folders. "--help" explains.');
  if (switches.has('resume') && switches.has('no-resume')) {
    throw misused('--resume and --no-resume exclude each other.');
  }
  if (switches.has('in-place') && switches.has('no-resume')) {
    throw misused('--no-resume would compress results again: use --undo first.');
  }
  if (!switches.has('in-place') && switches.has('no-originals')) {
    throw misused('--no-originals belongs to --in-place, which alone replaces files.');
  }
  const isRemote = flags['server'] !== undefined;
  const alien = (isRemote ? ['preset', 'effort', 'target'] : ['key', 'cacert']).find(
    (flag) => flags[flag] !== undefined,
  );
  if (alien !== undefined) {
    throw misused(
      isRemote
        ? `--${alien} is decided by the configuration of the service.`
        : `--${alien} belongs to --server.`,
    );
  }
  if (flags['jobs'] !== undefined) numberIn('jobs', flags['jobs'], mostJobs);
};

const mostJobs = 1024;

/** What is wanted of each picture, and the configuration of a run. @throws StartError that names what is wrong. */
export const loadWishes = (line: Pick<CommandLine, 'flags' | 'switches'>) => {
  const minSaving = shareIn('min-saving', line.flags['min-saving'] ?? '0%');
  const loaded = loadRunConfig(line.flags);
  const { types, wildcardTypes } = loaded.config;
  const operation = operationOf(line, { types: Object.keys(types), wildcardTypes });
  return { loaded, operation, minSaving };
};

/** Short flags are settings too. */
const loadRunConfig = (flags: CommandLine['flags']): LoadedConfig => {
  const { preset, effort, target, jobs } = flags;
  const short = {
    ...(preset !== undefined && { 'quality-preset': preset }),
    ...(effort !== undefined && { 'quality-effort': effort }),
    ...(target !== undefined && { 'quality-target': target }),
    ...(jobs !== undefined && { 'queue-slots': jobs }),
  };
  const loaded = loadConfig({ flags: { ...flags, ...short } });
  for (const warning of loaded.warnings) console.error(`shrinkd: ${warning}`);
  return loaded;
};

/** The first folder of a journal, which the run has locked. Tools need its path as text. */
const ownFolderOf = (trees: readonly Tree[]): string | undefined => {
  const isText = ({ folder }: State): boolean => rawOf(textOf(folder)) === folder;
  const state = statesOf(trees).find(isText);
  return state && textOf(state.folder);
};

/** A running service. A key on the command line can be seen by other users, one in the environment cannot. */
const openService = async (
  { flags }: CommandLine,
  url: string,
  { apiKey }: LoadedConfig,
  opening: AsyncDisposableStack,
): Promise<Compressor> => {
  const key = flags['key'] ?? apiKey;
  if (key === undefined) throw misused('--server needs --key or SHRINKD_API_KEY.');
  const { openRemote } = await import('../bulk/remote/open-remote.ts');
  const compressor = await openRemote({
    ...{ url, key, folder: await temporaryFolder(opening) },
    certificate: flags['cacert'] === undefined ? undefined : certificateIn(flags['cacert']),
    atOnce: numberIn('jobs', flags['jobs'] ?? '8', mostJobs),
  });
  opening.defer(compressor.close);
  return compressor;
};

const certificateIn = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw misused(`--cacert: ${path} cannot be read (${systemCodeOf(error)}).`);
  }
};

const madeFolder = (folder: string): RawPath => {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new StartError(`--out: ${folder} cannot be made (${systemCodeOf(error)}).`, 2, error);
  }
  return realPathOf(rawOf(folder));
};
