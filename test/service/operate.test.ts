import { expect } from 'chai';
import type { Counters } from '../../src/counters/counters.ts';
import type { JobQueue } from '../../src/queue/admission.ts';
import type { Compressed } from '../../src/engine/compress.ts';
import type { PreserveOptions } from '../../src/engine/preserve.ts';
import { ServiceError } from '../../src/errors.ts';
import { createAdmit } from '../../src/service/admit.ts';
import { createDownload } from '../../src/service/download.ts';
import { createOperate, type Operate, type OperateResult } from '../../src/service/operate.ts';
import type { Operation } from '../../src/service/operation.ts';
import { createProducer } from '../../src/service/produce.ts';
import { createSingleFlight } from '../../src/service/single-flight.ts';
import { secretOf } from '../../src/redacted.ts';
import type { Put, StoreRequest, StorageTarget } from '../../src/storage/storage.ts';
import { boundlessDisk, calmQueue } from '../support/queue/calm-admission.ts';
import { createMemoryCounters } from '../support/counters/memory-counters.ts';
import { rejectionOf } from '../support/rejection.ts';
import { type MemoryOutputs, publishedOutput } from '../support/service/memory-outputs.ts';
import { accountOf, receipt, knownAccounts } from '../support/service/samples.ts';
import { createUseCaseParts, type UseCaseParts } from '../support/service/use-cases.ts';
import { added } from '../support/counters/added.ts';

const ann = accountOf('ann');
const bob = accountOf('bob');

const resize: Operation = { resize: { method: 'fit', width: 10, height: 10 }, preserve: [] };
const convert: Operation = { convert: ['image/webp'], preserve: [] };
const background: Operation = { background: { red: 255, green: 255, blue: 255 }, preserve: [] };
const preserve: Operation = { preserve: ['copyright'] };
const nothing: Operation = { preserve: [] };

const accessToken = secretOf('token');
const storeRequest: StoreRequest = {
  service: 'cstore',
  path: 'pictures/a.webp',
  headers: {},
  accessToken,
};
const target: StorageTarget = {
  service: 'cstore',
  bucket: 'pictures',
  objectKey: 'a.webp',
  headers: { metadata: {} },
  endpoint: 'https://storage.example',
  storeName: undefined,
  rights: { accessToken },
};

describe('operate', () => {
  let parts: UseCaseParts;
  let outputs: MemoryOutputs;
  let jobs: UseCaseParts['jobs'];
  let lookups: UseCaseParts['lookups'];
  let counters: Counters;
  let queue: JobQueue;
  let operate: Operate;
  let id: string;
  let preserved: PreserveOptions[];
  /** Where the storage finds that a request leads; a test may put another in its place. */
  let targetOf: () => StorageTarget;
  /** What the storage was given. */
  let puts: Put[];
  /** Ids of the requests that were counted. */
  let counted: string[];
  /** What the storage does; a test may put another in its place. */
  let store: (put: Put) => Promise<string>;

  const compressed: Compressed = {
    path: 'operated',
    bytes: 10,
    sha256: 'c'.repeat(64),
    mediaType: 'image/webp',
    width: 10,
    height: 8,
    winner: 'cwebp',
    receipt,
    isDegraded: false,
  };
  const {
    path: _path,
    winner: _winner,
    receipt: _receipt,
    isDegraded: _isDegraded,
    ...image
  } = compressed;

  beforeEach(async () => {
    parts = createUseCaseParts(compressed);
    ({ outputs, jobs, lookups } = parts);
    counters = createMemoryCounters({ now: () => 0 });
    queue = calmQueue({ maxJobs: 10 });
    preserved = [];
    puts = [];
    counted = [];
    targetOf = () => target;
    store = async () => 'https://storage.example/pictures/a.webp';
    const producer = createProducer({
      receiver: {
        prepare: () => Promise.reject(new Error('an operation receives nothing')),
        copySource: async () => parts.openFolder(),
      },
      engine: parts,
      preserve: async (options) => {
        preserved.push(options);
        return { bytes: 30, sha256: 'd'.repeat(64) };
      },
      outputs,
      table: { encoders: {}, types: { 'image/jpeg': [], 'image/webp': [] } },
      answerMs: 58_000,
    });
    operate = createOperate({
      admit: createAdmit({ queue, counters, diskQuota: boundlessDisk, maxUploadBytes: 1000 }),
      download: createDownload({ accounts: knownAccounts, outputs }),
      outputs,
      counters: {
        ...counters,
        add: (...given) => {
          counted.push(given[2].requestId);
          return counters.add(...given);
        },
      },
      storage: {
        targetOf: () => targetOf(),
        put: (put) => {
          puts.push(put);
          return store(put);
        },
      },
      producer,
      singleFlight: createSingleFlight(),
      cacheKeyOf: (digests, _accountId, operation) => `${digests} ${operation}`,
      onLookup: parts.onLookup,
    });
    ({ id } = await publishedOutput(outputs, { owner: 'ann', cacheKey: 'cacheKey' }));
  });

  afterEach(() => {
    parts.expectNothingLeft();
    expect(queue.size(), 'admissions').to.equal(0);
  });

  /** Asks, and leaves the image to be released. */
  const ask = (
    operation: Operation,
    {
      account = ann,
      signal = new AbortController().signal,
      output = id,
      store: asked = undefined as StoreRequest | undefined,
    } = {},
  ): Promise<OperateResult> =>
    operate({
      account,
      id: output,
      operation,
      store: asked,
      requestId: 'request',
      signal,
    });

  /** Asks, and sends the image, as it were. */
  const run = async (...asked: Parameters<typeof ask>): Promise<OperateResult> => {
    const result = await ask(...asked);
    result.release();
    return result;
  };

  for (const [title, operation] of [
    ['no operation', { preserve: [] }],
    ['a background of an opaque image', background],
  ] as const) {
    it(`gives the compressed result for ${title}, unbilled, without an admission`, async () => {
      Object.assign(queue, { admit: () => expect.fail('no admission is needed') });
      const { release, ...result } = await ask(operation);
      expect(outputs.leases()).to.equal(1);
      release();
      expect(result).to.deep.equal({
        image: outputs.all()[0]?.output.result,
        path: 'result',
        location: undefined,
        compressionCount: 0,
        resultId: undefined,
      });
      expect(jobs).to.deep.equal([]);
      expect(lookups).to.deep.equal([]);
    });
  }

  for (const [title, operation, price] of [
    ['resize', resize, 1],
    ['convert', convert, 1],
    ['resize and convert', { ...convert, ...resize }, 2],
    [
      'resize, convert, background and preserve',
      { ...background, ...convert, ...resize, ...preserve },
      2,
    ],
    ['preserve', preserve, 0],
  ] as const) {
    it(`bills ${price} for ${title}, and the same again when the cache answers`, async () => {
      expect(await run(operation)).to.have.property('compressionCount', price);
      expect(await run(operation)).to.have.property('compressionCount', 2 * price);
      expect(lookups).to.deep.equal(['miss', 'hit']);
      expect(jobs.length + preserved.length).to.be.within(1, 2);
    });
  }

  it('makes the result from the source, and keeps it while it is being sent', async () => {
    const { release, ...result } = await ask(resize);
    expect(outputs.leases()).to.equal(1);
    release();
    const [resultId] = [...outputs.results().keys()];
    expect(result).to.deep.equal({
      image,
      path: 'operated',
      location: undefined,
      compressionCount: 1,
      resultId,
    });
    expect(outputs.results().get(resultId!)?.made).to.deep.equal({
      sourceSha256: 'a'.repeat(64),
      receipt,
    });
    expect(jobs).to.have.length(1);
    expect(jobs[0]).to.have.property('sourceBytes', 60);
    expect(jobs[0]?.plan).to.include({ width: 10, height: 8, sourceCompetes: false });
    expect(jobs[0]?.client).to.include({ requestId: 'request', accountId: 'ann', jobNumber: 1 });
    expect(counted).to.deep.equal(['request']);
  });

  it('adds the metadata to the compressed result where the picture does not change', async () => {
    const { image: described, path } = await run(preserve);
    expect(jobs).to.deep.equal([]);
    expect(preserved[0]).to.include({
      source: 'source',
      result: 'result',
      mediaType: 'image/jpeg',
      target: path,
    });
    expect(described).to.deep.equal({
      ...outputs.all()[0]?.output.result,
      bytes: 30,
      sha256: 'd'.repeat(64),
    });
  });

  it('adds the metadata to what was made, in its type', async () => {
    const { image: described } = await run({ ...convert, ...preserve });
    expect(preserved[0]).to.include({ result: 'operated', mediaType: 'image/webp' });
    expect(described).to.include({ mediaType: 'image/webp', bytes: 30 });
  });

  it('does not give metadata on one compressed result to another of the same source', async () => {
    await run(preserve);
    const draft = outputs.draft();
    await draft.addResult('another');
    const [{ output } = expect.fail('there is an output')] = outputs.all();
    const result = { ...output.result, sha256: 'e'.repeat(64) };
    const { id: other } = await draft.publish({ ...output, result });
    await run(preserve, { output: other });
    expect(preserved.map((options) => options.result)).to.deep.equal(['result', 'another']);
  });

  it('shares results of the same source, and bills each account', async () => {
    const { id: bobs } = await publishedOutput(outputs, { owner: 'bob', cacheKey: 'cacheKey' });
    await run(resize);
    await run(resize, { account: bob, output: bobs });
    expect(jobs).to.have.length(1);
    expect([await counters.count('ann'), await counters.count('bob')]).to.deep.equal([1, 1]);
  });

  it('runs the engine once for equal operations at the same time, and bills each', async () => {
    const { begun, end } = parts.holdEngine();
    const asking = Array.from({ length: 5 }, () => run(resize));
    await begun;
    await parts.lookedUp(5);
    expect(queue.size()).to.equal(5);
    end.resolve(compressed);
    const counts = (await Promise.all(asking)).map(({ compressionCount }) => compressionCount);
    expect(counts.toSorted()).to.deep.equal([1, 2, 3, 4, 5]);
    expect(jobs).to.have.length(1);
    expect(lookups.toSorted()).to.deep.equal(['miss', 'shared', 'shared', 'shared', 'shared']);
  });

  it('runs the engine for each of different operations', async () => {
    await Promise.all([run(resize), run(convert)]);
    expect(jobs).to.have.length(2);
  });

  for (const [title, operation] of [
    ['a download', { preserve: [] }],
    ['an operation', resize],
  ] as const) {
    it(`does not find the output of another account for ${title}`, async () => {
      for (const asked of [{ account: bob }, { output: 'unknown' }]) {
        expect(await rejectionOf(run(operation, asked))).to.have.property('code', 'not_found');
      }
      expect(jobs).to.deep.equal([]);
      expect(await counters.count('bob')).to.equal(0);
    });
  }

  describe('for an account with a monthly limit', () => {
    it('refuses before any work what would go over it', async () => {
      const account = { ...ann, monthlyLimit: 1 };
      const both = { ...convert, ...resize };
      const error = await rejectionOf(run(both, { account }));
      expect(error).to.have.property('code', 'monthly_limit_exceeded');
      expect([jobs, lookups]).to.deep.equal([[], []]);
      expect(await run(resize, { account })).to.have.property('compressionCount', 1);
    });

    it('does what is free, even over it', async () => {
      await added(counters, 'ann', 5);
      const account = { ...ann, monthlyLimit: 2 };
      for (const operation of [preserve, background, { preserve: [] }]) {
        expect(await run(operation, { account })).to.have.property('compressionCount', 5);
      }
    });

    it('lets no requests at the same time pass it together', async () => {
      const account = { ...ann, monthlyLimit: 2 };
      const { begun, end } = parts.holdEngine();
      const asking = Array.from({ length: 3 }, () => run(resize, { account }));
      const ending = Promise.allSettled(asking);
      await begun;
      await parts.lookedUp(3);
      end.resolve(compressed);
      const refused = (await ending).filter(({ status }) => status === 'rejected');
      expect(refused).to.have.length(1);
      expect(refused[0]).to.have.nested.property('reason.code', 'monthly_limit_exceeded');
      expect(await counters.count('ann')).to.equal(2);
    });
  });

  it('does not bill a client that has gone while the work was done', async () => {
    const leaving = new AbortController();
    const { begun } = parts.holdEngine();
    const asked = rejectionOf(run(resize, { signal: leaving.signal }));
    const engineSignal = await begun;
    leaving.abort(new Error('left'));
    expect(String(await asked)).to.equal('Error: left');
    expect(engineSignal.aborted).to.equal(true);
    while (parts.folderCount() > 0 || outputs.leases() > 0) await new Promise(setImmediate);
    expect(await counters.count('ann')).to.equal(0);
    expect(outputs.results().size).to.equal(0);
  });

  it('does not bill a client that has gone before the cache answered', async () => {
    await run(resize);
    const leaving = new AbortController();
    leaving.abort(new Error('left'));
    const error = await rejectionOf(run(resize, { signal: leaving.signal }));
    expect(String(error)).to.equal('Error: left');
    expect(await counters.count('ann')).to.equal(1);
  });

  it('keeps the files for those who stay when the one who began leaves', async () => {
    const leaving = new AbortController();
    const { begun, end } = parts.holdEngine();
    const { id: bobs } = await publishedOutput(outputs, { owner: 'bob', cacheKey: 'identity' });
    const first = rejectionOf(run(resize, { signal: leaving.signal }));
    const engineSignal = await begun;
    const second = run(resize, { account: bob, output: bobs });
    await parts.lookedUp(2);
    leaving.abort(new Error('left'));
    expect(String(await first)).to.equal('Error: left');
    // Bob's own, and that of the work on Ann's output.
    expect(outputs.leases()).to.equal(2);
    expect(engineSignal.aborted).to.equal(false);
    end.resolve(compressed);
    expect(await second).to.have.property('compressionCount', 1);
    expect(await counters.count('ann')).to.equal(0);
  });

  it('bills no account when the engine fails, and tries again for the next request', async () => {
    const { begun, end } = parts.holdEngine();
    const asking = [rejectionOf(run(resize)), rejectionOf(run(resize))];
    await begun;
    await parts.lookedUp(2);
    end.reject(new ServiceError('decode_failed', 'broken'));
    for (const asked of asking) expect(await asked).to.have.property('code', 'decode_failed');
    expect(await counters.count('ann')).to.equal(0);
    expect(outputs.results().size).to.equal(0);
    parts.compressBy(async () => compressed);
    expect(await run(resize)).to.have.property('compressionCount', 1);
  });

  it('bills no account when the operation is not possible', async () => {
    const [{ output } = expect.fail('there is an output')] = outputs.all();
    const source = { ...output.source, facts: { ...output.source.facts, frames: 2 } };
    const animation = await outputs.draft().publish({ ...output, source });
    const error = await rejectionOf(run(convert, { output: animation.id }));
    expect(error).to.have.property('code', 'bad_request');
    expect(jobs).to.deep.equal([]);
    expect(await counters.count('ann')).to.equal(0);
  });

  describe('where the image is to be stored', () => {
    const location = 'https://storage.example/pictures/a.webp';

    for (const [title, operation, price, file] of [
      ['the compressed result, free of charge', nothing, 0, 'result'],
      ['a resized image', resize, 1, 'operated'],
      ['a resized and converted image', { ...resize, ...convert }, 2, 'operated'],
    ] as const) {
      it(`stores ${title}, and gives its location`, async () => {
        const result = await run(operation, { store: storeRequest });
        expect(result).to.include({ location, compressionCount: price });
        expect(puts).to.have.length(1);
        expect(puts[0]).to.deep.include({ target, requestId: 'request' });
        expect(puts[0]?.file).to.deep.equal({ ...result.image, path: result.path });
        expect(result.path).to.equal(file);
      });
    }

    it('does the work once for a stored and a sent image', async () => {
      await run(resize, { store: storeRequest });
      await run(resize);
      expect(jobs).to.have.length(1);
      expect(lookups).to.deep.equal(['miss', 'hit']);
    });

    it('holds the file, and no admission, while it is being stored', async () => {
      for (const operation of [nothing, resize]) {
        const stored = Promise.withResolvers<string>();
        const begun = Promise.withResolvers<void>();
        store = () => {
          begun.resolve();
          return stored.promise;
        };
        const asked = run(operation, { store: storeRequest });
        await begun.promise;
        expect([queue.size(), outputs.leases(), parts.folderCount()]).to.deep.equal([0, 1, 0]);
        expect(await counters.count('ann')).to.equal(0);
        stored.resolve(location);
        await asked;
      }
      expect(await counters.count('ann')).to.equal(1);
    });

    it('bills nothing when that fails, and has the result for another try', async () => {
      store = () => Promise.reject(new ServiceError('storage_failed', 'unreachable'));
      const error = await rejectionOf(run(resize, { store: storeRequest }));
      expect(error).to.have.property('code', 'storage_failed');
      expect(await counters.count('ann')).to.equal(0);
      store = async () => location;
      const result = await run(resize, { store: storeRequest });
      expect(result).to.include({ location, compressionCount: 1 });
      expect(jobs).to.have.length(1);
    });

    it('bills nothing to a client that has gone meanwhile, and aborts the upload', async () => {
      const leaving = new AbortController();
      store = ({ signal }) => {
        const stored = Promise.withResolvers<string>();
        signal.addEventListener('abort', () => stored.reject(signal.reason));
        leaving.abort(new Error('left'));
        return stored.promise;
      };
      const asked = run(resize, { store: storeRequest, signal: leaving.signal });
      expect(String(await rejectionOf(asked))).to.equal('Error: left');
      expect(await counters.count('ann')).to.equal(0);
    });

    it('refuses a bad request before any work', async () => {
      targetOf = () => {
        throw new ServiceError('bad_request', 'store.path: expected another');
      };
      const error = await rejectionOf(run(resize, { store: storeRequest }));
      expect(error).to.have.property('code', 'bad_request');
      expect([jobs, puts, lookups]).to.deep.equal([[], [], []]);
    });

    it('does not store the output of another account', async () => {
      const error = await rejectionOf(run(nothing, { account: bob, store: storeRequest }));
      expect(error).to.have.property('code', 'not_found');
      expect(puts).to.deep.equal([]);
    });
  });

  it('does no work when the queue is full', async () => {
    const admissions = Array.from({ length: 10 }, (_, index) => queue.admit(`bob ${index}`));
    expect(await rejectionOf(run(resize))).to.have.property('code', 'unavailable');
    admissions.forEach(({ release }) => release());
    expect(jobs).to.deep.equal([]);
  });

  it('answers from the cache even when the queue is full', async () => {
    await run(resize);
    const admissions = Array.from({ length: 10 }, (_, index) => queue.admit(`bob ${index}`));
    expect(await run(resize)).to.have.property('compressionCount', 2);
    admissions.forEach(({ release }) => release());
  });

  it('fails when it cannot be counted', async () => {
    counters = { ...counters, add: () => Promise.reject(new ServiceError('storage_full', 'full')) };
    expect(await rejectionOf(run(resize))).to.have.property('code', 'storage_full');
  });

  it('fails when the result cannot be stored', async () => {
    const { draftResult } = outputs;
    const addResult = () => Promise.reject(new ServiceError('storage_full', 'full'));
    Object.assign(outputs, {
      draftResult: (...of: Parameters<typeof draftResult>) => ({
        ...draftResult(...of),
        addResult,
      }),
    });
    expect(await rejectionOf(run(resize))).to.have.property('code', 'storage_full');
    expect(await counters.count('ann')).to.equal(0);
  });

  it('fails with unavailable where the result is evicted at once', async () => {
    Object.assign(outputs, { openResult: async () => undefined });
    const error = await rejectionOf(run(resize));
    expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(await counters.count('ann')).to.equal(0);
  });

  it('gives a degraded result to those who wait for it, and not to later requests', async () => {
    parts.compressBy(async () => ({ ...compressed, isDegraded: true }));
    expect(await run(resize)).to.have.property('compressionCount', 1);
    parts.compressBy(async () => compressed);
    await run(resize);
    await run(resize);
    expect(jobs).to.have.length(2);
    expect(lookups).to.deep.equal(['miss', 'miss', 'hit']);
  });
});
