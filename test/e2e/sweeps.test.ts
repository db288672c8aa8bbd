import { expect } from 'chai';
import { newJpeg } from '../support/e2e/pictures.ts';
import { sweepRequests } from '../support/e2e/sweeping-service.ts';
import { sweptShop } from '../support/e2e/swept-shop.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { until } from '../support/until.ts';

const pictures = 24;

describeWithRadosgw('a sweep in the service', (radosgw) => {
  const { shop, put, putAll, digests, marked, restart, operator, newAdmin } = sweptShop(radosgw);

  it('is for administrators, and says what is wrong with a request', async () => {
    const { service, client, admin, request } = shop();
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

  it('compresses what is there, counts it for its account, names failures, and is undone', async () => {
    const { service, client, admin, key, request } = shop();
    await putAll(pictures);
    await put('broken.jpg', newJpeg().subarray(0, 100));
    await put('empty.jpg', Buffer.alloc(0));
    await put('text.jpg', Buffer.from('no picture'));
    await put('notes.txt', Buffer.from('no picture'));
    const before = await digests();
    const { id, status } = await admin.start(request);
    expect(status).to.equal('running');
    const done = await admin.when(id, 'done');
    expect(done.objects).to.deep.equal({
      ...{ total: pictures + 3, lookedAt: pictures + 3, compressed: pictures, restored: 0 },
      ...{ done: 0, left: 1, failed: 2 },
    });
    expect(done.bytes.saved)
      .to.equal(done.bytes.before - done.bytes.after)
      .and.above(0);
    const reasons = done.failures?.map((failure) => [failure.key, failure.reason] as const);
    expect(Object.fromEntries(reasons ?? [])).to.deep.equal({
      'broken.jpg': 'JPEG has a segment of impossible size.',
      'empty.jpg': 'Input file is empty.',
      'text.jpg': 'File type is not supported.',
    });
    expect(await marked()).to.equal(pictures);
    const { headers } = await client.send({ method: 'POST', path: '/shrink', key });
    expect(headers['compression-count']).to.equal(String(pictures));
    const metrics = await (await fetch(new URL('/metrics', service.internalUrl))).text();
    expect(metrics).to.include(`shrinkd_sweep_objects_total{happened="compressed"} ${pictures}`);

    const again = await admin.when((await admin.start(request)).id, 'done');
    expect(again.objects).to.deep.include({ compressed: 0, done: pictures, failed: 2 });

    const undo = await admin.act(id, 'undo');
    expect(undo).to.include({ kind: 'undo', undoes: id });
    const undone = await admin.when(undo.id, 'done');
    expect(undone.objects).to.deep.include({ restored: pictures, left: 3, failed: 0 });
    expect(await digests()).to.deep.equal(before);
    expect(await marked()).to.equal(0);
  });

  it('tells what it would save, and writes nothing', async () => {
    const { admin, objects: about } = shop();
    await putAll(6);
    const before = await digests();
    const { id } = await admin.start({ ...about, dryRun: true });
    const { estimate, objects } = await admin.when(id, 'done');
    expect(estimate).to.include({ files: 6, measured: 6 });
    expect(estimate?.saved).to.be.above(0);
    expect(objects.lookedAt).to.equal(0);
    expect(await digests()).to.deep.equal(before);
  });

  it('is paused, goes on after a restart, and stops', async () => {
    const { request } = shop();
    let { admin } = shop();
    await putAll(pictures);
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
    await restart();
    ({ admin } = shop());
    const paused = await admin.find(id);
    expect(paused.status).to.equal('paused');
    expect(paused.objects.compressed).to.be.below(pictures);
    expect((await admin.act(id, 'resume')).status).to.equal('running');
    const done = await admin.when(id, 'done');
    expect([done.objects.compressed, await marked()]).to.deep.equal([pictures, pictures]);
    expect((await admin.ask('POST', `/sweeps/${id}`, { action: 'stop' }))[0]).to.equal(400);
  });

  it('pauses at the monthly limit of its account, and goes on when there is room', async () => {
    const { admin, request } = shop();
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
    const { client, admin, request } = shop();
    await putAll(60);
    const { id } = await admin.start(request);
    await until('it has begun', async () => (await admin.find(id)).objects.lookedAt > 0);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.upload(newJpeg())));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    expect((await admin.find(id)).status).to.equal('running');
    await admin.act(id, 'stop');
  });

  it('ends to be undone when its account is no administrator any more, and goes on later', async () => {
    const { admin, proxy, request, client } = shop();
    await putAll(6);
    const { id } = await admin.start(request);
    await admin.when(id, 'done');
    const before = proxy.passed();
    proxy.hold();
    const undo = await admin.act(id, 'undo');
    const other = sweepRequests(client, await newAdmin());
    // Rights were looked at before the listing.
    await until('it lists', () => proxy.passed() > before);
    await operator(['account', 'demote', undo.account]);
    await until('that is known', async () => (await admin.ask('GET', '/sweeps'))[0] === 404);
    proxy.heal();
    const paused = await other.when(undo.id, 'paused');
    expect(paused).to.deep.include({ reason: 'account' });
    expect([paused.objects.restored, await marked()]).to.deep.equal([0, 6]);
    await operator(['account', 'promote', undo.account]);
    await until('that is known', async () => (await admin.ask('GET', '/sweeps'))[0] === 200);
    await admin.act(undo.id, 'resume');
    expect((await admin.when(undo.id, 'done')).objects.restored).to.equal(6);
  });
});
