import { createHash, randomBytes } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { systemCodeOf } from '../../errors.ts';
import { bytesOf, type RawPath } from '../raw-path.ts';
import { temporaryPrefix } from '../walk.ts';
import { type Identity, identityOf } from './identity.ts';
import type { OpenFolder } from './open-folder.ts';

/** A complete file under a name of its own, in the folder where it is to be. */
export type Temporary = Readonly<{
  path: RawPath;
  bytes: number;
  sha256: string;
  /** Removes it, unless it has been moved. */
  [Symbol.asyncDispose]: () => Promise<void>;
}>;

/**
 * Writes `body` to a new file in a folder, and resolves when it is on disk. `mark` tells the temporary files of one tree from
 * those of others. `finish` may change its attributes. The folder stays open until the file is moved or removed.
 */
export const writeTemporary = async (
  body: Readable,
  folder: Pick<OpenFolder, 'entry'>,
  mark: string,
  finish: (file: FileHandle) => Promise<void>,
): Promise<Temporary> => {
  const path = folder.entry(`${temporaryPrefix}${mark}-${randomBytes(8).toString('hex')}`);
  const remove = (): Promise<void> => rm(bytesOf(path), { force: true });
  const digest = createHash('sha256');
  let bytes = 0;
  const file = await open(bytesOf(path), 'wx', 0o600);
  try {
    for await (const chunk of body) {
      digest.update(chunk as Buffer);
      await file.writeFile(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    await finish(file);
    await file.sync();
  } catch (error) {
    await remove();
    throw error;
  } finally {
    body.destroy();
    await file.close();
  }
  return { path, bytes, sha256: digest.digest('hex'), [Symbol.asyncDispose]: remove };
};

/** What is at a path; undefined where nothing is. A link is not followed. */
export const identityAt = (path: RawPath): Identity | undefined => {
  const stats = lstatSync(bytesOf(path), { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() === true ? identityOf(stats) : undefined;
};

/** Whether anything is at a path. */
export const isTaken = (path: RawPath): boolean =>
  lstatSync(bytesOf(path), { throwIfNoEntry: false }) !== undefined;

/** Moves a file over another one. */
export const moveOver = ({ path }: Pick<Temporary, 'path'>, target: RawPath): Promise<void> =>
  rename(bytesOf(path), bytesOf(target));

/**
 * Moves a file to where none is.
 * @throws the system's error, `EEXIST` where there is one.
 */
export const moveToFree = async ({ path }: Temporary, target: RawPath): Promise<void> => {
  try {
    await link(bytesOf(path), bytesOf(target));
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    // Without links there is a moment in which another program could make the file.
    const placeholder = await open(bytesOf(target), constants.O_CREAT | constants.O_EXCL, 0o600);
    await placeholder.close();
    return rename(bytesOf(path), bytesOf(target));
  }
  await unlink(bytesOf(path));
};

/** Whether a file system refuses hard links, or this one: link(2). */
export const hasNoLinks = (error: unknown): boolean =>
  ['EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(
    systemCodeOf(error) ?? '',
  );
