import { readFileSync } from 'node:fs';
import { median } from './median.ts';
import { makeServiceFolder, removeFolder, startService } from '../support/service/service.ts';

const rounds = 7;

/**
 * Resident memory of an idle server with its pages and without them (`web.enabled`), in turns, and the median of the
 * differences. Target: less than 5 MB more.
 */
export const pages = async (): Promise<void> => {
  const more: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    more.push((await idleMegabytes(true)) - (await idleMegabytes(false)));
  }
  const list = more.toSorted((a, b) => a - b).map((megabytes) => megabytes.toFixed(1));
  console.log(
    `pages: an idle server has ${median(more).toFixed(1)} MB more with pages (target 5; ${list.join(', ')})`,
  );
};

/** `RssAnon` has no pages of files, which the system shares and gives up as it likes (proc_pid_status(5)). */
const idleMegabytes = async (isEnabled: boolean): Promise<number> => {
  const folder = await makeServiceFolder();
  try {
    const flags = ['--log-level', 'warn', '--web-enabled', String(isEnabled)];
    const service = await startService(folder, { flags });
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    await service.stop();
    return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
  } finally {
    await removeFolder(folder);
  }
};
