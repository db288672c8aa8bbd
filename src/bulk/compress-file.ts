import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import type { Operation } from '../service/operation.ts';
import { plainFileStream } from '../plain-files.ts';
import type { CompressedPicture, Compressor } from './compressor.ts';
import { changedMeanwhile, reasonNotToTake, reasonOf } from './failure.ts';
import { openInTree, type OpenSource } from './files/open-source.ts';
import type { Outcome } from './outcome.ts';
import { createFile, type NewFile, type Placing, replaceSource } from './place.ts';
import { bytesOf, joined, type RawPath } from './raw-path.ts';
import { type Destination, targetOf } from './target.ts';
import { checkOwner, keyOf, type State, statesOf, type Tree } from './tree.ts';
import type { FoundFile } from './walk.ts';

/** What is to be done with each file. */
export type FileWork = Readonly<{
  compressor: Pick<Compressor, 'compress' | 'check'>;
  operation: Operation;
  destination: Destination;
  /** Digest of the wishes and settings, by which it is known whether a file is done. */
  settings: string;
  /** Share of the bytes, 0 to 1, below which a file is left alone. */
  minSaving: number;
  keepsOriginals: boolean;
}>;

/**
 * Compresses one file. What prevents it is the outcome.
 * @throws the reason of `signal` alone.
 */
export const compressFile = async (
  file: FoundFile,
  tree: Tree,
  work: FileWork,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { path } = file;
  let before = 0;
  try {
    using source = openInTree(path);
    before = source.identity.bytes;
    return await compressOpen({ file, source, tree, work, signal });
  } catch (error) {
    signal.throwIfAborted();
    return { path, happened: 'failed', reason: reasonOf(error), before, after: before };
  }
};

type OpenFile = Readonly<{
  file: FoundFile;
  source: OpenSource;
  tree: Tree;
  work: FileWork;
  signal: AbortSignal;
}>;

const compressOpen = async (open: OpenFile): Promise<Outcome> => {
  const { file, source, tree, work, signal } = open;
  const before = source.identity.bytes;
  if (work.destination.kind === 'in-place' && tree.state) checkOwner(source, tree.state);
  const links = await otherLinks(open);
  if (links > 0n) {
    const reason = `It has ${links + 1n} hard links, and only one of them would change.`;
    return { path: file.path, happened: 'left', reason, before, after: before };
  }
  await using picture = await work.compressor.compress(source.body(), work.operation, signal);
  if (picture.source.bytes !== before || source.hasChanged()) throw changedMeanwhile();
  return await finish(open, picture);
};

/** Links of a file that is to be replaced, beside the one at its path, and that of a killed run to its original. */
const otherLinks = async ({ source, tree, work }: OpenFile): Promise<bigint> => {
  const { nlink } = source.stats;
  if (work.destination.kind !== 'in-place' || nlink < 2n) return 0n;
  const sha256 = await source.sha256();
  const isOurs = statesOf([tree]).some(({ originals }) => originals.hasLinkTo(source, sha256));
  return isOurs ? 0n : nlink - 1n;
};

/** Puts a result where it belongs, or leaves the file as it is. */
const finish = async (open: OpenFile, picture: CompressedPicture): Promise<Outcome> => {
  const { file, source, tree, work, signal } = open;
  const { path } = file;
  const before = source.identity.bytes;
  const { made } = picture;
  const reason = reasonToLeave(before, picture, work);
  if (reason !== undefined) {
    const target = await leave(open, picture);
    return { path, happened: 'left', reason, before, after: before, made, ...target };
  }
  const target = targetOf(file, tree.prefix, work.destination, made);
  const done = { path, happened: 'compressed', before, after: picture.bytes, made } as const;
  if (target === undefined || tree.state === undefined) {
    return { ...done, ...(await keptResult(picture, work.destination)), original: path };
  }
  const placing = placingOf(open, picture, tree.state);
  const newFile = { body: plainFileStream(picture.path), sha256: picture.sha256, made };
  if (work.destination.kind !== 'in-place') {
    await createFile(placing, { ...newFile, check: undefined }, target);
    return { ...done, target, original: path };
  }
  const check: NewFile['check'] = (body) => work.compressor.check(body, signal);
  await replaceSource(placing, { ...newFile, check });
  if (!work.keepsOriginals) return { ...done, target };
  return { ...done, target, original: tree.state.originals.pathOf(placing.sourceSha256) };
};

const keptResult = async (
  { path }: CompressedPicture,
  destination: Destination,
): Promise<Readonly<{ target?: RawPath }>> => {
  if (destination.kind !== 'nowhere' || destination.kept === undefined) return {};
  const target = joined(destination.kept, randomUUID());
  await copyFile(path, bytesOf(target));
  return { target };
};

/** Notes that a file stays as it is. A mirrored tree gets a copy of it. */
const leave = async (
  open: OpenFile,
  picture: CompressedPicture,
): Promise<Readonly<{ target?: RawPath }>> => {
  const { file, source, tree, work } = open;
  const { state } = tree;
  if (state === undefined) return {};
  const { sha256 } = picture.source;
  if (isMirrored(work.destination)) {
    const { sourceType } = picture.made;
    const types = { sourceType, mediaType: sourceType };
    const target = targetOf(file, tree.prefix, work.destination, types) ?? '';
    const copy = { body: source.body(), sha256, check: undefined, made: undefined };
    await createFile(placingOf(open, picture, state), copy, target);
    return { target };
  }
  const { settings } = work;
  const path = keyOf(state, file.path);
  await state.journal.append({ path, kind: 'left', source: source.identity, sha256, settings });
  return {};
};

const placingOf = (
  { file, source, work }: OpenFile,
  picture: CompressedPicture,
  state: State,
): Placing => ({
  ...{ path: file.path, source, sourceSha256: picture.source.sha256, state },
  ...{ settings: work.settings, keepsOriginals: work.keepsOriginals },
});

/** Why a result is not taken; undefined where it is. */
const reasonToLeave = (
  before: number,
  { bytes, made }: CompressedPicture,
  { destination, minSaving }: FileWork,
): string | undefined => {
  if (destination.kind === 'beside' && made.mediaType === made.sourceType) {
    return 'It has that type, or is smallest in its own.';
  }
  return reasonNotToTake(before, bytes, minSaving, isMirrored(destination));
};

const isMirrored = (destination: Destination): boolean =>
  destination.kind === 'out' && !destination.isAppended;
