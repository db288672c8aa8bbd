import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives each test of the surrounding `describe` an empty folder, removed after it. The result names a file in it. */
export const temporaryFolders = (): ((name?: string) => string) => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return (name = '') => join(folder, name);
};
