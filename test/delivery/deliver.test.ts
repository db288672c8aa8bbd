import { expect } from 'chai';
import { Readable } from 'node:stream';
import { filesIn } from '../../src/jobs/job-folder.ts';
import { createDeliver, type DeliverParts } from '../../src/delivery/deliver.ts';
import { createDrafts } from '../../src/delivery/drafts.ts';
import type { Hints } from '../../src/delivery/hints.ts';
import { createMake, type MakeParts } from '../../src/delivery/make.ts';
import { createMakeOnce } from '../../src/delivery/make-once.ts';
import { createProduce } from '../../src/delivery/produce.ts';
import { ServiceError } from '../../src/errors.ts';
import { createCacheKeyOf } from '../../src/service/cache-key.ts';
import { createMemoryCounters } from '../support/counters/memory-counters.ts';
import { pair, signatureOf } from '../support/e2e/delivering.ts';
import { rejectionOf } from '../support/rejection.ts';
import { createMemoryOutputs } from '../support/service/memory-outputs.ts';
import { accountOf, facts, receipt } from '../support/service/samples.ts';

const source = 'plain/https://cdn.example/a.jpg';
const image = { mediaType: 'image/webp', bytes: 10, width: 4, height: 3, sha256: 'r'.repeat(64) };

const none: Hints = { width: undefined, dpr: undefined };

/** A use case of which the test says what the origin has, and which notes what it does. */
const createDelivering = (fields: Partial<DeliverParts & MakeParts> = {}, isFast = false) => {
  const outputs = createMemoryOutputs();
  const counters = createMemoryCounters({ now: () => 0 });
  const state = {
    ...{ modified: 7000, now: 1_000_000_000, sha256: 'a'.repeat(64), isDegraded: false },
    /** What the best results wait for. */
    best: Promise.resolve(),
    /** Of each source, since it was purged. */
    generation: undefined as string | undefined,
  };
  const noted = {
    ...{ fetched: 0, made: 0, taken: [] as string[], removed: 0, released: 0 },
    qualities: [] as (number | undefined)[],
    hurried: [] as boolean[],
    /** Whether nobody waits for what is made. */
    inBackground: [] as boolean[],
  };
  const settings = {
    encoders: {},
    decoders: {},
    types: {},
    quality: {},
    versions: {},
    weights: '',
  };
  const closing = new AbortController();
  const failures: unknown[] = [];
  const now = () => state.now * 1000;
  const remove = async () => void (noted.removed += 1);
  const folder = { ...filesIn(''), remove };
  const make = createMake({
    counters,
    rateLimits: { take: async (id) => void noted.taken.push(id) },
    misses: { take: async (network) => void noted.taken.push(network) },
    admit: async ({ account: { id } }) => ({
      job: { accountId: id, jobNumber: 1 },
      space: { arrived: () => undefined, received: () => undefined },
      release: () => void (noted.released += 1),
    }),
    receiver: {
      receive: async () => {
        noted.fetched += 1;
        return { folder, path: 'a', bytes: 60, sha256: state.sha256, facts };
      },
    },
    openSource: async () => ({ body: Readable.from([]), modifiedMs: state.modified }),
    produce: createProduce({
      receiver: {
        prepare: async (received) => received,
        copySource: () => Promise.reject(new Error('has one source')),
      },
      outputs,
      findTrim: async () => undefined,
      makeResult: async ({ operation: { quality, isHurried }, client }) => {
        noted.made += 1;
        noted.qualities.push(quality);
        noted.hurried.push(isHurried === true);
        noted.inBackground.push(client.background !== undefined);
        if (quality === undefined) await state.best;
        return { image, path: 'result', isDegraded: state.isDegraded, receipt };
      },
      watermark: new Uint8Array(),
      ...{ answerMs: 1000, maxPixels: 1_000_000 },
    }),
    onImage: () => undefined,
    ...fields,
  });
  const once = { make, locks: undefined, outputs, waitMs: 1000 };
  const makeOnce = createMakeOnce(once);
  const drafting = { makeOnce, outputs, closing: closing.signal, now, mostAtOnce: 2 };
  const onFailure = (_: string, error: unknown) => void failures.push(error);
  const deliver = createDeliver({
    keys: [
      {
        key: Buffer.from(pair.key, 'hex'),
        salt: Buffer.from(pair.salt, 'hex'),
        ...{ name: 'main', account: 'ann' },
      },
    ],
    signatureBytes: 32,
    presets: new Map(),
    rules: { sources: { cdn: { url: 'https://cdn.example/' } }, stores: {}, outputs: true },
    unsigned: {
      account: 'bob',
      rules: { sources: { cdn: { url: 'https://cdn.example/' } }, stores: {}, outputs: false },
      ...{ widths: [4], heights: [], qualities: [75], mediaTypes: ['image/webp'] },
    },
    formats: ['image/avif', 'image/webp'],
    hintWidths: [],
    ttlSeconds: 1000,
    accounts: { get: async (id) => accountOf(id) },
    purges: { generationOf: async () => state.generation },
    outputs,
    makeOnce,
    drafts: isFast ? createDrafts({ ...drafting, onFailure }) : undefined,
    cacheKeyOf: createCacheKeyOf({ ...settings, outputs: { shareBetweenAccounts: true } }),
    now,
    ...fields,
  });
  let requests = 0;
  const ask = async (path: string, accept = '', hints: Hints = none) => {
    const signature = signatureOf(path);
    const given = {
      signature,
      path,
      accepted: accept.split(','),
      hints,
      network: '192.0.2.1',
      requestId: `r${(requests += 1)}`,
    };
    const delivered = await deliver({ ...given, signal: new AbortController().signal });
    delivered.release();
    return delivered;
  };
  return { ask, deliver, counters, noted, outputs, state, failures, closing };
};

describe('deliver', () => {
  it('makes a result once, and counts it once', async () => {
    const { ask, counters, noted, outputs } = createDelivering();
    expect(await ask(`/w:4/${source}`)).to.include({ outcome: 'made', isNegotiated: true });
    expect((await ask(`/width:4/${source}`)).outcome).to.equal('hit');
    expect(await counters.count('ann')).to.equal(1);
    expect(noted).to.include({ fetched: 1, made: 1, released: 1 });
    expect(noted.taken).to.deep.equal(['192.0.2.1', 'ann']);
    expect([outputs.leases(), outputs.drafts()]).to.deep.equal([0, 0]);
  });

  it('tells when the source was changed, and how long the work took that was waited for', async () => {
    const { ask } = createDelivering();
    const made = await ask(`/w:4/${source}`);
    expect(Object.keys(made.phases)).to.deep.equal(['queue', 'fetch', 'make']);
    const hit = await ask(`/w:4/${source}`);
    expect([hit.phases, hit.made.sourceModifiedMs]).to.deep.equal([{}, 7000]);
  });

  it('makes one result for equal requests at the same time', async () => {
    const { ask, noted } = createDelivering();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(`/w:4/${source}`)));
    const shared = answers.filter(({ outcome }) => outcome === 'shared');
    expect(shared).to.have.length(49);
    expect(noted).to.include({ fetched: 1, made: 1 });
  });

  it('has another result for each type, and not for each Accept', async () => {
    const { ask, noted } = createDelivering();
    const accepts = [
      'image/avif,image/webp',
      'image/webp',
      '*/*',
      'image/avif',
      'image/webp,image/png',
    ];
    for (const accept of [...accepts, 'image/png']) await ask(`/w:4/${source}`, accept);
    expect(noted.made).to.equal(3);
  });

  it('has one result for addresses that differ in what does not change it', async () => {
    const { ask, noted } = createDelivering();
    const options = [
      'w:4/f:png',
      'fn:a/f:png/w:4',
      'w:5/w:4/att:1/f:png',
      'exp:9999999999/w:4/f:png',
    ];
    for (const each of options) await ask(`/${each}/${source}`);
    expect(noted.made).to.equal(1);
    await ask(`/w:4/f:png/cb:1/${source}`);
    expect(noted.made).to.equal(2);
  });

  it('fetches a source again after its time, and makes no result of an unchanged one', async () => {
    const { ask, counters, noted, state } = createDelivering();
    await ask(`/w:4/${source}`);
    state.now += 1000;
    expect((await ask(`/w:4/${source}`)).outcome).to.equal('made');
    expect(noted).to.include({ fetched: 2, made: 1, removed: 2 });
    state.now += 1000;
    state.sha256 = 'b'.repeat(64);
    await ask(`/w:4/${source}`);
    expect(noted).to.include({ fetched: 3, made: 2 });
    expect(await counters.count('ann')).to.equal(2);
  });

  it('keeps a source with a version for good', async () => {
    const { ask, state } = createDelivering();
    expect((await ask(`/w:4/cb:1/${source}`)).isVersioned).to.equal(true);
    state.now += 1_000_000;
    expect((await ask(`/w:4/cb:1/${source}`)).outcome).to.equal('hit');
  });

  for (const isFast of [false, true]) {
    it(`delivers nothing of before a purge, ${isFast ? 'drafts' : 'one being made'} included`, async () => {
      const { ask, noted, state } = createDelivering({}, isFast);
      const [under, first] = [Promise.withResolvers<void>(), `/w:4/cb:1/${source}`];
      await ask(first);
      await new Promise(setImmediate);
      state.best = under.promise;
      const before = ask(`/w:5/${source}`);
      await new Promise(setImmediate);
      state.generation = 'g';
      state.sha256 = 'b'.repeat(64);
      const after = ask(`/w:5/${source}`);
      await new Promise(setImmediate);
      under.resolve();
      const [old, made] = [await before, await after];
      await new Promise(setImmediate);
      expect(old.made.sourceSha256).to.equal('a'.repeat(64));
      expect(made).to.include({ outcome: 'made' });
      const again = [await ask(`/w:5/${source}`), await ask(first)];
      for (const each of [made, ...again]) {
        expect(each.made.sourceSha256).to.equal('b'.repeat(64));
      }
      expect(noted.fetched).to.equal(isFast ? 8 : 4);
    });
  }

  it('keeps no result that load has made worse', async () => {
    const { ask, noted, state } = createDelivering();
    state.isDegraded = true;
    expect((await ask(`/w:4/${source}`)).isDegraded).to.equal(true);
    expect((await ask(`/w:4/${source}`)).outcome).to.equal('made');
    expect(noted.made).to.equal(2);
  });

  it('checks the signature before anything else', async () => {
    const { deliver, noted } = createDelivering({
      accounts: { get: () => Promise.reject(new Error('was asked')) },
    });
    const given = {
      path: '/no such',
      signature: 'x',
      accepted: [],
      hints: none,
      network: '',
      requestId: '',
    };
    const error = await rejectionOf(deliver({ ...given, signal: new AbortController().signal }));
    expect(error).to.include({ problem: 'forbidden' });
    expect(noted.taken).to.deep.equal([]);
  });

  it('limits results that are made, and not those that are there', async () => {
    const limit = new ServiceError('rate_limit_exceeded', 'Too many.');
    let left = 1;
    const { ask, noted } = createDelivering({
      misses: { take: async () => void ((left -= 1) < 0 && (await Promise.reject(limit))) },
    });
    await ask(`/w:4/${source}`);
    expect(await rejectionOf(ask(`/w:5/${source}`))).to.equal(limit);
    expect((await ask(`/w:4/${source}`)).outcome).to.equal('hit');
    expect(noted.fetched).to.equal(1);
  });

  it('shares results between accounts, and none of an upload', async () => {
    let account = 'ann';
    const { ask, noted } = createDelivering({ accounts: { get: async () => accountOf(account) } });
    const upload = `plain/output:${'a'.repeat(40)}`;
    for (const path of [`/w:4/${source}`, `/w:4/${upload}`]) {
      for (const each of ['ann', 'bob']) {
        account = each;
        await ask(path);
      }
    }
    expect(noted.made).to.equal(3);
  });

  it('delivers a finite set without a signature, for an account of its own', async () => {
    const { deliver, counters, noted } = createDelivering();
    const ask = async (path: string, signature = 'unsafe') => {
      const given = { path, signature, accepted: [], hints: none, network: '', requestId: '' };
      const made = await deliver({ ...given, signal: new AbortController().signal });
      made.release();
      return made.account.id;
    };
    expect(await ask(`/w:4/q:75/${source}@webp`)).to.equal('bob');
    expect(await counters.count('bob')).to.equal(1);
    for (const path of [`/w:5/${source}`, `/w:4/cb:1/${source}`, `/bl:1/${source}`]) {
      expect(await rejectionOf(ask(path))).to.include({ problem: 'forbidden' });
    }
    expect(await rejectionOf(ask(`/w:4/${source}`, 'unsafE'))).to.include({
      problem: 'forbidden',
    });
    const upload = `/w:4/plain/output:${'a'.repeat(40)}`;
    expect(await rejectionOf(ask(upload))).to.include({ problem: 'invalid' });
    expect(noted.made).to.equal(1);
  });

  it('has a result for each step of hints, where that is set and the address is signed', async () => {
    const { ask, noted } = createDelivering({ hintWidths: [300, 600] });
    const path = `/f:webp/${source}`;
    const all = ['Sec-CH-Width', 'Width', 'Sec-CH-DPR', 'DPR'];
    const hints = [1, 299, 300, 301, 900, undefined];
    for (const width of hints) {
      expect((await ask(path, '', { width, dpr: undefined })).varies).to.deep.equal(all);
    }
    expect(noted.made).to.equal(3);
    expect((await ask(`/w:4/dpr:2${path}`, '', { width: 9, dpr: 3 })).varies).to.deep.equal([]);
    const off = createDelivering();
    for (const width of hints) await off.ask(path, '', { width, dpr: 2 });
    expect(off.noted.made).to.equal(1);
  });

  for (const [title, account] of [
    ['is disabled', { ...accountOf('ann'), disabled: true }],
    ['is not approved', { ...accountOf('ann'), approved: false }],
    ['is gone', undefined],
  ] as const) {
    it(`delivers nothing for an account that ${title}`, async () => {
      const { ask } = createDelivering({ accounts: { get: async () => account } });
      expect(await rejectionOf(ask(`/w:4/${source}`))).to.include({ problem: 'invalid' });
    });
  }

  it('leaves no folder of a picture that cannot be made', async () => {
    const { ask, noted, counters } = createDelivering();
    const tooLarge = await rejectionOf(ask(`/w:4000/h:4000/rt:force/el:1/${source}`));
    expect(tooLarge).to.include({ problem: 'unsupported' });
    expect(noted).to.include({ removed: 1, released: 1, made: 0 });
    expect(await counters.count('ann')).to.equal(0);
  });
});

describe('deliver, with a fast first answer', () => {
  const settled = () => new Promise(setImmediate);

  it('answers with a draft until the best result is there, and counts both as one', async () => {
    const { ask, noted, counters, state, outputs } = createDelivering({}, true);
    const best = Promise.withResolvers<void>();
    state.best = best.promise;
    const path = `/w:4/${source}`;
    expect(await ask(path)).to.include({ isDegraded: true, outcome: 'made' });
    expect(await ask(path)).to.include({ isDegraded: true, outcome: 'hit' });
    await settled();
    expect(noted.qualities).to.deep.equal([75, undefined]);
    expect(noted.hurried).to.deep.equal([true, false]);
    expect(noted.inBackground).to.deep.equal([false, true]);
    best.resolve();
    await settled();
    expect(await ask(path)).to.include({ isDegraded: false, outcome: 'hit' });
    expect(await counters.count('ann')).to.equal(1);
    expect(noted).to.include({ made: 2, released: 2 });
    expect(noted.taken).to.deep.equal(['192.0.2.1', 'ann']);
    expect([outputs.leases(), outputs.drafts()]).to.deep.equal([0, 0]);
  });

  it('makes a few best results at once, and the others after them', async () => {
    const { ask, noted, state } = createDelivering({}, true);
    const best = Promise.withResolvers<void>();
    state.best = best.promise;
    const paths = Array.from({ length: 5 }, (_, index) => `/w:${index + 1}/${source}`);
    for (const path of [...paths, ...paths]) await ask(path);
    await settled();
    expect(noted.inBackground.filter((each) => each)).to.have.length(2);
    best.resolve();
    await settled();
    expect(noted.made).to.equal(10);
    for (const path of paths) expect((await ask(path)).isDegraded).to.equal(false);
  });

  for (const options of ['q:50', 'mb:1000', 'fq:avif:1/f:avif']) {
    it(`makes ${options} at once, since nothing is searched for`, async () => {
      const { ask, noted } = createDelivering({}, true);
      expect((await ask(`/w:4/${options}/${source}`)).isDegraded).to.equal(false);
      expect(noted.made).to.equal(1);
    });
  }

  it('tries again a minute after the best result could not be made, and not before', async () => {
    const { ask, noted, state, failures } = createDelivering({}, true);
    state.best = Promise.reject(new Error('no time'));
    const path = `/w:4/${source}`;
    for (const after of [0, 1, 58]) {
      state.now += after;
      await ask(path);
      await settled();
    }
    expect([noted.made, failures.length]).to.deep.equal([2, 1]);
    state.now += 1;
    state.best = Promise.resolve();
    expect((await ask(path)).isDegraded).to.equal(true);
    await settled();
    expect((await ask(path)).isDegraded).to.equal(false);
  });

  it('makes the best result no second time within a minute where load made it worse', async () => {
    const { ask, noted, state, failures } = createDelivering({}, true);
    const best = Promise.withResolvers<void>();
    state.best = best.promise;
    const path = `/w:4/${source}`;
    await ask(path);
    state.isDegraded = true;
    best.resolve();
    await settled();
    await ask(path);
    await settled();
    expect([noted.made, failures]).to.deep.equal([2, []]);
  });

  it('makes no draft of a source that has not changed', async () => {
    const { ask, noted, state } = createDelivering({}, true);
    const path = `/w:4/${source}`;
    await ask(path);
    await settled();
    state.now += 1000;
    expect((await ask(path)).isDegraded).to.equal(false);
    expect(noted).to.include({ fetched: 3, made: 2 });
  });

  it('begins nothing while the service ends, and reports no work that ends then', async () => {
    const { ask, noted, state, failures, closing } = createDelivering({}, true);
    state.best = new Promise(() => undefined);
    await ask(`/w:4/${source}`);
    closing.abort();
    await settled();
    await ask(`/w:5/${source}`);
    expect([noted.made, failures]).to.deep.equal([3, []]);
  });
});
