import { expect } from 'chai';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import {
  apiKey,
  runShrinkd,
  serveArgs,
  fixedQuality,
  servicesOfTest,
} from '../support/service/service.ts';
import { createClient } from '../support/e2e/client.ts';
import { newPng } from '../support/e2e/pictures.ts';
import { processesIn } from '../support/e2e/processes.ts';
import { usedData } from '../support/e2e/used-data.ts';
import { until } from '../support/until.ts';

describe('the start of the service', () => {
  const { start, inFolder } = servicesOfTest(fixedQuality);
  const copyUsedData = usedData();

  /** Runs `serve`, which is expected to end by itself. */
  const refusedStart = async (flags: readonly string[] = []) => {
    const ended = await runShrinkd(inFolder(), await serveArgs(inFolder(), { flags }), {
      SHRINKD_API_KEY: apiKey,
    });
    expect(ended.stdout, 'no ready line').to.equal('');
    return ended;
  };

  it('says ready when requests are accepted, each time', async () => {
    for (const round of [1, 2]) {
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
    expect(stderr).to.include(
      `Cannot listen on port ${port} of localhost: another program uses it.`,
    );
    await until('nothing is left', () => processesIn(inFolder()).length === 0);
    await start();
  });

  it('is refused while accounts or counters are damaged, and leaves the files as they are', async () => {
    await copyUsedData(inFolder());
    // Tests of each file have every kind of damage.
    for (const [name, damaged] of [
      ['accounts.json', () => ''],
      ['counters.json', (text: string) => text.slice(0, text.length / 2)],
    ] as const) {
      const path = inFolder(`data/${name}`);
      const whole = readFileSync(path, 'utf8');
      const text = damaged(whole);
      writeFileSync(path, text);
      const { ino, mtimeMs } = statSync(path);
      const { code, stderr } = await refusedStart();
      expect(code, name).to.equal(1);
      expect(stderr, name).to.match(/^shrinkd: .*left as it is/);
      expect(stderr, name).to.include(path);
      expect(readFileSync(path, 'utf8'), name).to.equal(text);
      expect(statSync(path), name).to.include({ ino, mtimeMs });
      writeFileSync(path, whole);
    }
    const again = createClient(await start());
    expect(await again.count()).to.equal(1);
    again.close();
  });

  const obstacles: readonly Readonly<{ name: string; put: (path: string) => void }>[] = [
    { name: 'data/outputs', put: (path) => writeFileSync(path, '') },
    { name: 'data/lock', put: (path) => mkdirSync(path) },
    { name: 'data/secret.key', put: (path) => writeFileSync(path, '') },
    { name: 'work', put: (path) => writeFileSync(path, '') },
  ];
  it('is refused in one line that names what is in the way', async () => {
    await copyUsedData(inFolder());
    for (const { name, put } of obstacles) {
      const path = inFolder(name);
      renameSync(path, `${path}.aside`);
      put(path);
      const { code, stderr } = await refusedStart();
      expect(code, name).to.equal(1);
      expect(stderr, name).to.match(/^shrinkd: [^\n]+\n$/);
      expect(stderr).to.include(path);
      rmSync(path, { recursive: true });
      renameSync(`${path}.aside`, path);
    }
    await start();
  });

  it('takes broken outputs for none, which the log tells, and makes them again', async () => {
    const first = await start();
    const before = createClient(first);
    const pictures = Array.from({ length: 5 }, newPng);
    const paths: string[] = [];
    for (const picture of pictures) {
      const { headers } = await before.upload(picture);
      paths.push(new URL(headers.location!).pathname);
    }
    before.close();
    await first.stop();
    const breaks: readonly ((record: string) => void)[] = [
      (record) => writeFileSync(record, ''),
      (record) => writeFileSync(record, readFileSync(record).subarray(0, 100)),
      (record) => writeFileSync(record, Buffer.alloc(500)),
      (record) => (rmSync(record), mkdirSync(record)),
      (record) => rmSync(dirname(record), { recursive: true }),
    ];
    paths.forEach((path, index) =>
      breaks[index]!(inFolder(`data/outputs/${path.slice(8)}/record.json`)),
    );

    const service = await start();
    const told = service.log().filter(({ msg }) => msg === 'outputs');
    expect(told).to.have.length(breaks.length - 1);
    const client = createClient(service);
    for (const [index, path] of paths.entries()) {
      expect((await client.send({ path })).status, path).to.equal(404);
      expect((await client.upload(pictures[index]!)).status, path).to.equal(201);
    }
    client.close();
  });
});
