import { expect } from 'chai';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, jsonOf } from '../support/e2e/client.ts';
import { addressOf, deliveryConfig, fixtures } from '../support/e2e/delivering.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { newPng } from '../support/e2e/pictures.ts';
import {
  makeServiceFolder,
  operate,
  removeFolder,
  type RunningService,
  startService,
} from '../support/service/service.ts';

describe('a purge of a source', () => {
  let folder = '';
  let service: RunningService;
  let admin = '';
  const picture = () => join(folder, 'pictures', 'a.png');
  const start = async (): Promise<void> => {
    const sources = { disk: { folder: join(folder, 'pictures') } };
    const config = deliveryConfig({ sources, ttlSeconds: 86_400 });
    service = await startService(folder, { config });
  };
  before(async () => {
    folder = await makeServiceFolder();
    mkdirSync(join(folder, 'pictures'));
    writeFileSync(picture(), newPng());
    await start();
    const operator = (args: readonly string[]) => operate(folder, args);
    admin = await newAccount({ ...service, operator }, 'boss', ['--admin']);
  });
  after(async () => {
    await service.kill();
    await removeFolder(folder);
  });

  const send = async (path: string, method = 'GET', key?: string) => {
    const client = createClient(service);
    const answer = await client.send({ path, method, ...(key && { key }) });
    client.close();
    return answer;
  };
  const sizes = ['w:5', 'w:7/cb:1'];
  const tags = () =>
    Promise.all(
      sizes.map(
        async (size) => (await send(addressOf(`/${size}/plain/local:///a.png@png`))).headers.etag,
      ),
    );
  const purge = (source: string, key?: string) =>
    send(`/delivery?source=${encodeURIComponent(source)}`, 'DELETE', key);

  it('delivers the changed source at all its addresses, also after a restart', async () => {
    const before = await tags();
    copyFileSync(join(fixtures, 'photo.jpg'), picture());
    expect(await tags()).to.deep.equal(before);
    const answer = await purge('local:///a.png', admin);
    const { headers } = await send(addressOf('/w:5/plain/local:///a.png@png'));
    expect(jsonOf(answer)).to.deep.equal({ source: 'local:///a.png', tag: headers['cache-tag'] });
    const after = await tags();
    for (const [index, tag] of after.entries()) expect(tag).to.not.equal(before[index]);
    await service.stop();
    await start();
    expect(await tags()).to.deep.equal(after);
  });

  it('is for administrators alone, and for sources that addresses may name', async () => {
    expect((await purge('local:///a.png')).status).to.equal(403);
    expect((await purge('local:///a.png', 'wrong')).status).to.equal(401);
    expect((await purge('https://other.example/a.png', admin)).status).to.equal(404);
    expect((await send('/delivery', 'DELETE', admin)).status).to.equal(404);
    expect((await send('/delivery?source=a', 'GET', admin)).status).to.equal(404);
  });
});
