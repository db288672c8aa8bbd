import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningService } from '../service/service.ts';
import { processesIn, withoutIdleShells } from './processes.ts';
import { until } from '../until.ts';

/** Names of the job folders of a service started in `folder`, without the empty ones that wait for a job. */
export const jobFolders = (folder: string): readonly string[] => {
  const work = join(folder, 'work');
  return readdirSync(work).flatMap((name) => foldersInUse(join(work, name)));
};

/** The same in the work folder of one service. */
export const foldersInUse = (workFolder: string): readonly string[] =>
  readdirSync(workFolder).filter((name) => !isEmpty(join(workFolder, name)));

const isEmpty = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    // It has been removed meanwhile.
    return true;
  }
};

/** Resolves when a service runs no tool and holds no file of a job and no half-written output. */
export const expectIdle = async ({ folder }: RunningService): Promise<void> => {
  const running = () =>
    withoutIdleShells(processesIn(folder)).filter(({ command }) => !isServe.test(command));
  // The service and its launcher.
  await until('no tool runs', () => running().length === 2);
  await until('no job folder is left', () => jobFolders(folder).length === 0);
  await until('no draft is left', () => drafts(folder).length === 0);
};

/** The script that waits for the service, where it was started by that. */
const isServe = /^\S*bash \S*\/bin\/serve /;

/** Names of outputs that are being written or removed. */
export const drafts = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'data/outputs')).filter((name) => name.startsWith('.'));
