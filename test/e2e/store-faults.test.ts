import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import {
  type RunningService,
  type ServiceOptions,
  fixedQuality,
  servicesOfTest,
} from '../support/service/service.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { answerTo } from '../support/e2e/client.ts';
import { createHeldEncoder } from '../support/e2e/held-encoder.ts';
import { expectIdle } from '../support/e2e/job-folders.ts';
import { newJpeg, photo } from '../support/e2e/pictures.ts';
import { environmentOf, processesIn } from '../support/e2e/processes.ts';
import {
  inBucket,
  refusalIn,
  seenAt,
  storedAt,
  storing,
  type Storing,
} from '../support/e2e/storing.ts';
import { until } from '../support/until.ts';

describeWithRadosgw('storage that fails', (radosgw) => {
  const { start, inFolder } = servicesOfTest(fixedQuality);
  let proxy: TcpProxy;
  let account: Storing;
  beforeEach(async () => (proxy = await startTcpProxy(radosgw().port)));
  afterEach(async () => {
    account?.client.close();
    await proxy.close();
  });

  const storage = (fields: object = {}) => ({
    objstore: { endpoint: `http://127.0.0.1:${proxy.port}` },
    ...fields,
  });
  const started = async (
    config: object,
    environment = {},
    derived?: ServiceOptions['derived'],
  ): Promise<RunningService> => {
    const service = await start({ config, environment, ...(derived && { derived }) });
    account = storing(service);
    return service;
  };
  const store = (name: string, fields: object = {}): object => inBucket(radosgw(), name, fields);
  const resize = { resize: { method: 'scale', width: 700 } };
  /** Less than the picture, more than the head of a request. */
  const inTheMiddle = 10_000;

  for (const [title, how, said] of [
    ['falls silent in the middle of an upload', 'freeze', /^Timeout /],
    ['breaks off in the middle of an upload', 'cut', /^(ECONNRESET|EPIPE) /],
  ] as const) {
    it(`${title}: 502 in time, nothing billed, and the next try finds the result`, async () => {
      const service = await started({ storage: storage({ deadlineSeconds: 8 }) });
      const output = await account.uploaded(photo);
      proxy.failAfter(inTheMiddle, how);
      const answer = await account.ask(output, { ...resize, store: store(`${how}.jpg`) });
      const [status, error, message] = refusalIn(answer);
      expect([status, error]).to.deep.equal([502, 'Storage failed']);
      expect(message).to.match(said);
      expect(answer.headers).not.to.have.any.keys('location', 'image-width');
      expect(await account.client.count()).to.equal(1);
      await expectIdle(service);
      await until('all connections are closed', () => proxy.open() === 0);
      expect((await seenAt(`${radosgw().url}/pictures/${how}.jpg`)).status).to.be.oneOf([403, 404]);

      proxy.heal();
      const tools = service.log().filter(({ msg }) => msg === 'tool').length;
      const again = await account.ask(output, { ...resize, store: store(`${how}.jpg`) });
      expect((await seenAt(storedAt(again))).status).to.equal(200);
      expect(again.headers['compression-count']).to.equal('2');
      expect(service.log().filter(({ msg }) => msg === 'tool')).to.have.length(tools);
    });
  }

  it('does not take the upload of a client that has gone any further, nor bill it', async () => {
    const service = await started({ storage: storage() });
    const output = await account.uploaded(photo);
    proxy.failAfter(inTheMiddle, 'freeze');
    const failed = proxy.failed();
    const request = account.client.open({
      method: 'POST',
      path: output,
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
    });
    const ended = answerTo(request).catch(String);
    request.end(JSON.stringify({ ...resize, store: store('left.jpg') }));
    await failed;
    request.destroy();
    await ended;
    await until('the log tells', () => service.log().some(({ outcome }) => outcome === 'aborted'));
    await until('all connections are closed', () => proxy.open() === 0);
    await expectIdle(service);
    expect(await account.client.count()).to.equal(1);
  });

  it('holds no tool and no place in the queue while it waits', async () => {
    const config = { storage: storage(), queue: { slots: 1, maxJobs: 1 } };
    const service = await started(config);
    const output = await account.uploaded(photo);
    proxy.failAfter(inTheMiddle, 'freeze');
    const failed = proxy.failed();
    const waiting = account.ask(output, { ...resize, store: store('slow.jpg') }).catch(String);
    await failed;
    expect((await account.client.upload(newJpeg())).status).to.equal(201);
    await service.kill();
    await waiting;
  });

  it('shows the secrets of clients and stores nowhere', async () => {
    const encoder = await createHeldEncoder(inFolder());
    const { user } = radosgw();
    const media = {
      service: 'objstore',
      bucket: 'pictures',
      prefix: 'media/',
      region: 'us-east-1',
      accessKeyId: { env: 'MEDIA_KEY' },
      secretAccessKey: { env: 'MEDIA_SECRET' },
    };
    const environment = { MEDIA_KEY: user.accessKeyId, MEDIA_SECRET: user.secretAccessKey };
    const stores = { media, broken: { ...media, secretAccessKey: 'wrongSECRETofTheStore' } };
    const config = {
      ...encoder.config,
      log: { level: 'debug' },
      storage: storage({ stores }),
    };
    const service = await started(config, environment, { storage: { attempts: 2 } });
    const others = {
      objstore_access_key_id: 'AKIAofTheCaller',
      objstore_secret_access_key: 'SECRETofTheCaller',
    };
    const token = { service: 'cstore', cstore_access_token: 'TOKENofTheCaller', path: 'bucket/a' };
    const secrets = [
      ...Object.values(user),
      ...Object.values(others),
      token.cstore_access_token,
      stores.broken.secretAccessKey,
    ];
    const named = (name: string) => ({ service: 'named', name, path: 'a.jpg' });
    let seen = '';
    const output = await account.uploaded(newJpeg());
    for (const asked of [
      store('a.jpg'),
      store('a.jpg', others),
      store('a.jpg', { objstore_secret_access_key: 'SECRETofTheCaller' }),
      store('a.jpg', { ...others, path: '..' }),
      { ...store('a.jpg', others), region: 5 },
      { ...token, path: 5 },
      named('media'),
      named('broken'),
      `{"store":{"aws_secret_access_key":"SECRETofTheCaller`,
    ]) {
      const body = typeof asked === 'string' ? asked : JSON.stringify({ store: asked });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await account.client.send({ method: 'POST', path: output, headers, body });
      seen += JSON.stringify(answer.headers) + answer.body.toString();
    }
    proxy.failAfter(0, 'cut');
    for (const asked of [store('a.jpg', others), named('media')]) {
      seen += (await account.ask(output, { store: asked })).body.toString();
    }
    proxy.heal();

    // While a tool runs for a request with secrets.
    await encoder.shut();
    const working = account.ask(output, {
      convert: { type: 'image/jpeg' },
      store: store('b.jpg', others),
    });
    await encoder.waiting(service, 1);
    const children = processesIn(inFolder()).filter(({ pid }) => pid !== service.pid);
    const environments = children.map(environmentOf).filter((text) => text !== '');
    // The launcher's and the encoder's.
    expect(environments.length).to.be.greaterThan(1);
    seen += children.map(({ command }) => command).join() + environments.join();
    await encoder.open();
    seen += (await working).body.toString();

    seen += await (await fetch(`${service.internalUrl}/metrics`)).text();
    for (const file of readdirSync(inFolder('data'), { recursive: true, withFileTypes: true })) {
      if (file.isFile()) seen += readFileSync(`${file.parentPath}/${file.name}`, 'latin1');
    }
    seen += execFileSync('find', [inFolder('work')]).toString();

    // In the middle of an upload, the hard way.
    proxy.failAfter(0, 'freeze');
    const failed = proxy.failed();
    const crashing = account.ask(output, { store: store('c.jpg') }).catch(() => undefined);
    await failed;
    service.signal('SIGABRT');
    const { stdout, stderr } = await service.ended;
    await crashing;
    seen += stdout + stderr;

    expect(stderr).to.include('"outcome":"stored"').and.include('"outcome":"denied"');
    expect(seen).to.include('SignatureDoesNotMatch').and.include('shrinkd_storage_put');
    for (const secret of secrets) expect(seen.includes(secret), secret).to.equal(false);
  });

  // The last one: nothing is left to store to.
  it('dies in the middle of an upload: 502, and the result is still there', async () => {
    const service = await started({ storage: storage({ deadlineSeconds: 30 }) });
    const output = await account.uploaded(photo);
    radosgw().pause();
    const asked = account.ask(output, { ...resize, store: store('dead.jpg') });
    await until('the upload is under way', () => proxy.passed() > inTheMiddle);
    await radosgw().kill();
    const [status, error, message] = refusalIn(await asked);
    expect([status, error]).to.deep.equal([502, 'Storage failed']);
    expect(message).to.match(/^(ECONNRESET|EPIPE|ECONNREFUSED) \(bucket "pictures"/);
    await expectIdle(service);
    expect(await account.client.count()).to.equal(1);
    const sent = await account.ask(output, resize);
    expect(sent.headers).to.include({ 'content-type': 'image/jpeg', 'compression-count': '2' });
  });
});
