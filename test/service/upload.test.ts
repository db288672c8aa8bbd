import { expect } from 'chai';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Counters } from '../../src/counters/counters.ts';
import type { Compressed } from '../../src/engine/compress.ts';
import { ServiceError } from '../../src/errors.ts';
import type { JobRequest } from '../../src/service/admit.ts';
import { createSingleFlight } from '../../src/service/single-flight.ts';
import { createProducer } from '../../src/service/produce.ts';
import { createUpload, type Upload, type UploadInput } from '../../src/service/upload.ts';
import { createMemoryCounters } from '../support/counters/memory-counters.ts';
import { rejectionOf } from '../support/rejection.ts';
import type { MemoryOutputs } from '../support/service/memory-outputs.ts';
import { accountOf, facts, receipt } from '../support/service/samples.ts';
import { createUseCaseParts, type UseCaseParts } from '../support/service/use-cases.ts';

const ann = accountOf('ann');
const bob = accountOf('bob');

describe('upload', () => {
  let parts: UseCaseParts;
  let outputs: MemoryOutputs;
  let jobs: UseCaseParts['jobs'];
  let lookups: UseCaseParts['lookups'];
  let counters: Counters;
  let upload: Upload;
  /** Job admissions not yet released, and what was admitted. */
  let held: number;
  let admitted: JobRequest[];
  let images: unknown[];
  /** Ids of the requests that were counted. */
  let counted: string[];

  const compressed: Compressed = {
    path: 'result',
    bytes: 20,
    sha256: 'b'.repeat(64),
    mediaType: 'image/jpeg',
    width: 40,
    height: 30,
    winner: 'mozjpeg',
    receipt,
    isDegraded: false,
  };

  beforeEach(() => {
    parts = createUseCaseParts(compressed);
    ({ outputs, jobs, lookups } = parts);
    counters = createMemoryCounters({ now: () => 0 });
    images = [];
    counted = [];
    held = 0;
    admitted = [];
    const preserve = () => Promise.reject(new Error('an upload preserves nothing'));
    const producer = createProducer({
      receiver: {
        prepare: async (received) => received,
        copySource: () => Promise.reject(new Error('an upload is received, not copied')),
      },
      engine: parts,
      preserve,
      outputs,
      table: { encoders: {}, types: { 'image/jpeg': [] } },
      answerMs: 58_000,
    });
    upload = createUpload({
      admit: async (request) => {
        admitted.push(request);
        held += 1;
        const job = { accountId: request.account.id, jobNumber: 1 };
        const space = { arrived: () => undefined, received: () => undefined };
        return { job, space, release: () => (held -= 1) };
      },
      receiver: {
        receive: async (body) => {
          const bytes = await buffer(body);
          const folder = parts.openFolder();
          return {
            folder,
            path: `${folder.path}/source.jpg`,
            bytes: 60,
            sha256: hash('sha256', bytes),
            facts,
          };
        },
      },
      sources: { open: async (url) => Readable.from([Buffer.from(`fetched ${url}`)]) },
      outputs,
      counters: {
        add: (...given) => {
          counted.push(given[2].requestId);
          return counters.add(...given);
        },
      },
      producer,
      singleFlight: createSingleFlight(),
      cacheKeyOf: (sha256) => `key of ${sha256}`,
      onLookup: parts.onLookup,
      onImage: (...image) => images.push(image),
    });
  });

  afterEach(() => {
    parts.expectNothingLeft();
    expect(held, 'admissions').to.equal(0);
  });

  const ask = (
    bytes: string,
    { account = ann, signal = new AbortController().signal } = {},
  ): ReturnType<Upload> => send({ kind: 'body', body: Readable.from([bytes]) }, account, signal);

  const send = (input: UploadInput, account = ann, signal = new AbortController().signal) =>
    upload({
      account,
      announcedBytes: 7,
      readInput: async () => input,
      requestId: 'request',
      signal,
    });

  it('keeps source and result as an output of the account, and counts it', async () => {
    const { output, compressionCount } = await ask('picture');
    expect(compressionCount).to.equal(1);
    expect(outputs.all()).to.deep.equal([
      {
        output,
        sourcePath: 'job-1/source.jpg',
        resultPath: 'result',
      },
    ]);
    const sha256 = hash('sha256', 'picture');
    expect(output).to.deep.equal({
      id: 'output-1',
      owner: 'ann',
      cacheKey: `key of ${sha256}`,
      createdAt: 0,
      source: { mediaType: 'image/jpeg', width: 40, height: 30, bytes: 60, sha256, facts },
      result: {
        mediaType: 'image/jpeg',
        width: 40,
        height: 30,
        bytes: 20,
        sha256: 'b'.repeat(64),
      },
      receipt,
    });
    expect(counted).to.deep.equal(['request']);
    expect(images).to.deep.equal([['image/jpeg', 60, 20]]);
    expect(lookups).to.deep.equal(['miss']);
  });

  it('is admitted as one compression of the announced length, before the body is read', async () => {
    await ask('picture');
    expect(admitted).to.deep.equal([{ account: ann, compressions: 1, announcedBytes: 7 }]);
    const { signal } = new AbortController();
    const readInput = (): Promise<UploadInput> => {
      expect(held).to.equal(1);
      return Promise.reject(new Error('read'));
    };
    const asked = upload({ account: ann, announcedBytes: 7, readInput, requestId: 'r', signal });
    expect(String(await rejectionOf(asked))).to.equal('Error: read');
  });

  it('takes an image from an address', async () => {
    await send({ kind: 'url', url: 'https://example.org/a.jpg' });
    const { output } = await ask('fetched https://example.org/a.jpg');
    expect(lookups).to.deep.equal(['miss', 'hit']);
    expect(output.id).to.equal('output-1');
  });

  it('runs the engine once for equal uploads at the same time, and bills each', async () => {
    const { begun, end } = parts.holdEngine();
    const asking = Array.from({ length: 5 }, () => ask('picture'));
    await begun;
    await parts.lookedUp(5);
    end.resolve(compressed);
    const results = await Promise.all(asking);
    expect(jobs).to.have.length(1);
    expect(new Set(results.map(({ output }) => output.id))).to.deep.equal(new Set(['output-1']));
    expect(results.map(({ compressionCount }) => compressionCount).toSorted()).to.deep.equal([
      1, 2, 3, 4, 5,
    ]);
    expect(lookups.toSorted()).to.deep.equal(['miss', 'shared', 'shared', 'shared', 'shared']);
  });

  it('finds an equal upload of before, and bills it', async () => {
    const first = await ask('picture');
    const second = await ask('picture');
    expect(second).to.deep.equal({ output: first.output, compressionCount: 2 });
    expect(jobs).to.have.length(1);
  });

  it('runs the engine for each of different uploads', async () => {
    const [one, other] = await Promise.all([ask('picture'), ask('another')]);
    expect(one.output.id).not.to.equal(other.output.id);
    expect(jobs).to.have.length(2);
  });

  for (const when of ['before', 'at the same time'] as const) {
    it(`gives another account that asks ${when} an output of its own, with the same files`, async () => {
      const { begun, end } = parts.holdEngine();
      const first = ask('picture');
      await begun;
      if (when === 'before') {
        end.resolve(compressed);
        await first;
      }
      const second = ask('picture', { account: bob });
      await parts.lookedUp(2);
      end.resolve(compressed);
      const [anns, bobs] = [await first, await second];
      expect(jobs).to.have.length(1);
      expect([anns.output.owner, bobs.output.owner]).to.deep.equal(['ann', 'bob']);
      expect(bobs.output).to.deep.equal({ ...anns.output, id: bobs.output.id, owner: 'bob' });
      expect(bobs.output.id).not.to.equal(anns.output.id);
      const [annsFiles, bobsFiles] = outputs.all();
      expect(bobsFiles).to.include({
        sourcePath: annsFiles?.sourcePath,
        resultPath: annsFiles?.resultPath,
      });
      expect([await counters.count('ann'), await counters.count('bob')]).to.deep.equal([1, 1]);
    });
  }

  it('goes on when one of those who wait leaves, who is not billed', async () => {
    const { begun, end } = parts.holdEngine();
    const leaving = new AbortController();
    const first = ask('picture', { signal: leaving.signal });
    const engineSignal = await begun;
    const second = ask('picture', { account: bob });
    await parts.lookedUp(2);
    leaving.abort(new Error('left'));
    expect(String(await rejectionOf(first))).to.equal('Error: left');
    expect(engineSignal.aborted).to.equal(false);
    end.resolve(compressed);
    expect((await second).output.owner).to.equal('bob');
    expect([await counters.count('ann'), await counters.count('bob')]).to.deep.equal([0, 1]);
  });

  it('aborts the engine when all have left', async () => {
    const { begun } = parts.holdEngine();
    const leaving = [new AbortController(), new AbortController()];
    const asking = leaving.map(({ signal }) => ask('picture', { signal }));
    const engineSignal = await begun;
    await parts.lookedUp(2);
    for (const one of leaving) one.abort(new Error('left'));
    for (const asked of asking) expect(String(await rejectionOf(asked))).to.equal('Error: left');
    expect(engineSignal.aborted).to.equal(true);
    while (parts.folderCount() > 0) await new Promise(setImmediate);
    expect(await counters.count('ann')).to.equal(0);
  });

  it('bills no account when the engine fails, and tries again for the next request', async () => {
    const { begun, end } = parts.holdEngine();
    const asking = [ask('picture'), ask('picture', { account: bob })];
    await begun;
    await parts.lookedUp(2);
    end.reject(new ServiceError('decode_failed', 'broken'));
    for (const asked of asking) {
      expect(await rejectionOf(asked)).to.have.property('code', 'decode_failed');
    }
    expect([await counters.count('ann'), await counters.count('bob')]).to.deep.equal([0, 0]);
    expect(outputs.all()).to.deep.equal([]);
    expect(images).to.deep.equal([]);
    parts.compressBy(async () => compressed);
    expect((await ask('picture')).compressionCount).to.equal(1);
  });

  it('does not bill a client that has gone before it was counted', async () => {
    const leaving = new AbortController();
    await ask('picture');
    const found = outputs.open;
    Object.assign(outputs, {
      open: async (id: string) => {
        leaving.abort(new Error('left'));
        return found(id);
      },
    });
    expect(String(await rejectionOf(ask('picture', { signal: leaving.signal })))).to.equal(
      'Error: left',
    );
    expect(await counters.count('ann')).to.equal(1);
  });

  it('fails when it cannot be counted', async () => {
    counters = { ...counters, add: () => Promise.reject(new ServiceError('storage_full', 'full')) };
    expect(await rejectionOf(ask('picture'))).to.have.property('code', 'storage_full');
    expect(images).to.deep.equal([]);
  });

  it('counts within the limit of the account', async () => {
    const limited = { ...ann, monthlyLimit: 2 };
    const results = await Promise.allSettled(
      ['a', 'b', 'c'].map((bytes) => ask(bytes, { account: limited })),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).to.have.length(1);
    expect(refused[0]).to.have.nested.property('reason.code', 'monthly_limit_exceeded');
    expect(await counters.count('ann')).to.equal(2);
  });

  it('does not serve a degraded result to later requests', async () => {
    parts.compressBy(async () => ({ ...compressed, isDegraded: true }));
    const first = await ask('picture');
    parts.compressBy(async () => compressed);
    const second = await ask('picture');
    expect(jobs).to.have.length(2);
    expect(second.output.id).not.to.equal(first.output.id);
  });

  it('fails with unavailable where the result is evicted at once', async () => {
    const { has } = outputs;
    Object.assign(outputs, {
      has: (id: string) => {
        outputs.evict(id);
        return has(id);
      },
    });
    const error = await rejectionOf(ask('picture'));
    expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(await counters.count('ann')).to.equal(0);
  });

  it('gives the engine until the time for an answer is over', async () => {
    const before = performance.now();
    await ask('picture');
    expect(jobs[0]?.endBy).to.be.within(before + 58_000, performance.now() + 58_000);
    expect(jobs[0]?.client).to.include({ requestId: 'request', accountId: 'ann', jobNumber: 1 });
  });

  it('fails when the source cannot be stored', async () => {
    const written: string[] = [];
    const { draft } = outputs;
    Object.assign(outputs, {
      draft: () => {
        const made = draft();
        return {
          ...made,
          addSource: () => Promise.reject(new ServiceError('storage_full', 'full')),
          addResult: async (path: string) => void written.push(path),
        };
      },
    });
    expect(await rejectionOf(ask('picture'))).to.have.property('code', 'storage_full');
    expect(written).to.deep.equal([]);
    expect(await counters.count('ann')).to.equal(0);
  });
});
