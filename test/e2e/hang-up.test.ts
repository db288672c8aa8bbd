import { expect } from 'chai';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fixedQuality } from '../support/service/service.ts';
import { createClient, type Client } from '../support/e2e/client.ts';
import { heldService } from '../support/e2e/held-encoder.ts';
import { expectIdle, jobFolders } from '../support/e2e/job-folders.ts';
import { newJpeg, newPhoto, photo } from '../support/e2e/pictures.ts';
import { until } from '../support/until.ts';

const json = { 'Content-Type': 'application/json' };

/** Files of outputs that a process has open. */
const openPictures = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`)
    .map((name) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.includes('/data/outputs/'));

describe('a client that hangs up', function () {
  const { service, encoder } = heldService({
    config: { source: { allow: ['127.0.0.1/32'] } },
    flags: fixedQuality,
  });
  let client: Client;
  before(() => {
    client = createClient(service());
  });
  after(() => client.close());

  const outputs = (): readonly string[] => readdirSync(join(service().folder, 'data/outputs'));

  const jobs = (): number => jobFolders(service().folder).length;

  /** Requests to `route` whose clients have gone. */
  const abandoned = (route: string): number =>
    service()
      .log()
      .filter((line) => line['msg'] === 'request abandoned' && line['method'] === 'POST')
      .filter((line) => line['route'] === route).length;

  /** What tests before this one have left. */
  let earlier: Readonly<{ outputs: readonly string[]; count: number; abandoned: number }>;
  beforeEach(async () => {
    const count = await client.count();
    earlier = { outputs: outputs(), count, abandoned: abandoned('/shrink') };
    await encoder().shut();
  });

  /** Neither process nor file, neither output nor bill of `requests`; and the service goes on. */
  const expectNoTrace = async (requests = 1): Promise<void> => {
    await expectIdle(service());
    expect(outputs()).to.deep.equal(earlier.outputs);
    await until('the log names each', () => abandoned('/shrink') === earlier.abandoned + requests);
    expect(await client.count()).to.equal(earlier.count);
    await encoder().open();
    expect((await client.upload(newJpeg())).status).to.equal(201);
  };

  it('in the middle of its upload leaves no file and is not billed', async () => {
    const headers = { 'Content-Length': String(photo.length) };
    const request = client.open({ method: 'POST', path: '/shrink', headers });
    request.on('error', () => undefined);
    request.write(photo.subarray(0, photo.length / 2));
    await until('the upload arrives', () => jobs() === 1);
    request.destroy();
    await expectNoTrace();
  });

  it('while its picture is compressed leaves no process, no file, and is not billed', async () => {
    const request = client.open({ method: 'POST', path: '/shrink' }).end(newJpeg());
    request.on('error', () => undefined);
    await encoder().waiting(service(), 1);
    request.destroy();
    await expectNoTrace();
  });

  it('while its picture waits for a permit leaves the queue', async () => {
    const requests = Array.from({ length: 12 }, () =>
      client.open({ method: 'POST', path: '/shrink' }).end(newJpeg()),
    );
    for (const request of requests) request.on('error', () => undefined);
    await until('all have arrived', () => jobs() === requests.length);
    for (const request of requests) request.destroy();
    await expectNoTrace(requests.length);
  });

  it('while its source is fetched leaves nothing, and hangs up on the source too', async () => {
    const fetched = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const origin = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Length': photo.length });
      response.write(photo.subarray(0, 1000), () => fetched.resolve());
      response.once('close', () => left.resolve());
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    try {
      const request = client.open({ method: 'POST', path: '/shrink', headers: json });
      request.on('error', () => undefined);
      request.end(JSON.stringify({ source: { url: `http://127.0.0.1:${port}/` } }));
      await fetched.promise;
      request.destroy();
      await left.promise;
      await expectNoTrace();
    } finally {
      origin.close();
    }
  });

  it('while an operation is made leaves no process, no file, and is not billed', async () => {
    await encoder().open();
    const { headers } = await client.upload(newPhoto());
    await encoder().shut();
    const [before, abandonedBefore] = [outputs(), abandoned('/output')];
    const path = new URL(headers.location!).pathname;
    const request = client.open({ method: 'POST', path, headers: json });
    request.on('error', () => undefined);
    request.end(JSON.stringify({ resize: { method: 'scale', width: 50 } }));
    await encoder().waiting(service(), 1);
    request.destroy();
    await expectIdle(service());
    await until('the log names it', () => abandoned('/output') > abandonedBefore);
    expect(outputs()).to.deep.equal(before);
    expect(await client.count()).to.equal(earlier.count + 1);
  });

  it('in the middle of its download holds nothing up', async () => {
    await encoder().open();
    const { headers } = await client.upload(newPhoto());
    const request = client.open({ path: new URL(headers.location!).pathname }).end();
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    response.destroy();
    await until('no picture is open', () => openPictures(service().pid).length === 0);
    expect((await client.upload(newJpeg())).status).to.equal(201);
  });

  it('does not end the work that another client waits for too', async () => {
    const picture = newJpeg();
    const leaving = client.open({ method: 'POST', path: '/shrink' }).end(picture);
    leaving.on('error', () => undefined);
    await encoder().waiting(service(), 1);
    const staying = client.upload(picture);
    await until('the second has joined', async () => {
      const metrics = await (await fetch(`${service().internalUrl}/metrics`)).text();
      return /result="shared"\} 1$/m.test(metrics);
    });
    leaving.destroy();
    await until('the log names it', () => abandoned('/shrink') > earlier.abandoned);
    await encoder().open();
    expect((await staying).status).to.equal(201);
    expect(await client.count()).to.equal(earlier.count + 1);
    await expectIdle(service());
  });
});
