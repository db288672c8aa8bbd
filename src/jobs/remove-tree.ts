import { randomBytes } from 'node:crypto';
import { chmod, lstat, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '../errors.ts';

/**
 * Removes `path` and everything below it, including what a hostile tool may create: folders nested deeper
 * than the longest path, unreadable folders, names that are not valid text. Links are removed and never
 * followed. A missing path counts as removed.
 * @throws the system's error where the kernel forbids it, as for files of another user.
 */
export const removeTree = async (path: string): Promise<void> => {
  try {
    // Retries, since a process that was just killed may still create a file.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    await removeOddTree(path);
  }
};

/**
 * Moves every folder to the top, where its path is short, before it reads the folder. A path has at most
 * 4,095 bytes and a name 255 (limits.h(0p)).
 */
const removeOddTree = async (path: string): Promise<void> => {
  const stats = await lstat(path).catch(unlessMissing);
  if (stats === undefined) return;
  if (!stats.isDirectory()) return void (await unlink(path).catch(unlessMissing));
  const prefix = join(path, `.removed-${randomBytes(9).toString('hex')}-`);
  const emptied: string[] = [];
  const full = [path];
  let moved = 0;
  for (let folder = full.pop(); folder !== undefined; folder = full.pop()) {
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const child = Buffer.concat([Buffer.from(`${folder}/`), entry.name]);
      if (!entry.isDirectory()) {
        await unlink(child).catch(unlessMissing);
        continue;
      }
      const top = `${prefix}${moved}`;
      moved += 1;
      // A folder must be writable to get another parent (rename(2)).
      await chmod(child, 0o700);
      await rename(child, top);
      full.push(top);
    }
    if (folder !== path) emptied.push(folder);
  }
  for (const folder of emptied) await rmdir(folder).catch(unlessMissing);
  await rmdir(path).catch(unlessMissing);
};

const unlessMissing = (error: unknown): undefined => {
  if (systemCodeOf(error) === 'ENOENT') return undefined;
  throw error;
};
