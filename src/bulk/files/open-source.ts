import { type BigIntStats, closeSync, constants, fstatSync, openSync, read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { systemCodeOf } from '../../errors.ts';
import { digestOf, liesAt } from '../../plain-files.ts';
import { bytesOf, type RawPath } from '../raw-path.ts';
import { type Identity, identityOf, isSameFile } from './identity.ts';

/** A plain file that is open for reading. */
export type OpenSource = Readonly<{
  descriptor: number;
  stats: BigIntStats;
  identity: Identity;
  /** Its bytes from the beginning. */
  body: () => Readable;
  sha256: () => Promise<string>;
  /** Whether its length or time is another one than when it was opened. */
  hasChanged: () => boolean;
  /** Closes it. */
  [Symbol.dispose]: () => void;
}>;

/**
 * Opens a file without following a link, waiting for a pipe, or changing the time of its last use where it is the
 * user's own (open(2), O_NOATIME).
 * @throws the system's error; an error for what is no file.
 */
export const openSource = (path: RawPath): OpenSource => {
  const descriptor = opened(path);
  const stats = fstatSync(descriptor, { bigint: true });
  const close = (): void => closeSync(descriptor);
  if (!stats.isFile()) {
    close();
    throw new Error('It is no plain file.');
  }
  const identity = identityOf(stats);
  const body = (): Readable => Readable.from(chunksOf(descriptor));
  return {
    descriptor,
    stats,
    identity,
    body,
    sha256: async () => (await digestOf(body())).sha256,
    hasChanged: () => !isSameFile(identity, identityOf(fstatSync(descriptor, { bigint: true }))),
    [Symbol.dispose]: close,
  };
};

/**
 * Opens a file of a tree like that. `path` is absolute and without links, so a folder on the way to the file that became
 * a link since is found by where the open file lies: the link may lead to files that are not meant.
 * @throws as `openSource` does, and an error for a file that lies elsewhere.
 */
export const openInTree = (path: RawPath): OpenSource => {
  const source = openSource(path);
  if (liesAt(source.descriptor, path, 'latin1')) return source;
  source[Symbol.dispose]();
  throw movedMeanwhile();
};

/** What is open lies elsewhere than at the path by which it was opened. */
export const movedMeanwhile = (): Error =>
  new Error('It was moved, or a folder on the way to it became a link.');

const readAt = promisify(read);
const chunkBytes = 256 * 1024;

/** The bytes of a file from its beginning. The file stays open, also where they are not read to the end. */
async function* chunksOf(descriptor: number): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await readAt(descriptor, buffer, 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const opened = (path: RawPath): number => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOATIME } = constants;
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
  try {
    return openSync(bytesOf(path), flags | O_NOATIME);
  } catch (error) {
    if (systemCodeOf(error) !== 'EPERM') throw error;
    return openSync(bytesOf(path), flags);
  }
};
