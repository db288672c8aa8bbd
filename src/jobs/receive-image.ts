import { renameSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { inputMissing, tooManyBytes } from '../errors.ts';
import type { ImageFacts } from '../image/facts.ts';
import { checkLimits, type ImageLimits } from '../image/limits.ts';
import { readFacts } from '../image/read-facts.ts';
import { withFileBytes } from './file-bytes.ts';
import { originalFileName } from './file-names.ts';
import { type HashedFile, writeHashedFile } from './hashed-file.ts';
import type { JobFolder, JobFolders } from './job-folder.ts';

/** A complete source in a job folder of its own. It is an image within the limits. */
export type ReceivedImage = Readonly<{
  /** The caller of `receive` removes it. */
  folder: JobFolder;
  /** File of the source in the folder. */
  path: string;
  bytes: number;
  sha256: string;
  facts: ImageFacts;
}>;

export const createImageReceiver = ({
  folders,
  preparedFolders,
  maxBytes,
  limits,
}: {
  folders: JobFolders;
  /** On the same file system. */
  preparedFolders: JobFolders;
  maxBytes: number;
  limits: ImageLimits;
}) => ({
  /**
   * Streams a body into a new job folder and reads its headers. `arrived` is called with the bytes so far, before they
   * are written. On failure the folder is removed.
   * @throws ServiceError `input_missing`, `too_large`, `unsupported_media_type`, `decode_failed`; the
   * body's own error; what `arrived` throws; the signal's reason when it aborts.
   */
  receive: async (
    body: Readable,
    signal: AbortSignal,
    arrived?: (bytes: number) => void,
  ): Promise<ReceivedImage> => {
    // An error before the body is read is reported when it is read. Without a listener it would end the process.
    body.on('error', () => undefined);
    return inNewFolder(folders, async (folder) => {
      const upload = folder.file('upload');
      const { bytes, sha256 } = await writeBody(body, upload, { maxBytes, signal, arrived });
      const facts = await withFileBytes(upload, readFacts);
      checkLimits(facts, limits);
      const path = folder.file(originalFileName(facts.mediaType));
      renameSync(upload, path);
      return { folder, path, bytes, sha256, facts };
    });
  },
  /**
   * The same image in a folder whose sandbox is ready. Images that need no tool get none. The folder of
   * `received` is removed, however this ends.
   */
  prepare: async (received: ReceivedImage): Promise<ReceivedImage> => {
    try {
      return await inNewFolder(preparedFolders, async (folder) => {
        const path = folder.file(basename(received.path));
        renameSync(received.path, path);
        return { ...received, folder, path };
      });
    } finally {
      await received.folder.remove();
    }
  },
  /**
   * A new job folder with a copy of a stored source, under the name of an original, and with a
   * sandbox. The caller removes it.
   */
  copySource: (path: string, mediaType: string): Promise<JobFolder> =>
    inNewFolder(preparedFolders, async (folder) => {
      await copyFile(path, folder.file(originalFileName(mediaType)));
      return folder;
    }),
});

export type ImageReceiver = ReturnType<typeof createImageReceiver>;

/** What `work` resolves with for a new job folder, which is removed when `work` fails. */
const inNewFolder = async <T>(
  folders: JobFolders,
  work: (folder: JobFolder) => Promise<T>,
): Promise<T> => {
  const folder = await folders.open();
  try {
    return await work(folder);
  } catch (error) {
    await folder.remove();
    throw error;
  }
};

/**
 * Streams an upload to a new file.
 * @throws ServiceError `input_missing` for an empty body, `too_large` past `maxBytes`; what `arrived` throws.
 */
export const writeBody = async (
  body: Readable,
  path: string,
  {
    maxBytes,
    signal,
    arrived = () => undefined,
  }: Readonly<{
    maxBytes: number;
    signal: AbortSignal;
    arrived?: ((bytes: number) => void) | undefined;
  }>,
): Promise<HashedFile> => {
  const check = (bytes: number): void => {
    if (bytes > maxBytes) throw tooManyBytes(maxBytes, 'more');
    arrived(bytes);
  };
  const received = await writeHashedFile(body, path, check, signal);
  if (received.bytes === 0) throw inputMissing();
  return received;
};
