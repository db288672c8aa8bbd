import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { readFacts } from '../../src/image/read-facts.ts';
import { isWhole } from '../../src/image/whole.ts';
import { rejectionOf } from '../helpers/rejection.ts';
import { servicesOfTest, type RunningService } from '../helpers/service.ts';
import { strictSource } from '../image/builders.ts';
import { createClient, jsonOf, type Answer, type Client } from './client.ts';
import { newJpeg, newPng } from './pictures.ts';
import { processesIn, strangersTo } from './processes.ts';
import { until } from './until.ts';

const rounds = 50;
const clients = 6;

/** Room for more outputs than are checked, and fewer than are made: eviction is under way when the kill comes. */
const outputsMaxBytes = 4 * 1024 * 1024;
const checkedOutputs = 40;

type Acknowledged = Readonly<{ path: string; size: number; count: number }>;

const acknowledgedBy = ({ headers, body }: Answer): Acknowledged => ({
  path: new URL(headers.location!).pathname,
  size: (jsonOf({ body }) as { output: { size: number } }).output.size,
  count: Number(headers['compression-count']),
});

/** Uploads from several clients until the service is killed at a random moment; what it acknowledged before. */
const loadUntilKilled = async (service: RunningService): Promise<readonly Acknowledged[]> => {
  const client = createClient(service);
  const acknowledged: Acknowledged[] = [];
  const first = Promise.withResolvers<void>();
  const uploadOn = async (): Promise<void> => {
    for (;;) {
      const answer = await client.upload(Math.random() < 0.5 ? newJpeg() : newPng());
      if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${answer.body}`);
      acknowledged.push(acknowledgedBy(answer));
      first.resolve();
    }
  };
  // Each ends with the connection that the kill breaks; an answer that is no 201 is told.
  const ends = Array.from({ length: clients }, () => rejectionOf(uploadOn()));
  await Promise.race([first.promise, Promise.all(ends)]);
  await setTimeout(50 + Math.random() * 350);
  await service.kill();
  const refused = (await Promise.all(ends)).filter((end) => !isBroken(end));
  expect(refused).to.deep.equal([]);
  client.close();
  return acknowledged;
};

const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as { code?: string }).code ?? '');

const expectWhole = async (client: Client, { path, size }: Acknowledged): Promise<void> => {
  const { status, headers, body } = await client.send({ path });
  expect(status, path).to.equal(200);
  expect(body.length, path).to.equal(size);
  const digest = createHash('sha256').update(body).digest('hex');
  expect(headers.etag, path).to.equal(`"${digest.slice(0, 32)}"`);
  const { mediaType } = await readFacts(strictSource(body));
  expect(isWhole(strictSource(body), mediaType), path).to.equal(true);
};

describe('the service, killed under load', function () {
  this.timeout(300_000);
  const { start, inFolder } = servicesOfTest();

  it(`loses and doubles no acknowledged count and serves whole files, ${rounds} times in a row`, async () => {
    const flags = [
      ...['--outputs-max-bytes', String(outputsMaxBytes), '--log-level', 'warn'],
      // Or the kill would come while the process that measures still starts, and hardly anything is done.
      ...['--quality-mode', 'fixed'],
    ];
    let service = await start({ flags });
    const acknowledged: Acknowledged[] = [];
    let counted = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const fresh = await loadUntilKilled(service);
      service = await start({ flags });
      const strangers = () => strangersTo(service.pid, processesIn(inFolder()));
      await until('no process of the killed service is left', () => strangers().length === 0);

      const client = createClient(service);
      const count = await client.count();
      expect(count, `round ${round}`).to.be.within(
        counted + fresh.length,
        counted + fresh.length + clients,
      );
      const counts = fresh.map((answer) => answer.count);
      expect(new Set(counts).size, `round ${round}`).to.equal(fresh.length);
      expect(Math.max(counted, ...counts), `round ${round}`).to.be.at.most(count);
      counted = count;
      acknowledged.push(...fresh);
      await Promise.all(
        acknowledged.slice(-checkedOutputs).map((output) => expectWhole(client, output)),
      );
      client.close();
    }
    expect(acknowledged.length).to.be.greaterThan(rounds);
    const client = createClient(service);
    for (const { path } of acknowledged.slice(0, -checkedOutputs)) {
      const { status } = await client.send({ method: 'HEAD', path });
      expect([200, 404]).to.include(status);
    }
    client.close();
  });
});
