import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { apiKey, runShrinkd, serveArgs, servicesOfTest } from '../helpers/service.ts';
import { createClient } from './client.ts';
import { newPng } from './pictures.ts';
import { processesIn } from './processes.ts';
import { until } from './until.ts';

describe('the start of the service', function () {
  this.timeout(60_000);
  const { start, inFolder } = servicesOfTest();

  /** Runs `serve`, which is expected to end by itself. */
  const refusedStart = async (flags: readonly string[] = []) => {
    const ended = await runShrinkd(inFolder(), await serveArgs(inFolder(), { flags }), {
      SHRINKD_API_KEY: apiKey,
    });
    expect(ended.stdout, 'no ready line').to.equal('');
    return ended;
  };

  it('says ready when requests are accepted, each time', async () => {
    for (const round of [1, 2, 3]) {
      const service = await start();
      const client = createClient(service);
      expect((await client.upload(newPng())).status).to.equal(201);
      expect((await fetch(`${service.internalUrl}/readyz`)).status).to.equal(200);
      expect(await client.count()).to.equal(round);
      client.close();
      expect((await service.stop()).code).to.equal(0);
    }
  });

  it('is refused to a second process on the same data folder, which the first does not notice', async () => {
    const service = await start();
    const { code, stderr } = await refusedStart();
    expect(code).to.equal(1);
    expect(stderr).to.equal(
      `shrinkd: Another shrinkd runs on the data folder ${inFolder('data')}. ` +
        'Stop it, or choose another folder with --data or SHRINKD_DATA_DIR.\n',
    );
    const client = createClient(service);
    expect((await client.upload(newPng())).status).to.equal(201);
    client.close();
  });

  it('is refused on a port that is taken, and leaves nothing running', async () => {
    const taken = createServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await refusedStart(['--port', String(port)]);
    taken.close();
    expect(code).to.equal(1);
    expect(stderr).to.include(`Cannot listen on port ${port} of localhost: another program does.`);
    await until('nothing is left', () => processesIn(inFolder()).length === 0);
    await start();
  });

  const damages: readonly Readonly<{ title: string; damaged: (text: string) => string }>[] = [
    { title: 'empty', damaged: () => '' },
    { title: 'cut short', damaged: (text) => text.slice(0, text.length / 2) },
    { title: 'no JSON', damaged: () => 'nothing of ours\n' },
    { title: 'JSON of another shape', damaged: () => '{"version":1}\n' },
    { title: 'of a later version', damaged: (text) => text.replace('"version":1', '"version":2') },
  ];
  for (const name of ['accounts.json', 'counters.json']) {
    it(`is refused while ${name} is damaged, and leaves the file as it is`, async () => {
      const service = await start();
      const client = createClient(service);
      await client.upload(newPng());
      client.close();
      await service.stop();
      const path = inFolder(`data/${name}`);
      const whole = readFileSync(path, 'utf8');
      for (const { title, damaged } of damages) {
        const text = damaged(whole.replace(/"version": /, '"version":'));
        expect(text, title).not.to.equal(whole);
        writeFileSync(path, text);
        const { ino, mtimeMs } = statSync(path);
        const { code, stderr } = await refusedStart();
        expect(code, title).to.equal(1);
        expect(stderr, title).to.match(/^shrinkd: .*left as it is/);
        expect(stderr, title).to.include(path);
        expect(readFileSync(path, 'utf8'), title).to.equal(text);
        expect(statSync(path), title).to.include({ ino, mtimeMs });
      }
      writeFileSync(path, whole);
      const again = createClient(await start());
      expect(await again.count()).to.equal(1);
      again.close();
    });
  }
});
