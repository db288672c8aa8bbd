import { fchmodSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { isDiskFull } from '../errors.ts';
import { copyAttributes } from '../tools/process/copy-attributes.ts';
import { changedMeanwhile, noRun, reasonOf } from './failure.ts';
import { hasSameContent, isSameFile } from './files/identity.ts';
import { openFolder } from './files/open-folder.ts';
import { openInTree, openSource, type OpenSource } from './files/open-source.ts';
import { identityAt, moveOver, type Temporary, writeTemporary } from './files/temporary.ts';
import type { JournalRecord } from './journal/record.ts';
import { bytesOf, folderOf, isWithin, nameOf, type RawPath } from './raw-path.ts';
import { removeState, removeUnfinished } from './remove-state.ts';
import { checkOwner, pathOf, type State, statesOf, type Tree } from './tree.ts';

/** What became of one file. `path` is that of the file which the run had written. */
export type Undone = Readonly<{
  path: RawPath;
  happened: 'restored' | 'removed' | 'failed';
  reason?: string;
}>;

/** Whether the original with a digest is that of several files. */
type IsShared = (sha256: string) => Promise<boolean>;

/**
 * Gives the files of trees back that runs have replaced, each byte, permission and time, and removes those that they have made
 * beside their sources. A file that somebody has changed since is refused, and stays. What was done is removed from the
 * journal, and the journal with all originals where nothing is left to be undone.
 */
export const undoAll = async (
  trees: readonly Tree[],
  onUndone: (undone: Undone) => Promise<void> | void,
  stopping: AbortSignal,
): Promise<void> => {
  for (const state of statesOf(trees)) {
    let isNeeded = false;
    const isShared = sharedOriginals(state);
    const roots = trees.filter((tree) => statesOf([tree]).includes(state)).map(({ root }) => root);
    for await (const record of state.journal.records()) {
      const isWritten = record.kind === 'replaced' || record.kind === 'created';
      if (!isWritten) continue;
      const path = pathOf(state, record.path);
      const isAsked = roots.some((root) => isWithin(path, root)) && !stopping.aborted;
      if (isAsked) {
        const undone = await undo(record, state, isShared);
        if (undone !== undefined) await onUndone(undone);
        if (undone?.happened !== 'failed') continue;
      }
      isNeeded = true;
    }
    await removeUnfinished(trees, state);
    if (!isNeeded) removeState(state);
  }
};

/** Undefined where there is nothing to undo, since a run was killed before, or an earlier call has done it. */
const undo = async (
  record: JournalRecord,
  state: State,
  isShared: IsShared,
): Promise<Undone | undefined> => {
  const path = pathOf(state, record.target?.path ?? record.path);
  try {
    if (!isOfRun(path, pathOf(state, record.path), record.kind)) throw noRun();
    const isReplaced = record.kind === 'replaced';
    const happened = await (isReplaced
      ? restore(path, record, state, isShared)
      : remove(path, record, state));
    await state.journal.append({ ...record, kind: 'undone' });
    return happened && { path, happened };
  } catch (error) {
    return { path, happened: 'failed', reason: reasonOf(error) };
  }
};

/**
 * Whether a file is a source, or lies beside it under its name, as all that runs write. Others may write to the folder of
 * the journal, and must not have this process change files that they may not.
 */
const isOfRun = (path: RawPath, source: RawPath, kind: JournalRecord['kind']): boolean => {
  const isNamedSo = kind === 'replaced' ? path === source : path.startsWith(`${source}.`);
  return isNamedSo && folderOf(path) === folderOf(source) && !/\/\.\.?(\/|$)/.test(path);
};

const restore = async (
  path: RawPath,
  record: JournalRecord,
  state: State,
  isShared: IsShared,
): Promise<'restored' | undefined> => {
  const { source, target, sha256, mode, isKept } = record;
  const found = identityAt(path);
  if (found !== undefined && hasSameContent(found, source)) return undefined;
  if (found === undefined) throw new Error('It is gone.');
  if (target === undefined || !hasSameContent(found, target)) throw changedSince();
  if (isKept !== true) throw new Error('Its original was not kept (--no-originals).');
  using original = openSource(state.originals.pathOf(sha256));
  using current = openInTree(path);
  checkOwner(current, state);
  using folder = openFolder(folderOf(path));
  const own = folder.entry(nameOf(path));
  const putBack = async (ready: Pick<Temporary, 'path' | 'sha256'>): Promise<'restored'> => {
    if (ready.sha256 !== sha256) throw new Error('Its original has been changed.');
    if (mode !== undefined) await chmod(bytesOf(ready.path), mode);
    const now = identityAt(own);
    if (now === undefined || !isSameFile(now, current.identity) || folder.hasMoved())
      throw changedMeanwhile();
    await moveOver(ready, own);
    return 'restored';
  };
  try {
    await using written = await writeTemporary(original.body(), folder, state.mark, (file) =>
      copyAttributes(current.descriptor, file.fd),
    );
    return await putBack(written);
  } catch (error) {
    if (!isDiskFull(error) || (await isShared(sha256))) throw error;
    return await putBack(await originalItself(record, state, { original, current }));
  }
};

/**
 * The original, ready to be moved to its place, which takes no space of the disk. At each moment it is in one of the two
 * places, whole.
 */
const originalItself = async (
  { sha256 }: JournalRecord,
  { originals }: State,
  { original, current }: Readonly<{ original: OpenSource; current: OpenSource }>,
): Promise<Pick<Temporary, 'path' | 'sha256'>> => {
  const ready = { path: originals.pathOf(sha256), sha256: await original.sha256() };
  if (ready.sha256 !== sha256) return ready;
  // Its attributes cannot be changed by its owner while it is read-only.
  fchmodSync(original.descriptor, 0o600);
  await copyAttributes(current.descriptor, original.descriptor);
  return ready;
};

/**
 * Whether an original is that of several files, and must stay for the others. The journal is read for the first question
 * alone, since there may be one for each file.
 */
const sharedOriginals = ({ journal }: State): IsShared => {
  const seen = new Set<string>();
  const shared = new Set<string>();
  const read = async (): Promise<void> => {
    for await (const { kind, sha256 } of journal.records()) {
      if (kind === 'replaced') (seen.has(sha256) ? shared : seen).add(sha256);
    }
  };
  let reading: Promise<void> | undefined;
  return async (sha256) => {
    await (reading ??= read());
    return shared.has(sha256);
  };
};

const remove = async (
  path: RawPath,
  { target, former }: JournalRecord,
  state: State,
): Promise<'removed' | undefined> => {
  if (identityAt(path) === undefined) return undefined;
  using found = openInTree(path);
  checkOwner(found, state);
  using folder = openFolder(folderOf(path));
  const isOurs = [target, former].some((each) => each && hasSameContent(found.identity, each));
  if (!isOurs) throw changedSince();
  await rm(bytesOf(folder.entry(nameOf(path))));
  return 'removed';
};

const changedSince = (): Error => new Error('It was changed since, and stays.');
