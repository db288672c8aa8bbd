import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError, systemCodeOf } from '../errors.ts';
import type { Outputs } from '../outputs/output.ts';
import { plainFileStream } from '../plain-files.ts';
import type { SourceFetcher } from '../source/fetch-source.ts';
import type { StoreReader } from '../storage/read-store.ts';
import type { SourcePlace } from './source-place.ts';

type SourceParts = Readonly<{
  sources: SourceFetcher;
  stores: Pick<StoreReader, 'open'>;
  outputs: Pick<Outputs, 'open'>;
}>;

type Reader = Readonly<{
  accountId: string;
  signal: AbortSignal;
  /** Told when the source was last changed, where that is known, in milliseconds since 1970. */
  onModified: (time: number) => void;
}>;

/**
 * Opens the bytes of a source. The caller reads or destroys the stream.
 * @throws ServiceError `source_not_found` where there is none, or one of another account; what the parts name.
 */
export type OpenSource = (place: SourcePlace, reader: Reader) => Promise<Readable>;

export const createOpenSource =
  ({ sources, stores, outputs }: SourceParts): OpenSource =>
  async (place, reader) => {
    switch (place.kind) {
      case 'web':
        return sources.open(place.url, reader);
      case 'object': {
        const body = await stores.open(place.store, place.key, reader.signal);
        if (body === undefined) throw missing();
        return body;
      }
      case 'file':
        return openFile(await fileIn(place.folders, place.path), reader);
      case 'output':
        return openOutput(outputs, place.id, reader);
    }
  };

const missing = (cause?: unknown): ServiceError =>
  new ServiceError('source_not_found', 'The source does not exist.', { cause });

/** `mtimeMs`: when it was last changed, in milliseconds since 1970. */
type FoundFile = Readonly<{ file: string; mtimeMs: number }>;

/** The file in the first folder that has it. No link leads out of the folder. */
const fileIn = async (folders: readonly string[], path: string): Promise<FoundFile> => {
  const [folder, ...others] = folders;
  if (folder === undefined) throw missing();
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    const isInside = file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
    const stats = isInside ? await stat(file) : undefined;
    if (stats?.isFile() === true) return { file, mtimeMs: stats.mtimeMs };
  } catch (error) {
    if (!absent.includes(systemCodeOf(error) ?? '')) throw error;
  }
  return fileIn(others, path);
};

const openFile = (
  { file, mtimeMs }: FoundFile,
  { signal, onModified }: Omit<Reader, 'accountId'>,
): Readable => {
  onModified(mtimeMs);
  return plainFileStream(file, signal, chunkBytes);
};

/** Each chunk costs a tenth of a millisecond and more, whatever its size: here it is copied at once. */
const chunkBytes = 1024 ** 2;

const absent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EISDIR', 'EACCES'];

/** The source of an output, which stays until it is read. */
const openOutput = async (
  outputs: Pick<Outputs, 'open'>,
  id: string,
  { accountId, signal, onModified }: Reader,
): Promise<Readable> => {
  const lease = await outputs.open(id);
  if (lease === undefined) throw missing();
  try {
    if (lease.output.owner !== accountId) throw missing();
    onModified(lease.output.createdAt);
    const stream = plainFileStream(await lease.source(), signal, chunkBytes);
    return stream.once('close', lease.release);
  } catch (error) {
    lease.release();
    throw error;
  }
};
