import { spawnSync } from 'node:child_process';
import type { Context } from 'mocha';
import { type Sandbox, sandboxMounts } from '../../../src/tools/process/sandbox.ts';

/** The strongest sandbox, in which these may be read besides the system. */
export const bubblewrapReading = (...readable: readonly string[]): Sandbox => ({
  level: 'bwrap',
  mounts: sandboxMounts(readable),
});

/** The strongest sandbox, in which the system alone may be read. */
export const bubblewrap = bubblewrapReading();

const smallest = ['--unshare-all', '--ro-bind', '/', '/', 'true'];

/** Leaves a test out, as pending, where bubblewrap is missing or may not make namespaces. */
export const needsBubblewrap = (test: Context): void => {
  const { status, stderr, error } = spawnSync('bwrap', smallest, { encoding: 'utf8' });
  if (status === 0) return;
  test.test!.title += ` (needs bwrap: ${error?.message ?? stderr.trim()})`;
  test.skip();
};
