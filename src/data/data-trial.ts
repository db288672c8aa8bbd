import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNewFile } from '../durable-file.ts';
import { systemCodeOf } from '../errors.ts';

/** Tries to write a file in the data folder, without which no compression can be counted; with a shared `state`, nothing. */
export const dataTrial =
  (folder: string, state?: object) => async (): Promise<string | undefined> => {
    if (state !== undefined) return undefined;
    const path = join(folder, `.trial-${randomBytes(8).toString('hex')}`);
    try {
      await writeNewFile(path, 'trial', { mode: 0o600 });
      return undefined;
    } catch (error) {
      return `The data folder cannot be written (${systemCodeOf(error) ?? String(error)}).`;
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  };
