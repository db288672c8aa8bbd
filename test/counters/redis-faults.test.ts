import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { monthOf } from '../../src/counters/month.ts';
import type { Refund } from '../../src/counters/refunds.ts';
import { rejectionOf } from '../support/rejection.ts';
import { keepAdding, nodesOfTest, toldNothing } from '../support/state/counting.ts';
import { describeWithRedis, type RedisServer, startRedis } from '../support/state/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

const program = fileURLToPath(new URL('../support/state/refused-process.ts', import.meta.url));
const month = monthOf(Date.now());

const storedIn = async (server: RedisServer): Promise<number> =>
  Number((await server.send('HGET', `{test}:count:${month}`, 'acct_a')) ?? 0);

describeWithRedis('a count in Redis', (server) => {
  // Closed before their folder is removed.
  const openNode = nodesOfTest();
  const inFolder = temporaryFolders();
  let proxy: TcpProxy;
  beforeEach(async () => {
    await server().send('FLUSHALL');
    proxy = await startTcpProxy(server().port);
  });
  afterEach(() => proxy.close());
  const options = () => ({
    url: `redis://127.0.0.1:${proxy.port}`,
    refundsPath: inFolder('refunds.jsonl'),
  });
  const one = { requestId: 'one' };
  /** What is sent after it, such as its being taken back, does not arrive before the proxy heals. */
  const untilCounted = async (): Promise<void> => {
    await until('it is counted', async () => (await storedIn(server())) === 1);
    proxy.hold();
  };
  const refunds = (): string => readFileSync(inFolder('refunds.jsonl'), 'utf8');

  it('whose answer is lost is repeated, and counted once', async () => {
    // For all attempts together.
    const { counters } = await openNode({ ...options(), deadlineMs: 20_000 });
    proxy.swallow();
    const adding = counters.add('acct_a', 1, one);
    await untilCounted();
    proxy.cut();
    proxy.heal();
    expect(await adding).to.equal(1);
    expect(await storedIn(server())).to.equal(1);
  });

  it('that is refused is on disk by then, and is taken back when Redis answers', async () => {
    // Long enough for the count to arrive, also on a machine under load.
    const { counters } = await openNode({ ...options(), tries: 1, deadlineMs: 4000 });
    proxy.swallow();
    const refused = rejectionOf(counters.add('acct_a', 1, one));
    await untilCounted();
    expect(await refused).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
    expect(JSON.parse(refunds())).to.include({ requestId: 'one', month, accountId: 'acct_a' });
    expect([await storedIn(server()), counters.pendingRefunds()]).to.deep.equal([1, 1]);
    proxy.heal();
    await until('it is taken back', () => counters.pendingRefunds() === 0);
    await until('the file is empty', () => refunds() === '');
    expect(await storedIn(server())).to.equal(0);
    expect(await rejectionOf(counters.add('acct_a', 1, one))).to.include({ code: 'unavailable' });
  });

  it('that is refused by a node which is then killed is taken back by its next start', async () => {
    const { url, refundsPath } = options();
    const child = spawn(process.execPath, [program, url, refundsPath]);
    const said: string[] = [];
    child.stdout.on('data', (data: Buffer) => said.push(String(data)));
    await until('the node is ready', () => said.join('').includes('ready'));
    proxy.swallow();
    child.stdin.write('go\n');
    await untilCounted();
    await until('the node has refused', () => said.join('').includes('refused'));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(await storedIn(server())).to.equal(1);
    proxy.heal();
    const { counters } = await openNode(options());
    await until('it is taken back', () => counters.pendingRefunds() === 0);
    expect(await storedIn(server())).to.equal(0);
  });

  it('that arrives after it was taken back is not counted', async () => {
    const { counters } = await openNode({ ...options(), tries: 1 });
    proxy.hold();
    const refused = await rejectionOf(counters.add('acct_a', 1, one));
    expect(refused).to.include({ code: 'unavailable' });
    const again = await openNode({ ...options(), url: server().url });
    await until('it is taken back', () => again.counters.pendingRefunds() === 0);
    proxy.heal();
    await until('its line is closed', () => proxy.open() <= 2);
    expect(await storedIn(server())).to.equal(0);
  });

  it('does not wait without end for a server that is frozen', async () => {
    const { counters } = await openNode(options());
    server().freeze();
    try {
      const refusals = Array.from({ length: 20 }, (_, index) =>
        rejectionOf(counters.add('acct_a', 1, { requestId: `frozen-${index}` })),
      );
      for (const refusal of await Promise.all(refusals)) {
        expect(refusal).to.include({ code: 'unavailable' });
      }
    } finally {
      server().thaw();
    }
    await until('all are taken back', () => counters.pendingRefunds() === 0);
    expect(await storedIn(server())).to.equal(0);
  });

  it('is refused while Redis is full, and counted when it has room again', async () => {
    const { counters } = await openNode(options());
    await server().send('CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction');
    const refusal = await rejectionOf(counters.add('acct_a', 1, one));
    await server().send('CONFIG', 'SET', 'maxmemory', '0');
    expect(refusal).to.include({ code: 'unavailable' });
    await until('it is taken back', () => counters.pendingRefunds() === 0);
    expect(await counters.add('acct_a', 1, { requestId: 'two' })).to.equal(1);
  });

  it('is not lost when the server is killed under load and started again', async () => {
    const { counters } = await openNode({ ...options(), url: server().url });
    const told = toldNothing();
    let isOver = false;
    const adding = Array.from({ length: 30 }, () => keepAdding(counters, told, () => isOver));
    for (let kill = 1; kill <= 2; kill += 1) {
      const before = told.acknowledged;
      await until('some are counted', () => told.acknowledged > before + 100);
      await server().kill();
      await server().restart();
    }
    isOver = true;
    await Promise.all(adding);
    await until('all are taken back', () => counters.pendingRefunds() === 0);
    expect(await storedIn(server())).to.equal(told.acknowledged);
  });

  it('is reported where nobody can know whether it is counted: an hour later', async () => {
    const old: Refund = {
      requestId: 'old',
      month,
      accountId: 'acct_a',
      compressions: 2,
      at: Date.now() - 3_700_000,
    };
    writeFileSync(inFolder('refunds.jsonl'), `${JSON.stringify(old)}\n`);
    const { uncertain } = await openNode(options());
    await until('it is reported', () => uncertain.length > 0);
    expect(uncertain).to.deep.equal([old]);
  });
});

describeWithRedis(
  'a count that replicas must have',
  (primary) => {
    // Closed before their folder is removed.
    const openNode = nodesOfTest();
    const inFolder = temporaryFolders();
    let replica: RedisServer;
    let link: TcpProxy;
    before(async () => {
      link = await startTcpProxy(primary().port);
      replica = await startRedis({ flags: ['--replicaof', '127.0.0.1', String(link.port)] });
      await until('the replica follows', async () =>
        String(await replica.send('INFO', 'replication')).includes('link_status:up'),
      );
    });
    after(async () => {
      await replica.close();
      await link.close();
    });
    const open = () =>
      openNode({
        url: primary().url,
        refundsPath: inFolder('refunds.jsonl'),
        replicas: 1,
        tries: 2,
        deadlineMs: 2000,
      });

    it('is not acknowledged while they lack it, also when it is repeated', async () => {
      const { counters } = await open();
      expect(await counters.add('acct_a', 1, { requestId: 'first' })).to.equal(1);
      link.hold();
      const refused = rejectionOf(counters.add('acct_a', 1, { requestId: 'held' }));
      await until('the primary has it', async () => (await storedIn(primary())) === 2);
      expect(await refused).to.include({ code: 'unavailable' });
      link.heal();
      await until('it is taken back', () => counters.pendingRefunds() === 0);
      expect(await storedIn(primary())).to.equal(1);
    });

    it('survives the loss of the primary', async () => {
      const { counters } = await open();
      const before = await storedIn(primary());
      const told = toldNothing();
      let isOver = false;
      const adding = Array.from({ length: 20 }, () => keepAdding(counters, told, () => isOver));
      await until('some are counted', () => told.acknowledged > 200);
      link.hold();
      await setTimeout(400);
      await primary().kill();
      isOver = true;
      await Promise.all(adding);
      await replica.send('REPLICAOF', 'NO', 'ONE');
      expect(told.acknowledged).to.be.greaterThan(200);
      const kept = await storedIn(replica);
      expect(kept).to.be.at.least(before + told.acknowledged);
      expect(kept).to.be.at.most(before + told.acknowledged + told.refused);
    });
  },
  { only: 'redis-server' },
);
