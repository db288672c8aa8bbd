import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { makeServiceFolder, removeFolder, startService, type RunningService } from './service.ts';

export type TemporaryService = RunningService &
  Readonly<{
    /** Ends it well and removes its folder. */
    stopAndRemove: () => Promise<void>;
  }>;

/**
 * Starts a service, through `bin/serve`, in a folder of its own, for a program. With `project`, it is the
 * service of that folder, which must be set up. Neither outlives this process, also where it fails or a
 * signal ends it; only SIGKILL leaves no time for that.
 */
export const startTemporaryService = async (
  flags: readonly string[] = [],
  project?: string,
  config: object = {},
): Promise<TemporaryService> => {
  const folder = await makeServiceFolder();
  let child: ChildProcess | undefined;
  const clear = (): void => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', clear);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const service = await startService(folder, {
    ...{ flags, config },
    ...(project === undefined ? { throughServe: true } : { project }),
    onSpawn: (spawned) => (child = spawned),
  });
  const stopAndRemove = async (): Promise<void> => {
    await service.stop();
    await removeFolder(folder);
    process.off('exit', clear);
  };
  return { ...service, stopAndRemove };
};
