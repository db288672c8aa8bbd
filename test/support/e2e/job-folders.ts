import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../service/service.ts';
import { processesIn } from './processes.ts';
import { until } from '../until.ts';

/** Names of the job folders of a service started in `folder`. */
export const jobFolders = (folder: string): readonly string[] => {
  const work = join(folder, 'work');
  return readdirSync(work).flatMap((name) => readdirSync(join(work, name)));
};

/** Resolves when a service runs no tool and holds no file of a job and no half-written output. */
export const expectIdle = async ({ folder }: RunningService): Promise<void> => {
  // The service and its launcher.
  await until('no tool runs', () => processesIn(folder).length === 2);
  await until('no job folder is left', () => jobFolders(folder).length === 0);
  await until('no draft is left', () => drafts(folder).length === 0);
};

/** Names of outputs that are being written or removed. */
export const drafts = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'data/outputs')).filter((name) => name.startsWith('.'));
