import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError, systemCodeOf } from '../errors.ts';
import type { OutputLease, Outputs } from '../outputs/output.ts';
import { plainFileStream, realFileStream } from '../plain-files.ts';
import type { SourceFetcher } from '../source/fetch-source.ts';
import type { StoreReader } from '../storage/read-store.ts';
import type { SourcePlace } from './source-place.ts';

type SourceParts = Readonly<{
  sources: SourceFetcher;
  stores: Pick<StoreReader, 'open'>;
  outputs: Pick<Outputs, 'open'>;
}>;

/** The bytes of a source, and when it was last changed, where that is known, in milliseconds since 1970. */
type OpenedSource = Readonly<{ body: Readable; modifiedMs: number | undefined }>;

export type OpenSource = ReturnType<typeof createOpenSource>;

export const createOpenSource =
  ({ sources, stores, outputs }: SourceParts) =>
  /**
   * Opens the bytes of a source. The caller reads or destroys the stream.
   * @throws ServiceError `source_not_found` where there is none, or one of another account; what the parts name.
   */
  async (place: SourcePlace, accountId: string, signal: AbortSignal): Promise<OpenedSource> => {
    switch (place.kind) {
      case 'web': {
        let modifiedMs: number | undefined;
        const onModified = (time: number) => void (modifiedMs = time);
        const body = await sources.open(place.url, { accountId, signal, onModified });
        return { body, modifiedMs };
      }
      case 'object': {
        const body = await stores.open(place.store, place.key, signal);
        if (body === undefined) throw missing();
        return { body, modifiedMs: undefined };
      }
      case 'file':
        return openFile(place.folders, place.path, signal);
      case 'output':
        return openOutput(await outputs.open(place.id), accountId, signal);
    }
  };

const missing = (): ServiceError =>
  new ServiceError('source_not_found', 'The source does not exist.');

/** The file in the first folder that has it. No link leads out of the folder. */
const openFile = async (
  [folder, ...others]: readonly string[],
  path: string,
  signal: AbortSignal,
): Promise<OpenedSource> => {
  if (folder === undefined) throw missing();
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    const isInside = file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
    const stats = isInside ? await stat(file) : undefined;
    if (stats?.isFile() === true) {
      return { body: realFileStream(file, signal, chunkBytes), modifiedMs: stats.mtimeMs };
    }
  } catch (error) {
    if (!absent.includes(systemCodeOf(error) ?? '')) throw error;
  }
  return openFile(others, path, signal);
};

/** Each chunk costs a tenth of a millisecond and more, whatever its size: here it is copied at once. */
const chunkBytes = 1024 ** 2;

const absent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EISDIR'];

/** The source of an output, which stays until it is read. */
const openOutput = async (
  lease: OutputLease | undefined,
  accountId: string,
  signal: AbortSignal,
): Promise<OpenedSource> => {
  try {
    if (lease?.output.owner !== accountId) throw missing();
    const body = plainFileStream(await lease.source(), signal, chunkBytes);
    body.once('close', lease.release);
    return { body, modifiedMs: lease.output.createdAt };
  } catch (error) {
    lease?.release();
    throw error;
  }
};
