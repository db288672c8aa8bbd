import { randomBytes } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { syncPath } from '../../durable-file.ts';
import { systemCodeOf } from '../../errors.ts';
import { makeFolder } from '../../make-folder.ts';
import { changedMeanwhile, noRun } from '../failure.ts';
import { bytesOf, joined, type RawPath } from '../raw-path.ts';
import { ownFolder } from './open-folder.ts';
import type { OpenSource } from './open-source.ts';
import { hasNoLinks, identityAt, writeTemporary } from './temporary.ts';

export type Originals = ReturnType<typeof createOriginals>;

/** The files that were replaced, under the digests of their bytes. Equal ones are kept once. */
export const createOriginals = (folder: RawPath) => {
  /** @throws an error for what is no digest, as others may have put it into a journal. */
  const pathOf = (sha256: string): RawPath => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw noRun();
    return joined(folder, sha256);
  };
  let isMade = false;

  const put = async (source: OpenSource, path: RawPath, sha256: string): Promise<void> => {
    const kept = pathOf(sha256);
    if (await clone(source, kept)) return;
    try {
      await link(bytesOf(path), bytesOf(kept));
    } catch (error) {
      if (systemCodeOf(error) === 'EEXIST') return;
      if (!hasNoLinks(error)) throw error;
      const copy = await writeTemporary(
        source.body(),
        ownFolder(folder),
        'copy',
        async () => undefined,
      );
      await rename(bytesOf(copy.path), bytesOf(kept));
      return;
    }
    // Another file may have come to the path since the source was opened.
    if (identityAt(kept)?.inode === source.identity.inode) return;
    await rm(bytesOf(kept));
    throw changedMeanwhile();
  };

  /**
   * Keeps the file that is open and lies at `path`, and resolves when it is on disk: a clone that shares its bytes with
   * the file where the file system can (reflink), a hard link where it cannot, and else a copy.
   */
  const keep = async (source: OpenSource, path: RawPath, sha256: string): Promise<void> => {
    if (!isMade) makeFolder(bytesOf(folder), 0o700);
    isMade = true;
    if (identityAt(pathOf(sha256))?.bytes === source.identity.bytes) return;
    await put(source, path, sha256);
    await syncPath(bytesOf(folder));
  };

  /** Whether the second link of a file is the one that a killed run has made here. */
  const hasLinkTo = ({ stats }: OpenSource, sha256: string): boolean => {
    const kept = lstatSync(bytesOf(pathOf(sha256)), { bigint: true, throwIfNoEntry: false });
    return stats.nlink === 2n && kept?.ino === stats.ino && kept.dev === stats.dev;
  };

  return { keep, hasLinkTo, pathOf };
};

/** Whether the file system could clone the file. */
const clone = async ({ descriptor }: OpenSource, to: RawPath): Promise<boolean> => {
  const temporary = `${to}.${randomBytes(8).toString('hex')}`;
  try {
    const opened = `/proc/self/fd/${descriptor}`;
    await copyFile(opened, bytesOf(temporary), constants.COPYFILE_FICLONE_FORCE);
    await syncPath(bytesOf(temporary));
    await rename(bytesOf(temporary), bytesOf(to));
    return true;
  } catch {
    await rm(bytesOf(temporary), { force: true });
    return false;
  }
};
