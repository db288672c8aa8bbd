import { expect } from 'chai';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { shrinkd } from '../support/cli/shrinkd.ts';
import { rejectionOf } from '../support/rejection.ts';
import { fixedQuality, servicesOfTest, type RunningService } from '../support/service/service.ts';
import { answerTo, createClient } from '../support/e2e/client.ts';
import { createHeldEncoder, type HeldEncoder } from '../support/e2e/held-encoder.ts';
import { drafts, jobFolders } from '../support/e2e/job-folders.ts';
import { newJpeg, newPng } from '../support/e2e/pictures.ts';
import { processesIn } from '../support/e2e/processes.ts';
import { until } from '../support/until.ts';

const load = 4;
/** Longer than what ends in time takes, also on a machine under load. */
const longGraceSeconds = 100;

describe('the service when it is asked to end', () => {
  const { start, inFolder } = servicesOfTest(fixedQuality);
  let encoder: HeldEncoder;

  beforeEach(async () => {
    encoder = await createHeldEncoder(inFolder());
  });

  const startHeld = async (graceSeconds: number): Promise<RunningService> => {
    const settings = { queue: { slots: load }, shutdown: { graceSeconds } };
    const service = await start({ config: { ...encoder.config, ...settings } });
    await encoder.shut();
    return service;
  };

  const isReady = async ({ internalUrl }: RunningService): Promise<boolean> =>
    (await fetch(`${internalUrl}/readyz`)).ok;

  const unready = (service: RunningService) =>
    until('readyz turns false', async () => !(await isReady(service)));

  /** No process, no job folder nor other folder of work. */
  const expectNothingLeft = async (counted: number): Promise<void> => {
    expect(processesIn(inFolder())).to.deep.equal([]);
    expect(jobFolders(inFolder())).to.deep.equal([]);
    expect(drafts(inFolder())).to.deep.equal([]);
    expect(readdirSync(join(inFolder(), 'work'))).to.deep.equal([]);
    const { stdout } = await shrinkd(['usage', '--json', '--data', inFolder('data')]);
    const [usage] = JSON.parse(stdout) as readonly Readonly<{ compressions: number }>[];
    expect(usage?.compressions ?? 0).to.equal(counted);
  };
  /** The lock is free for the next one, which goes on counting. */
  const expectNext = async (counted: number): Promise<void> => {
    await encoder.open();
    const client = createClient(await start());
    expect(await client.count()).to.equal(counted);
    client.close();
  };

  it('answers the uploads under way, tells that it is not ready, and ends with code 0', async () => {
    const service = await startHeld(longGraceSeconds);
    const client = createClient(service);
    const compressing = Array.from({ length: load }, () => client.upload(newJpeg()));
    await encoder.waiting(service, load);
    const arriving = client.open({ method: 'POST', path: '/shrink' });
    const picture = newPng();
    arriving.write(picture.subarray(0, 100));
    await until('half an upload has arrived', () => jobFolders(inFolder()).length === load + 1);

    const signalledAt = performance.now();
    service.signal('SIGTERM');
    await unready(service);
    expect((await fetch(`${service.internalUrl}/healthz`)).status).to.equal(200);
    const late = createClient(service);
    expect(await rejectionOf(late.upload(newPng()))).to.have.property('code', 'ECONNREFUSED');
    arriving.end(picture.subarray(100));
    await encoder.open();

    const answers = await Promise.all([...compressing, answerTo(arriving)]);
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(load + 1).fill(201));
    expect((await service.ended).code).to.equal(0);
    expect(performance.now() - signalledAt).to.be.below(longGraceSeconds * 1000);
    await expectNothingLeft(load + 1);
    await expectNext(load + 1);
  });

  it('accepts requests for shutdown.drainSeconds although it is not ready, each on its last connection', async () => {
    const service = await start({ config: { shutdown: { drainSeconds: 8 } } });
    service.signal('SIGTERM');
    await unready(service);
    const late = createClient(service);
    const { status, headers } = await late.upload(newJpeg());
    expect([status, headers.connection]).to.deep.equal([201, 'close']);
    late.close();
    expect((await service.ended).code).to.equal(0);
    await expectNothingLeft(1);
  });

  it('cancels what still runs when the grace time is over, and bills none of it', async () => {
    const service = await startHeld(0.5);
    const client = createClient(service);
    const compressing = Array.from({ length: load }, () => rejectionOf(client.upload(newJpeg())));
    await encoder.waiting(service, load);
    service.signal('SIGTERM');
    await Promise.all(compressing);
    expect((await service.ended).code).to.equal(0);
    await expectNothingLeft(0);
    await expectNext(0);
  });

  it('ends at once when connections are open but idle', async () => {
    const service = await startHeld(longGraceSeconds);
    const client = createClient(service);
    await client.count();
    const session = connectHttp2(service.url, { ca: readFileSync(service.certificate) });
    await once(session, 'connect');
    const signalledAt = performance.now();
    const [ended] = await Promise.all([service.stop(), once(session, 'close')]);
    expect(ended.code).to.equal(0);
    expect(performance.now() - signalledAt).to.be.below(longGraceSeconds * 1000);
    await expectNothingLeft(0);
  });

  it('ends on SIGINT too', async () => {
    const service = await startHeld(longGraceSeconds);
    service.signal('SIGINT');
    expect((await service.ended).code).to.equal(0);
    await expectNothingLeft(0);
  });
});
