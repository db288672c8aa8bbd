import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { type Client, createClient } from '../support/e2e/client.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import {
  metadataBelow,
  putPicture,
  type SweepRequests,
  sweepRequests,
  sweptStores,
} from '../support/e2e/sweeping-service.ts';
import { operate, type RunningService, servicesOfTest } from '../support/service/service.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { until } from '../support/until.ts';

const pictures = 24;

describeWithRadosgw('a sweep in the service', (radosgw) => {
  const { start } = servicesOfTest();
  let prefix: string;
  let service: RunningService;
  let client: Client;
  let admin: SweepRequests;
  let adminKey: string;

  const open = async (): Promise<void> => {
    const config = { ...sweptStores(radosgw(), prefix), quality: { mode: 'fixed' } };
    service = await start({ config, flags: ['--log-level', 'warn'] });
    client = createClient(service);
  };

  beforeEach(async () => {
    prefix = randomBytes(6).toString('hex');
    await open();
    const flags = ['--email', 'admin@example.org', '--admin', '--monthly-limit', '30'];
    const shared = {
      ...service,
      operator: (args: readonly string[]) => operate(service.folder, args),
    };
    adminKey = await newAccount(shared, 'Admin', flags);
    admin = sweepRequests(client, adminKey);
  });
  afterEach(() => client.close());

  const put = (name: string, picture: Uint8Array) =>
    putPicture(radosgw(), `${prefix}/shop/${name}`, picture);
  const putAll = (count = pictures) =>
    Promise.all(Array.from({ length: count }, (_, index) => put(`${index}.jpg`, newJpeg())));
  const digests = async (): Promise<Readonly<Record<string, string>>> => {
    const names = [...(await metadataBelow(radosgw(), `${prefix}/shop/`)).keys()];
    const read = names.map(async (name) => {
      const named = { Bucket: radosgw().bucket, Key: `${prefix}/shop/${name}` };
      const { Body } = await radosgw().client.send(new GetObjectCommand(named));
      const bytes = await Body!.transformToByteArray();
      return [name, createHash('sha256').update(bytes).digest('hex')] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  };
  const marked = async (): Promise<number> =>
    [...(await metadataBelow(radosgw(), `${prefix}/shop/`)).values()].filter(
      (metadata) => metadata['shrinkd'] !== undefined,
    ).length;
  const request = { source: { store: 'shop' }, backup: { store: 'originals' }, acceptRaces: true };

  it('compresses what is there, counts it for its account, names failures, and is undone', async () => {
    await putAll();
    await put('broken.jpg', newJpeg().subarray(0, 100));
    await put('notes.txt', Buffer.from('no picture'));
    const before = await digests();
    const { id, status } = await admin.start(request);
    expect(status).to.equal('running');
    const done = await admin.when(id, 'done');
    expect(done.objects).to.deep.equal({
      ...{ total: pictures + 1, lookedAt: pictures + 1, compressed: pictures, restored: 0 },
      ...{ done: 0, left: 0, failed: 1 },
    });
    expect(done.bytes.saved)
      .to.equal(done.bytes.before - done.bytes.after)
      .and.above(0);
    expect(done.failures?.map(({ key }) => key)).to.deep.equal(['broken.jpg']);
    expect(await marked()).to.equal(pictures);
    const { headers } = await client.send({ method: 'POST', path: '/shrink', key: adminKey });
    expect(headers['compression-count']).to.equal(String(pictures));
    const metrics = await (await fetch(new URL('/metrics', service.internalUrl))).text();
    expect(metrics).to.include(`shrinkd_sweep_objects_total{happened="compressed"} ${pictures}`);

    const again = await admin.when((await admin.start(request)).id, 'done');
    expect(again.objects).to.deep.include({ compressed: 0, done: pictures, failed: 1 });

    const undo = await admin.act(id, 'undo');
    expect(undo).to.include({ kind: 'undo', undoes: id });
    const undone = await admin.when(undo.id, 'done');
    expect(undone.objects).to.deep.include({ restored: pictures, left: 1, failed: 0 });
    expect(await digests()).to.deep.equal(before);
    expect(await marked()).to.equal(0);
  });

  it('tells what it would save, and writes nothing', async () => {
    await putAll(6);
    const before = await digests();
    const { id } = await admin.start({ source: { store: 'shop' }, dryRun: true });
    const { estimate, objects } = await admin.when(id, 'done');
    expect(estimate).to.include({ files: 6, measured: 6 });
    expect(estimate?.saved).to.be.above(0);
    expect(objects.lookedAt).to.equal(0);
    expect(await digests()).to.deep.equal(before);
  });

  it('is paused, goes on after a restart, and stops', async () => {
    await putAll();
    const { id } = await admin.start(request);
    expect((await admin.act(id, 'pause')).status).to.equal('paused');
    expect(await admin.find(id)).to.include({ reason: 'administrator' });
    expect(await admin.ask('POST', '/sweeps', request)).to.deep.equal([
      400,
      {
        error: 'Bad request',
        message: 'Another sweep is under way. Stop it, or wait for its end.',
      },
    ]);
    await service.kill();
    client.close();
    await open();
    admin = sweepRequests(client, adminKey);
    const paused = await admin.find(id);
    expect(paused.status).to.equal('paused');
    expect(paused.objects.compressed).to.be.below(pictures);
    expect((await admin.act(id, 'resume')).status).to.equal('running');
    const done = await admin.when(id, 'done');
    expect([done.objects.compressed, await marked()]).to.deep.equal([pictures, pictures]);
    expect((await admin.ask('POST', `/sweeps/${id}`, { action: 'stop' }))[0]).to.equal(400);
  });

  it('pauses at the monthly limit of its account, and goes on when there is room', async () => {
    await putAll(34);
    const { id } = await admin.start(request);
    await until('all that has room is compressed', async () => {
      const { reason, objects } = await admin.find(id);
      return reason === 'monthly_limit' && objects.compressed === 30 && objects.failed === 0;
    });
    expect(await marked()).to.equal(30);
    await admin.act(id, 'stop');
    expect((await admin.find(id)).status).to.equal('stopped');
    const { id: undo } = await admin.act(id, 'undo');
    expect((await admin.when(undo, 'done')).objects).to.include({ restored: 30, left: 4 });
  });

  it('lets requests of the API go first', async () => {
    await putAll(60);
    const { id } = await admin.start(request);
    await until('it has begun', async () => (await admin.find(id)).objects.lookedAt > 0);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.upload(newJpeg())));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    expect((await admin.find(id)).status).to.equal('running');
    await admin.act(id, 'stop');
  });

  it('is for administrators, and says what is wrong with a request', async () => {
    const own = sweepRequests(client, service.key);
    for (const [method, path] of [
      ['GET', '/sweeps'],
      ['POST', '/sweeps'],
      ['GET', '/sweeps/abc'],
    ] as const) {
      expect((await own.ask(method, path))[0], path).to.equal(404);
    }
    const place = 'a place that the sweep does not look at';
    for (const [body, message] of [
      [{}, 'source: expected a value, got nothing'],
      [
        { source: { store: 'none' } },
        'source.store: expected the name of a store that this account may use, got "none"',
      ],
      [{ source: { store: 'shop' }, to: { store: 'shop', prefix: 'a' } }, `to: expected ${place}`],
      [{ ...request, backup: { store: 'shop' } }, `backup: expected ${place}`],
      [
        { ...request, resize: { method: 'fit', width: 9 } },
        'resize.height: expected a value where the method is fit, cover or thumb, got nothing',
      ],
      [{ ...request, share: 2 }, 'share: expected a number above 0, at most 1, got 2'],
      [
        { source: { store: 'shop' }, backup: { store: 'originals' } },
        'acceptRaces: expected true, since the storage ignores conditional writes: an object that somebody replaces meanwhile could be lost. Or give "to".',
      ],
      [
        { source: { store: 'shop' }, acceptRaces: true },
        'backup: expected a place for originals, since the bucket keeps no versions of objects that are replaced. Or give "to", or noOriginals.',
      ],
    ] as const) {
      expect(await admin.ask('POST', '/sweeps', body)).to.deep.equal([
        400,
        { error: 'Bad request', message },
      ]);
    }
    expect(await admin.ask('GET', '/sweeps')).to.deep.equal([200, { sweeps: [] }]);
  });
});
