import { expect } from 'chai';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../support/e2e/client.ts';
import { stateConfig } from '../../support/e2e/cluster.ts';
import {
  makeServiceFolder,
  removeFolder,
  type RunningService,
  startService,
} from '../../support/service/service.ts';
import { describeWithRedis } from '../../support/state/redis-server.ts';
import { until } from '../../support/until.ts';
import { createVisitor, type Visitor } from '../../support/web/visitor.ts';

const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
const wrong = { email: owner.email, password: 'a wrong password' };

describeWithRedis('pages of two nodes on one Redis', (server) => {
  let folder = '';
  const nodes: RunningService[] = [];
  const closing: (() => void)[] = [];

  before(async () => {
    folder = await makeServiceFolder();
    const config = {
      ...stateConfig(server().url, join(folder, 'secret.key')),
      quality: { mode: 'fixed' },
    };
    for (const name of ['one', 'other']) {
      await mkdir(join(folder, name, 'work'), { recursive: true });
      nodes.push(await startService(join(folder, name), { config }));
    }
  });
  afterEach(() => closing.splice(0).forEach((close) => close()));
  after(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.kill()));
    await removeFolder(folder);
  });

  const visitorOf = (node: RunningService): Visitor => {
    const client = createClient(node);
    closing.push(client.close);
    return createVisitor((path, request) => client.send({ path, ...request }));
  };
  const tokenOf = ({ setUpUrl }: RunningService): string =>
    new URL(setUpUrl!).searchParams.get('token')!;

  it('are set up once, by the address of any node on any node', async () => {
    const [one, other] = nodes.map(visitorOf);
    const token = tokenOf(nodes[0]!);
    const form = { ...owner, token };
    const [made, again] = await Promise.all([
      other!.visit('/setup', { form }),
      one!.visit('/setup', { form: { ...form, email: 'eve@example.org' } }),
    ]);
    const [first, second] = [made.status, again.status].toSorted();
    expect(first).to.equal(201);
    expect(second).to.be.oneOf([403, 404]);
    await until('both nodes have the administrator', async () =>
      (
        await Promise.all([one!, other!].map((visitor) => visitor.visit(`/setup?token=${token}`)))
      ).every(({ status }) => status === 303),
    );
  });

  it('limit wrong passwords of an address together', async () => {
    const [one, other] = nodes.map(visitorOf);
    for (let tries = 0; tries < 10; tries += 1) {
      const visitor = [one!, other!][tries % 2]!;
      expect((await visitor.visit('/signin', { form: wrong })).status).to.equal(403);
    }
    for (const visitor of [one!, other!]) {
      const { status, headers } = await visitor.visit('/signin', { form: wrong });
      expect(status).to.equal(429);
      expect(Number(headers['retry-after'])).to.be.within(800, 900);
    }
  });
});
