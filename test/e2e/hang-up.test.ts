import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { servicesOfTest, type RunningService } from '../helpers/service.ts';
import { createClient, type Client } from './client.ts';
import { createHeldEncoder, type HeldEncoder } from './held-encoder.ts';
import { expectIdle, jobFolders } from './job-folders.ts';
import { newJpeg, photo } from './pictures.ts';
import { until } from './until.ts';

describe('a client that hangs up', function () {
  this.timeout(60_000);
  const { start, inFolder } = servicesOfTest();
  let service: RunningService;
  let client: Client;
  let encoder: HeldEncoder;

  beforeEach(async () => {
    encoder = await createHeldEncoder(inFolder());
    service = await start({ config: encoder.config });
    client = createClient(service);
    await encoder.shut();
  });
  afterEach(() => client.close());

  /** Neither process nor file, neither output nor bill; and the service goes on. */
  const expectNoTrace = async (): Promise<void> => {
    await expectIdle(service);
    expect(readdirSync(inFolder('data/outputs'))).to.deep.equal([]);
    await until('the log tells', () =>
      service.log().some(({ msg }) => msg === 'request abandoned'),
    );
    expect(await client.count()).to.equal(0);
    await encoder.open();
    expect((await client.upload(newJpeg())).status).to.equal(201);
  };

  it('in the middle of its upload leaves no file and is not billed', async () => {
    const headers = { 'Content-Length': String(photo.length) };
    const request = client.open({ method: 'POST', path: '/shrink', headers });
    request.on('error', () => undefined);
    request.write(photo.subarray(0, photo.length / 2));
    await until('the upload arrives', () => jobFolders(inFolder()).length === 1);
    request.destroy();
    await expectNoTrace();
  });

  it('while its picture is compressed leaves no process, no file, and is not billed', async () => {
    const request = client.open({ method: 'POST', path: '/shrink' }).end(newJpeg());
    request.on('error', () => undefined);
    await encoder.waiting(service, 1);
    request.destroy();
    await expectNoTrace();
  });

  it('while its picture waits for a permit leaves the queue', async () => {
    const requests = Array.from({ length: 12 }, () =>
      client.open({ method: 'POST', path: '/shrink' }).end(newJpeg()),
    );
    for (const request of requests) request.on('error', () => undefined);
    await until('all have arrived', () => jobFolders(inFolder()).length === requests.length);
    for (const request of requests) request.destroy();
    await expectNoTrace();
  });

  it('does not end the work that another client waits for too', async () => {
    const picture = newJpeg();
    const leaving = client.open({ method: 'POST', path: '/shrink' }).end(picture);
    leaving.on('error', () => undefined);
    await encoder.waiting(service, 1);
    const staying = client.upload(picture);
    await until('the second has joined', async () => {
      const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
      return /result="shared"\} 1$/m.test(metrics);
    });
    leaving.destroy();
    await until('the log tells', () =>
      service.log().some(({ msg }) => msg === 'request abandoned'),
    );
    await encoder.open();
    expect((await staying).status).to.equal(201);
    expect(await client.count()).to.equal(1);
    await expectIdle(service);
  });
});
