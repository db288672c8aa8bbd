import { expect } from 'chai';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ComposeFile,
  type ComposeProcesses,
  readCompose,
  startComposeProcesses,
  startOrder,
} from '../support/deploy/compose-processes.ts';
import { deployFile, requireProgram, root } from '../support/deploy/programs.ts';
import { type Client, createClient } from '../support/e2e/client.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import { apiKey } from '../support/service/service.ts';

describe('compose.cluster.yaml', () => {
  let compose: ComposeFile;
  before(async () => {
    compose = await readCompose(deployFile('compose.cluster.yaml'));
  });

  it('mounts volumes and files that there are', () => {
    for (const [name, { volumes = [] }] of Object.entries(compose.services)) {
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (from === '.') continue;
        expect(Object.keys(compose.volumes), name).to.include(from);
      }
    }
    const named = Object.values(compose.services)
      .flatMap(({ entrypoint = [], command = [], environment = {} }) =>
        entrypoint.concat(command, Object.values(environment)),
      )
      .filter((text) => text.startsWith('/opt/shrinkd/deploy/'));
    expect(named).to.have.length.greaterThan(4);
    for (const path of named) {
      expect(existsSync(join(root, path.slice('/opt/shrinkd/'.length))), path).to.equal(true);
    }
  });

  it('starts Redis and storage before nodes, and one node before the others', () => {
    const order = startOrder(compose);
    const isBefore = (one: string, other: string): boolean =>
      order.indexOf(one) < order.indexOf(other);
    for (const [one, other] of [
      ...[
        ['secrets', 'redis'],
        ['secrets', 's3'],
        ['s3', 'bucket'],
        ['bucket', 'node1'],
      ],
      ...[
        ['redis', 'node1'],
        ['node1', 'node2'],
        ['node1', 'node3'],
        ['node1', 'haproxy'],
      ],
    ]) {
      expect(isBefore(one!, other!), `${one} before ${other}`).to.equal(true);
    }
  });

  it('gives no service privileges, nor a way to write but to its volumes', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service, name).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
    }
  });

  describe('with its services as processes', () => {
    let cluster: ComposeProcesses;
    let client: Client;
    let folder = '';
    before(async function () {
      this.timeout(300_000);
      for (const name of ['haproxy', 'redis-server', 'radosgw']) requireProgram(this, name);
      cluster = await startComposeProcesses(apiKey);
      folder = await mkdtemp(join(tmpdir(), 'shrinkd-compose-'));
      const certificate = join(folder, 'cert.pem');
      await writeFile(certificate, await cluster.secret('cert.pem'));
      client = createClient({ url: cluster.url, certificate, key: apiKey });
    });
    after(async () => {
      client?.close();
      await cluster?.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('compresses, and answers with the same bytes from each node', async () => {
      const upload = await client.upload(newPhoto());
      expect(upload.status).to.equal(201);
      const { pathname } = new URL(upload.headers.location!);
      const through = await client.send({ path: pathname });
      expect(through.status).to.equal(200);
      const direct = await Promise.all(
        cluster.nodes.map(async ({ url }) => {
          const answer = await fetch(new URL(pathname, url), {
            headers: {
              'X-Forwarded-Proto': 'https',
              Authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`,
            },
          });
          return hash('sha256', new Uint8Array(await answer.arrayBuffer()));
        }),
      );
      expect(direct).to.deep.equal(Array(3).fill(hash('sha256', through.body)));
    });

    it('goes on when a node ends', async () => {
      await cluster.nodes[0]!.kill();
      for (let index = 0; index < 3; index += 1) {
        expect((await client.upload(newPhoto())).status).to.equal(201);
      }
    });

    it('keeps its secrets and its bucket at further starts', async () => {
      const before = await cluster.secret('secret.key');
      expect(before).to.have.length(32);
      await cluster.runAgain('secrets');
      await cluster.runAgain('bucket');
      expect(await cluster.secret('secret.key')).to.deep.equal(before);
      const { accessKeyId } = JSON.parse(String(await cluster.secret('s3.json'))) as {
        accessKeyId: string;
      };
      expect(accessKeyId).to.have.length.greaterThan(20);
      expect(await readFile(deployFile('compose/cluster.json'), 'utf8')).to.not.contain(
        accessKeyId,
      );
    });
  });
});
