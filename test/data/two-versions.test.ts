import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openRedisData } from '../../src/data/open-redis-data.ts';
import { dataPaths } from '../../src/data/data-folder.ts';
import type { Data } from '../../src/data/data.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { configIn, silent } from '../support/data/made-data.ts';
import { rejectionOf } from '../support/rejection.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

/** What a node of an earlier version has written. `accounts`: Ann, who administers, and Bob, who has a password. */
const kept = JSON.parse(
  readFileSync(new URL('../fixtures/state/0.1.json', import.meta.url), 'utf8'),
) as Readonly<{
  secret: string;
  accounts: readonly [ann: Known, bob: Known];
  commands: readonly string[][];
}>;
type Known = Readonly<{ id: string; key: string }>;
type Document = {
  version: number;
  accounts: Record<string, unknown>[];
  links: Record<string, unknown>[];
};

const [ann, bob] = kept.accounts;
const now = (): number => Date.parse('2026-11-20T13:00:00Z');

describeWithRedis('a node beside one of an earlier version', (server) => {
  let data: Data;
  // Closed before its folder is removed.
  afterEach(() => data?.close());
  const inFolder = temporaryFolders();
  const send = (...command: string[]) => server().send(...command);
  const documentOf = async (): Promise<Document> =>
    JSON.parse(String(await send('HGET', '{shrinkd}:accounts', 'document'))) as Document;

  /** Joins a cluster whose state the earlier version has written. */
  const join = async (changeDocument = (text: string): string => text): Promise<void> => {
    await send('FLUSHALL');
    for (const command of kept.commands) {
      const isDocument = (index: number): boolean => command[index - 1] === 'document';
      await send(
        ...command.map((word, index) => (isDocument(index) ? changeDocument(word) : word)),
      );
    }
    const config = configIn(inFolder());
    const paths = dataPaths(config.dataDir);
    mkdirSync(paths.folder, { recursive: true });
    writeFileSync(paths.secret, Buffer.from(kept.secret, 'base64'), { mode: 0o600 });
    const redis = { ...config.state.redis, url: server().url };
    data = await openRedisData({
      config: { ...config, state: { ...config.state, redis } },
      ...{ paths, now, log: silent, metrics: createMetrics().state },
    });
  };

  it('has its accounts, keys and links', async () => {
    await join();
    expect(await data.accounts.findByKey(ann.key)).to.include({ id: ann.id, monthlyLimit: 5 });
    expect(await data.accounts.findBySignIn('bob@example.org')).not.to.equal(undefined);
    expect(await data.accounts.revealKey(bob.id)).to.equal(bob.key);
    expect((await data.accounts.links()).map(({ kind }) => kind)).to.deep.equal(['invite']);
  });

  it('has accounts of the first version of the document too', async () => {
    const laterFields = ['approved', 'role', 'sessionEpoch', 'password'];
    await join((text) => {
      const { accounts } = JSON.parse(text) as Document;
      const first = accounts.map((account) =>
        Object.fromEntries(Object.entries(account).filter(([name]) => !laterFields.includes(name))),
      );
      return JSON.stringify({ version: 1, accounts: first });
    });
    expect(await data.accounts.findByKey(ann.key)).to.include({ id: ann.id, role: 'user' });
    expect(await data.accounts.revealKey(bob.id)).to.equal(bob.key);
  });

  it('goes on with its counts, and counts no request again that it has decided', async () => {
    await join();
    const add = (requestId: string) =>
      data.counters.add(ann.id, 1, { requestId, limit: requestId === 'new' ? null : 5 });
    expect(await add('counted')).to.equal(3);
    expect(await rejectionOf(add('void'))).to.include({ code: 'unavailable' });
    expect(await rejectionOf(add('limited'))).to.include({ code: 'monthly_limit_exceeded' });
    expect(await data.counters.usage('2026-11')).to.deep.equal({ [ann.id]: 3 });
    expect(await add('new')).to.equal(4);
    expect(await send('GET', '{shrinkd}:q:new')).to.equal('4');
    expect(await send('HGET', '{shrinkd}:count:2026-11', ann.id)).to.equal('4');
  });

  it('goes on with the minute of a rate limit', async () => {
    await join();
    expect(await rejectionOf(data.rateLimits.take(bob.id, 1))).to.include({
      code: 'rate_limit_exceeded',
    });
  });

  it('leaves what the earlier version can read', async () => {
    await join();
    const before = await documentOf();
    await data.accounts.disable(bob.id);
    await data.accounts.add({ name: 'Cy', email: 'cy@example.org' });
    await data.counters.add(ann.id, 1, { requestId: 'new' });
    const after = await documentOf();
    expect(after.version).to.equal(before.version);
    const namesIn = (records: readonly object[]) =>
      new Set(records.flatMap((record) => Object.keys(record)));
    expect(namesIn(before.accounts)).to.include.keys(...namesIn(after.accounts));
    expect(namesIn(before.links)).to.include.keys(...namesIn(after.links));
    for (const [name, type] of [
      ['accounts', 'hash'],
      ['count:2026-11', 'hash'],
      ['months', 'zset'],
      ['nodes', 'zset'],
      ['q:new', 'string'],
      ['secret', 'string'],
    ] as const) {
      expect(await send('TYPE', `{shrinkd}:${name}`), name).to.equal(type);
    }
    expect(await send('HGET', '{shrinkd}:accounts', 'version')).to.match(/^\d+$/);
  });
});
