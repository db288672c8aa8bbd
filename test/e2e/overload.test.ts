import { expect } from 'chai';
import { fixedQuality, servicesOfTest, type RunningService } from '../support/service/service.ts';
import { answerTo, type Answer, createClient } from '../support/e2e/client.ts';
import { createHeldEncoder, type HeldEncoder } from '../support/e2e/held-encoder.ts';
import { expectIdle, jobFolders } from '../support/e2e/job-folders.ts';
import { newJpeg } from '../support/e2e/pictures.ts';
import { until } from '../support/until.ts';

const slots = 2;

describe('more uploads than can be compressed', () => {
  const { start, inFolder } = servicesOfTest(fixedQuality);
  let encoder: HeldEncoder;

  beforeEach(async () => {
    encoder = await createHeldEncoder(inFolder());
  });

  const startHeld = async (queue: object): Promise<RunningService> => {
    const service = await start({ config: { ...encoder.config, queue: { slots, ...queue } } });
    await encoder.shut();
    return service;
  };

  const isOverloaded = async ({ internalUrl }: RunningService): Promise<boolean> => {
    const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
    return /^shrinkd_overloaded 1$/m.test(metrics);
  };

  it('are all made when they come together', async () => {
    const service = await startHeld({});
    const client = createClient(service);
    const sent = Array.from({ length: 30 }, async () => client.upload(newJpeg()));
    await until('they arrive', () => jobFolders(inFolder()).length === sent.length);
    await encoder.open();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(statuses)).to.deep.equal(new Set([201]));
    expect(await isOverloaded(service)).to.equal(false);
    client.close();
  });

  it('are refused when they do not end, but for a few, and the service recovers', async () => {
    const service = await startHeld({ overloadSeconds: 0.2 });
    const client = createClient(service);
    const sent: Promise<Answer>[] = [];
    const answers: Answer[] = [];
    const sendOne = async (): Promise<Answer> => {
      const answer = await client.upload(newJpeg());
      answers.push(answer);
      return answer;
    };
    const flood = async (): Promise<boolean> => {
      sent.push(sendOne());
      const seen = (): number => jobFolders(inFolder()).length + answers.length;
      await until('it waits or is refused', () => seen() >= sent.length);
      return answers.some(({ body }) => body.includes('The service is overloaded.'));
    };
    await until('the flood is refused', flood);
    expect(await isOverloaded(service)).to.equal(true);
    expect((await fetch(`${service.internalUrl}/healthz`)).status).to.equal(200);

    // As many jobs run as there are slots, as many wait, and the others know.
    await until('the others know', () => sent.length - answers.length === 2 * slots);
    for (const { status, headers } of answers) {
      expect(status).to.equal(503);
      expect(Number(headers['retry-after'])).to.be.within(1, 10);
    }
    // Before the upload has been read: half of it is never sent.
    const headers = { 'Content-Length': '9' };
    const request = client.open({ method: 'POST', path: '/shrink', headers });
    request.write('half');
    expect((await answerTo(request)).status).to.equal(503);
    request.on('error', () => undefined).destroy();

    await encoder.open();
    const made = (await Promise.all(sent)).filter(({ status }) => status === 201);
    expect(made).to.have.length(2 * slots);
    expect((await client.upload(newJpeg())).status).to.equal(201);
    await until('the overload is over', async () => !(await isOverloaded(service)));
    const lines = await until('the log tells', () => {
      const told = service.log().filter(({ msg }) => msg === 'overload');
      return told.length > 1 && told;
    });
    expect(lines.map(({ isOverloaded: is }) => is)).to.deep.equal([true, false]);
    expect(lines[0]).to.have.property('accountIds').with.length(1);
    await expectIdle(service);
    client.close();
  });
});
