import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { callbackify, promisify } from 'node:util';

/** Takes the place of fsync(2): `sync` does what the system does. `path` is that of the file or folder. */
type Replacement = (path: string, sync: () => Promise<void>) => Promise<void>;

/** Runs `work` with `replacement` for each fsync of this process. */
export const replacingSync = async <T>(
  replacement: Replacement,
  work: () => Promise<T>,
): Promise<T> => {
  const { fsync } = fs;
  const replaced = (file: number, done: fs.NoParamCallback): void => {
    const path = fs.readlinkSync(`/proc/self/fd/${file}`);
    callbackify(() => replacement(path, () => promisify(fsync)(file)))(done);
  };
  fs.fsync = Object.assign(replaced, { __promisify__: fsync.__promisify__ });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    fs.fsync = fsync;
    syncBuiltinESMExports();
  }
};
