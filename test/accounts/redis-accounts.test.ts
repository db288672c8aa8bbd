import { expect } from 'chai';
import { createRedisAccounts } from '../../src/accounts/redis-accounts.ts';
import type { State } from '../../src/state/state.ts';
import { rejectionOf } from '../support/rejection.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';
import { accountsSuite } from '../suites/accounts-suite.ts';

const ann = { name: 'Ann', email: 'ann@example.org' };

describeWithRedis('accounts in Redis', (server) => {
  const inFolder = temporaryFolders();
  let proxy: TcpProxy;
  let states: State[];
  beforeEach(async () => {
    await server().send('FLUSHALL');
    proxy = await startTcpProxy(server().port);
    states = [];
  });
  afterEach(async () => {
    await Promise.all(states.map(({ close }) => close()));
    await proxy.close();
  });

  /** The accounts as a node has them. */
  const open = async (now: () => number = Date.now, url = server().url, deadlineMs = 10_000) => {
    const state = await openState(url, { deadlineMs });
    states.push(state);
    return createRedisAccounts({ state, now, secretPath: inFolder('secret.key'), graceMs: 60_000 });
  };
  const openProxied = (now: () => number) => open(now, `redis://127.0.0.1:${proxy.port}`, 1000);

  accountsSuite('Redis', (now) => open(now));

  it('are the same on another node, at once or within a second', async () => {
    let time = 0;
    const [one, other] = [await open(), await open(() => time)];
    const { account, key } = await one.add(ann);
    time += 1000;
    expect(await other.findByKey(key)).to.deep.equal(account);
    await one.disable(account.id);
    time += 999;
    expect(await other.findByKey(key)).to.deep.equal(account);
    time += 1;
    expect(await other.findByKey(key)).to.equal(undefined);
  });

  it('are read at once on another node where that is asked for', async () => {
    const [one, other] = [await open(), await open(() => 0)];
    const { account } = await one.add(ann);
    expect(await other.get(account.id)).to.equal(undefined);
    expect(await other.getAgain(account.id)).to.deep.equal(account);
  });

  it('lose no change of several nodes at the same time', async () => {
    const nodes = await Promise.all([open(), open(), open()]);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => nodes[index % 3]!.add(ann)),
    );
    const ids = (await (await open()).list()).map(({ id }) => id);
    expect(ids).to.have.members(made.map(({ account }) => account.id));
  });

  it('give a key to one account only, whichever node is asked', async () => {
    const key = 'abcdefghijklmnopABCDEFGHIJ012345';
    const nodes = await Promise.all([open(), open()]);
    const adding = await Promise.allSettled(nodes.map((node) => node.add({ ...ann, key })));
    expect(adding.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
  });

  it('let a link be used once, whichever node is asked', async () => {
    const nodes = await Promise.all([open(), open()]);
    const { account } = await nodes[0]!.add(ann);
    const { token } = await nodes[0]!.addLink({ kind: 'signin', accountId: account.id });
    // Both have read it, so that both begin to use it at the same time.
    await nodes[1]!.findLink(token);
    const uses = await Promise.allSettled(nodes.map((node) => node.takeLink(token)));
    expect(uses.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
  });

  it('store a change once whose answer is lost', async () => {
    const node = await openProxied(Date.now);
    await node.add(ann);
    const versionOf = () => server().send('HGET', '{test}:accounts', 'version');
    proxy.failAfter(0, 'cut');
    const adding = node.add(ann).catch(() => undefined);
    await proxy.failed();
    proxy.heal();
    await adding;
    const version = Number(await versionOf());
    expect(await (await open()).list()).to.have.length(version);
  });

  it('stay in use for the grace time while Redis is away, and cannot be changed', async () => {
    let time = 0;
    const node = await openProxied(() => time);
    const { account, key } = await node.add(ann);
    proxy.swallow();
    proxy.cut();
    time += 60_000;
    expect(await node.findByKey(key)).to.deep.equal(account);
    expect(await rejectionOf(node.disable(account.id))).to.include({ code: 'unavailable' });
    time += 1001;
    expect(await rejectionOf(node.findByKey(key))).to.include({ code: 'unavailable' });
    proxy.heal();
    // The clock stands still.
    const found = () => node.findByKey(key).catch(() => undefined);
    expect(await until('they are known again', found)).to.deep.equal(account);
  });
});
