import { existsSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { systemCodeOf } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import { copyAttributes } from '../tools/process/copy-attributes.ts';
import { changedMeanwhile } from './failure.ts';
import { hasSameContent, type Identity, isSameFile } from './files/identity.ts';
import { type OpenFolder, openFolder, ownFolder } from './files/open-folder.ts';
import { openSource, type OpenSource } from './files/open-source.ts';
import {
  identityAt,
  isTaken,
  moveOver,
  moveToFree,
  type Temporary,
  writeTemporary,
} from './files/temporary.ts';
import type { JournalRecord } from './journal/record.ts';
import type { ResultTraits } from './outcome.ts';
import { bytesOf, folderOf, nameOf, type RawPath, shown } from './raw-path.ts';
import { keyOf, type State } from './tree.ts';

/** The bytes of a new file, and what is known of them. */
export type NewFile = Readonly<{
  body: Readable;
  sha256: string;
  /** Decodes them; undefined where that has been done. */
  check: ((body: Readable) => Promise<void>) | undefined;
  made: ResultTraits | undefined;
}>;

export type Placing = Readonly<{
  path: RawPath;
  source: OpenSource;
  sourceSha256: string;
  state: State;
  settings: string;
  keepsOriginals: boolean;
}>;

/**
 * Puts a new file in the place of its source, with its attributes, if the source is still the file that was read. It is
 * whole and on disk, and so are its original and the record of it, before it can be seen.
 * @throws an error that says what has prevented it. The source is then as it was.
 */
export const replaceSource = async (placing: Placing, made: NewFile): Promise<void> => {
  const { path, source, sourceSha256, state, keepsOriginals } = placing;
  using folder = openFolder(folderOf(path));
  const own = folder.entry(nameOf(path));
  const isUnchanged = (): boolean => {
    const found = identityAt(own);
    const isHere = found !== undefined && isSameFile(found, source.identity);
    return isHere && !source.hasChanged() && !folder.hasMoved();
  };
  const keepAttributes = (file: FileHandle): Promise<void> =>
    copyAttributes(source.descriptor, file.fd);
  await using written = await writeChecked(made, folder, state, keepAttributes);
  if (!isUnchanged()) throw changedMeanwhile();
  if (keepsOriginals) await state.originals.keep(source, own, sourceSha256);
  const record = { mode: Number(source.stats.mode & 0o7777n), isKept: keepsOriginals };
  await note({ ...placing, made, written, target: path }, { kind: 'replaced', ...record });
  if (!isUnchanged()) throw changedMeanwhile();
  await moveOver(written, own);
};

/**
 * Puts a new file where none is, or where an earlier result of the same source is.
 * @throws an error that says what has prevented it, such as another file.
 */
export const createFile = async (
  placing: Placing,
  made: NewFile,
  target: RawPath,
): Promise<void> => {
  const { path, source, state } = placing;
  const former = formerResult(state, path, target);
  if (former === undefined && isTaken(target)) throw isThere(target);
  // Beside a source, others may write. A tree of results is made.
  const isBeside = state.unfinished === undefined;
  if (!isBeside) mirrorFolder(folderOf(target), folderOf(path));
  using folder = isBeside ? openFolder(folderOf(target)) : ownFolder(folderOf(target));
  const unfinished = isBeside ? folder : ownFolder(state.unfinished);
  const free = folder.entry(nameOf(target));
  const { stats } = source;
  const giveTime = async (file: FileHandle): Promise<void> => {
    await file.chmod(Number(stats.mode & 0o666n));
    await file.utimes(Number(stats.atimeNs) / 1e9, Number(stats.mtimeNs) / 1e9);
  };
  await using written = await writeChecked(made, unfinished, state, giveTime);
  try {
    if (source.hasChanged()) throw changedMeanwhile();
    await note(
      { ...placing, made, written, target },
      { kind: 'created', ...(former && { former }) },
    );
    if (former !== undefined) await moveOver(written, free);
    else await moveToFree(written, free);
  } catch (error) {
    // It was made meanwhile.
    throw systemCodeOf(error) === 'EEXIST' ? isThere(target) : error;
  }
};

/** Makes a folder of results, and those above it, for those who may look into the folders of the sources. */
const mirrorFolder = (folder: RawPath, source: RawPath): void => {
  if (existsSync(bytesOf(folder))) return;
  mirrorFolder(folderOf(folder), folderOf(source));
  makeFolder(bytesOf(folder), (statSync(bytesOf(source)).mode & 0o777) | 0o700);
};

/** The result of the same source at `target`, which a killed run may have been about to replace. */
const formerResult = (
  { journal, base }: State,
  path: RawPath,
  target: RawPath,
): Identity | undefined => {
  const record = journal.find(keyOf({ base }, path));
  const found = identityAt(target);
  if (found === undefined) return undefined;
  const known = [record?.target, record?.former].filter((each) => each !== undefined);
  return known.some((each) => hasSameContent(found, each)) ? found : undefined;
};

const isThere = (target: RawPath): Error =>
  new Error(`There is a file ${shown(target)} already, which is no result of this one.`);

/** A temporary file with the bytes that were made, and not what a faulty disk or memory made of them. */
const writeChecked = async (
  { body, sha256, check }: NewFile,
  folder: OpenFolder,
  { mark }: State,
  finish: (file: FileHandle) => Promise<void>,
): Promise<Temporary> => {
  await using failing = new AsyncDisposableStack();
  const written = failing.use(await writeTemporary(body, folder, mark, finish));
  if (written.sha256 !== sha256) throw new Error('The result has changed while it was written.');
  if (check !== undefined) {
    using result = openSource(written.path);
    await check(result.body());
  }
  failing.move();
  return written;
};

type Noted = Placing & Readonly<{ made: NewFile; written: Temporary; target: RawPath }>;

const note = (
  { path, source, sourceSha256, state, settings, made, written, target }: Noted,
  fields: Pick<JournalRecord, 'kind' | 'mode' | 'isKept' | 'former'>,
): Promise<void> => {
  const identity = identityAt(written.path);
  if (identity === undefined) throw new Error('The unfinished file was removed.');
  return state.journal.append({
    ...{ path: keyOf(state, path), ...fields, source: source.identity, sha256: sourceSha256 },
    ...{ settings, target: { path: keyOf(state, target), ...identity } },
    ...(made.made && { made: made.made }),
  });
};
