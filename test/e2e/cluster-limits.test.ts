import { expect } from 'chai';
import { requireProgram } from '../support/deploy/programs.ts';
import { type Answer, type Client, createClient } from '../support/e2e/client.ts';
import { type Cluster, startCluster } from '../support/e2e/cluster.ts';
import { type Node, nodeAt } from '../support/e2e/cluster-node.ts';
import { runShrinkd } from '../support/service/service.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { until } from '../support/until.ts';

const perMinute = 60;
const size = 3;

describeWithRedis(
  'three nodes, for an account with a limit of 60 requests a minute,',
  (server) => {
    let cluster: Cluster;
    let client: Client;
    before(async function () {
      requireProgram(this, 'haproxy');
      // A node lets its own share through where Redis answers later, as it may on a machine under load.
      cluster = await startCluster({ size, redisUrl: server().url, redis: { deadlineSeconds: 5 } });
      client = createClient(cluster.address);
    });
    after(async () => {
      client?.close();
      await cluster?.close();
    });
    const nodes = (): readonly Node[] =>
      cluster.nodes().map((node) => nodeAt(node, cluster.address.url));
    const added = async (name: string, ...flags: string[]): Promise<string> => {
      const { folder } = cluster.nodes()[0]!;
      const { code, stdout, stderr } = await runShrinkd(folder, [
        ...['account', 'add', '--name', name, '--email', `${name}@example.org`],
        ...[...flags, '--config', `${folder}/config.json`],
      ]);
      expect(code, stderr).to.equal(0);
      return /^ {2}(\w{32})$/m.exec(stdout)?.[1] ?? expect.fail(stdout);
    };
    /** The key of a new account with the limit, of which it has used nothing, known to all nodes. */
    const newKey = async (name: string): Promise<string> => {
      const key = await added(name, '--requests-per-minute', String(perMinute));
      // Nodes know accounts from one document, so who knows the later one knows the other.
      const later = await added(`${name}-later`);
      await until('all nodes know the account', () => allAnswer(400, later));
      return key;
    };
    /** Whether all nodes answer an empty upload with this status. */
    const allAnswer = async (expected: number, key?: string): Promise<boolean> => {
      const answers = nodes().map((node) => node.upload(Buffer.alloc(0), key));
      return (await Promise.all(answers)).every(({ status }) => status === expected);
    };
    /** An empty upload, by which clients check a key: 400 where it is let through. */
    const check = (key: string) => () => client.send({ method: 'POST', path: '/shrink', key });
    /** 404 where it is let through. */
    const download = (node: Node, key: string): Promise<Answer> => node.download('/output/no', key);

    it('let 60 through behind haproxy, and not 180', async () => {
      const key = await newKey('shared');
      const answers = await sideBySide(Array.from({ length: 180 }), 18, check(key));
      expect(numbersOf(answers)).to.deep.equal({ 400: perMinute, 429: 180 - perMinute });
      for (const { status, headers } of answers) {
        if (status === 429) expect(Number(headers['retry-after'])).to.be.within(1, 60);
      }
      for (const { internalUrl } of cluster.nodes()) {
        const metrics = await (await fetch(new URL('/metrics', internalUrl))).text();
        expect(metrics).to.match(
          /^shrinkd_http_request_\w+_count\{route="\/shrink",.*status="429"/m,
        );
      }
    });

    for (const [how, leave, comeBack] of [
      ['is dead', () => server().kill(), () => server().restart()],
      ['hangs', () => server().freeze(), () => server().thaw()],
    ] as const) {
      it(`let a third of it through each while Redis ${how}, and 60 together when it is back`, async () => {
        const key = await newKey(how.replace(' ', ''));
        const known = await Promise.all(nodes().map((node) => download(node, key)));
        expect(numbersOf(known)).to.deep.equal({ 404: size });
        for (const node of nodes()) {
          const isKnown = async () => (await node.metric('shrinkd_nodes')) === size;
          await until('it knows of the others', isKnown);
        }
        await leave();
        const numbers = await Promise.all(
          nodes().map(async (node) =>
            numbersOf(await sideBySide(Array.from({ length: 30 }), 10, () => download(node, key))),
          ),
        );
        await comeBack();
        const share = perMinute / size;
        expect(numbers).to.deep.equal(nodes().map(() => ({ 404: share, 429: 30 - share })));

        await until('all nodes use Redis', () => allAnswer(400));
        const other = await newKey(`after${how.replace(' ', '')}`);
        const asked = Array.from({ length: 90 }, (_, index) => index % size);
        const answers = await sideBySide(asked, 9, (index) =>
          nodes()[index]!.upload(Buffer.alloc(0), other),
        );
        expect(numbersOf(answers)).to.deep.equal({ 400: perMinute, 429: 90 - perMinute });
      });
    }
  },
  { only: 'redis-server' },
);

/** How many answers have each status. */
const numbersOf = (answers: readonly Answer[]): Readonly<Record<number, number>> => {
  const numbers: Record<number, number> = {};
  for (const { status } of answers) numbers[status] = (numbers[status] ?? 0) + 1;
  return numbers;
};
