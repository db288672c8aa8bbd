import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  type ReadStream,
  writeFileSync,
} from 'node:fs';

/**
 * Opens a file for reading. A tool of the same job may have put a link in its place, which is not followed,
 * or a pipe, which could be waited for without end. The caller closes it.
 * @throws the system's error, `ELOOP` for a link; an error for what is no file.
 */
export const openPlainFile = (path: string): number => {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error(`${path} is not a plain file`);
};

/** The content of a file that is opened like that. `checkBytes` may throw for its size before it is read. */
export const readPlainFile = (path: string, checkBytes?: (bytes: number) => void): Buffer => {
  const file = openPlainFile(path);
  try {
    checkBytes?.(fstatSync(file).size);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
};

/** A stream of a file that is opened like that, in chunks of so many bytes. It closes the file. */
export const plainFileStream = (
  path: string,
  signal?: AbortSignal,
  chunkBytes = 65_536,
  fd = openPlainFile(path),
): ReadStream =>
  createReadStream(path, { fd, highWaterMark: chunkBytes, ...(signal && { signal }) });

/**
 * The same of a file at a path without links. A folder on the way that has become a link since is found by where the
 * open file lies, so that there is no moment between a check and a use.
 * @throws as `openPlainFile` does, `ELOOP` for a file that lies elsewhere.
 */
export const realFileStream = (
  path: string,
  signal: AbortSignal,
  chunkBytes: number,
): ReadStream => {
  const file = openPlainFile(path);
  if (liesAt(file, path, 'utf8')) return plainFileStream(path, signal, chunkBytes, file);
  closeSync(file);
  throw Object.assign(new Error(`${path} is reached by a link`), { code: 'ELOOP' });
};

/** Whether an open file lies at a path without links. Nobody can tell on a machine without /proc, where it counts as true. */
export const liesAt = (descriptor: number, path: string, encoding: 'utf8' | 'latin1'): boolean => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`, encoding) === path;
  } catch {
    return true;
  }
};

/** Bytes and SHA-256 (64 hexadecimal digits) of what a stream gives to its end. Rejects when the stream fails. */
export const digestOf = async (
  pieces: AsyncIterable<unknown>,
): Promise<Readonly<{ bytes: number; sha256: string }>> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
};

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Flags for writing a file in the folder of a job. A link that a tool has put in its place is not followed
 * (`ELOOP`), since it could lead to any file of the service; a pipe is not waited for (`ENXIO`).
 */
export const writingPlainFile = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK;

/** Writes a file like that. The thread pool would take longer for a small one. */
export const writePlainFile = (path: string, data: string | Uint8Array): void => {
  const file = openSync(path, writingPlainFile, 0o600);
  try {
    writeFileSync(file, data);
  } finally {
    closeSync(file);
  }
};
