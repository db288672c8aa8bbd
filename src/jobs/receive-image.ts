import { copyFile, rename } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ImageFacts } from '../image/facts.ts';
import { checkLimits, type ImageLimits } from '../image/limits.ts';
import { readFacts } from '../image/read-facts.ts';
import { withFileBytes } from './file-bytes.ts';
import { sourceFileName } from './file-names.ts';
import type { JobFolder, JobFolders } from './job-folder.ts';
import { receive } from './receive-body.ts';

/** A source that has arrived whole, in a folder of its own, and is an image within the limits. */
export type Arrival = Readonly<{
  /** The taker removes it. */
  folder: JobFolder;
  /** File of the source in the folder. */
  path: string;
  bytes: number;
  sha256: string;
  facts: ImageFacts;
}>;

export type Intake = Readonly<{
  /**
   * Streams a body into a new job folder and reads its headers. On failure nothing is left.
   * @throws ServiceError `input_missing`, `too_large`, `unsupported_media_type`, `decode_failed`; the
   * body's own error; the signal's reason when it aborts.
   */
  take: (body: Readable, signal: AbortSignal) => Promise<Arrival>;
  /** A new job folder with a copy of a stored source, named as the engine reads it. The caller removes it. */
  bring: (path: string, mediaType: string) => Promise<JobFolder>;
}>;

export const createIntake = ({
  folders,
  maxBytes,
  limits,
}: {
  folders: JobFolders;
  maxBytes: number;
  limits: ImageLimits;
}): Intake => {
  const take: Intake['take'] = async (body, signal) => {
    // A body that fails before it is read tells so when it is; unheard, its error would end the server.
    body.on('error', () => undefined);
    const folder = await folders.open();
    try {
      const upload = folder.file('upload');
      const { bytes, sha256 } = await receive(body, upload, maxBytes, signal);
      const facts = await withFileBytes(upload, readFacts);
      checkLimits(facts, limits);
      const path = folder.file(sourceFileName(facts.mediaType));
      await rename(upload, path);
      return { folder, path, bytes, sha256, facts };
    } catch (error) {
      await folder.remove();
      throw error;
    }
  };

  const bring: Intake['bring'] = async (path, mediaType) => {
    const folder = await folders.open();
    try {
      await copyFile(path, folder.file(sourceFileName(mediaType)));
      return folder;
    } catch (error) {
      await folder.remove();
      throw error;
    }
  };
  return { take, bring };
};
