import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { fixedQuality, makeServiceFolder, removeFolder, startService } from '../service/service.ts';
import { createClient } from './client.ts';
import { newPng } from './pictures.ts';

/**
 * Gives tests of the surrounding `describe` the data of a service that has counted one compression and
 * has ended: a copy each, in the folder that they name. The service runs once for all of them.
 */
export const usedData = (): ((folder: string) => Promise<void>) => {
  let used = '';
  before(async () => {
    used = await makeServiceFolder();
    const service = await startService(used, { flags: fixedQuality });
    const client = createClient(service);
    expect((await client.upload(newPng())).status).to.equal(201);
    client.close();
    expect((await service.stop()).code).to.equal(0);
  });
  after(() => removeFolder(used));
  return (folder) => cp(join(used, 'data'), join(folder, 'data'), { recursive: true });
};
