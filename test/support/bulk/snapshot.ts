import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `diff -r` and `stat` tell of the files and folders of a tree, but for inodes, and for times of folders. */
export const snapshotOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'latin1' })
      .toSorted()
      .map((name) => {
        const path = Buffer.from(join(folder, name), 'latin1');
        const stats = lstatSync(path, {
          bigint: true,
        });
        const { mode, uid, gid, size, mtimeNs, nlink } = stats;
        const owned = `${mode} ${uid}:${gid}`;
        if (!stats.isFile()) return [name, owned];
        const digest = hash('sha256', readFileSync(path));
        return [name, `${owned} ${nlink} ${size} ${mtimeNs} ${digest}`];
      }),
  );
