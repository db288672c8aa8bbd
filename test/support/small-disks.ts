import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Context } from 'mocha';

/**
 * Mounts small file systems in memory for the tests of the surrounding `describe`, and takes them away
 * after each. That describe has to lie in the one that removes the folder they are in.
 */
export const smallDisks = (): ((test: Context, path: string, size: string) => void) => {
  let mounted: string[] = [];
  afterEach(() => {
    for (const path of mounted) execFileSync('umount', ['--lazy', path]);
    mounted = [];
  });
  return (test, path, size) => {
    mkdirSync(path, { recursive: true });
    try {
      const type = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs'];
      execFileSync('mount', [...type, path], { stdio: 'ignore' });
    } catch {
      // Only root may mount.
      test.skip();
    }
    mounted.push(path);
  };
};
