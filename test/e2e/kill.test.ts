import { expect } from 'chai';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { readFacts } from '../../src/image/read-facts.ts';
import { isComplete } from '../../src/image/is-complete.ts';
import { startGoogleStorage, type GoogleStorage } from '../support/storage/google-storage.ts';
import { servicesOfTest, type RunningService } from '../support/service/service.ts';
import { strictSource } from '../support/image/builders.ts';
import { partialEntriesIn } from '../support/outputs/note-store.ts';
import { createClient, type Client } from '../support/e2e/client.ts';
import {
  kinds,
  leastOfEach,
  mixedLoad,
  type Acknowledged,
  type Load,
} from '../support/e2e/mixed-load.ts';
import { jobFolders } from '../support/e2e/job-folders.ts';
import { processesIn, strangersTo } from '../support/e2e/processes.ts';
import { until } from '../support/until.ts';

/** `npm run kills` makes 200. */
const asked = process.env['SHRINKD_KILLS'];
const rounds = Number(asked ?? 12);
const longestRoundMs = 20_000;

/** Room for more than is checked, and for less than is made: eviction is under way when the kill comes. */
const outputsMaxBytes = 12 * 1024 * 1024;

/** Load of all kinds until the service is killed at a random moment. */
const loadUntilKilled = async (
  service: RunningService,
  google: GoogleStorage,
  known: readonly Acknowledged[],
): Promise<Load> => {
  const load = mixedLoad(service, google, known);
  await load.isUnderWay;
  await setTimeout(Math.random() * 350);
  // Half of the kills come with an answer: what it told must be on disk by then.
  if (Math.random() < 0.5) await load.nextAnswer();
  await service.kill();
  expect(await load.refused()).to.deep.equal([]);
  return load;
};

const expectWholeImage = async (bytes: Buffer, name: string): Promise<void> => {
  const { mediaType } = await readFacts(strictSource(bytes));
  expect(isComplete(strictSource(bytes), mediaType), name).to.equal(true);
};

const expectWhole = async (client: Client, path: string): Promise<void> => {
  const { status, headers, body } = await client.send({ path });
  expect(status, path).to.equal(200);
  expect(headers.etag, path).to.equal(`"${hash('sha256', body).slice(0, 32)}"`);
  await expectWholeImage(body, path);
};

/** Each answer was billed its own part of the total: none twice, none lost. */
const expectCounts = (load: Load, before: number, after: number): void => {
  const billed = load.acknowledged.filter(({ price }) => price > 0);
  const sum = billed.reduce((total, { price }) => total + price, 0);
  expect(after).to.be.within(before + sum, before + sum + load.unanswered());
  const parts = billed
    .map(({ price, count }) => ({ from: count! - price, to: count! }))
    .toSorted((a, b) => a.from - b.from);
  let end = before;
  for (const { from, to } of parts) {
    expect(from).to.be.at.least(end);
    end = to;
  }
  expect(end).to.be.at.most(after);
};

describe('the service, killed under load', function () {
  this.timeout(rounds * longestRoundMs);
  const { start, inFolder } = servicesOfTest();
  let google: GoogleStorage;
  before(async () => {
    google = await startGoogleStorage();
  });
  after(() => google.close());

  const expectStored = async (acknowledged: readonly Acknowledged[]): Promise<void> => {
    for (const { kind, path, entry, sha256, object } of acknowledged) {
      const file = inFolder(`data/outputs/${entry}/result`);
      if (sha256 !== undefined)
        expect(hash('sha256', readFileSync(file)), `${kind} ${path}`).to.equal(sha256);
      if (object === undefined) continue;
      const stored = google.objects.get(object)?.body;
      expect(stored?.equals(readFileSync(file)), object).to.equal(true);
    }
  };

  /** Nothing that is half written or half removed, and no folder of a job. */
  const expectNoRests = (): void => {
    const names = readdirSync(inFolder('data/outputs'));
    expect(names.filter((name) => name.startsWith('.'))).to.deep.equal([]);
    expect(partialEntriesIn(inFolder('data/outputs'))).to.deep.equal([]);
    expect(readdirSync(inFolder('data')).filter((name) => name.includes('.tmp-'))).to.deep.equal(
      [],
    );
    expect(jobFolders(inFolder())).to.deep.equal([]);
  };

  it(`loses and doubles no acknowledged count and keeps what it acknowledged, ${rounds} times in a row`, async () => {
    const options = {
      config: { storage: { cstore: { endpoint: google.url } } },
      flags: [
        ...['--outputs-max-bytes', String(outputsMaxBytes), '--log-level', 'warn'],
        // Or the kill would come while the process that measures still starts, and hardly anything is done.
        ...['--quality-mode', 'fixed'],
      ],
    };
    const began = performance.now();
    const all: Acknowledged[] = [];
    let service = await start(options);
    let counted = 0;
    let checkedObjects = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const load = await loadUntilKilled(service, google, all.slice(-300));
      service = await start(options);
      const strangers = () => strangersTo(service.pid, processesIn(inFolder()));
      await until('no process of the killed service is left', () => strangers().length === 0);
      expectNoRests();

      const fresh = load.acknowledged;
      const client = createClient(service);
      const count = await client.count();
      expectCounts(load, counted, count);
      counted = count;
      await expectStored(fresh);
      for (const { kind, path } of fresh) if (kind === 'upload') await expectWhole(client, path);
      // Those that nobody was told of too.
      for (const [name, { body }] of [...google.objects].slice(checkedObjects)) {
        await expectWholeImage(body, name);
        checkedObjects += 1;
      }
      all.push(...fresh);
      client.close();
    }
    const client = createClient(service);
    for (const { path } of all.filter(({ kind }) => kind === 'upload')) {
      const { status } = await client.send({ method: 'HEAD', path });
      expect([200, 404]).to.include(status);
    }
    client.close();
    const numbers = kinds.map((kind) => [kind, all.filter((one) => one.kind === kind).length]);
    if (asked !== undefined) {
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log({ rounds, seconds, acknowledged: Object.fromEntries(numbers) as unknown });
    }
    for (const [kind, number] of numbers)
      expect(number, String(kind)).to.be.at.least(leastOfEach * rounds);
  });
});
