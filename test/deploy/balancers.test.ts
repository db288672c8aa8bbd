import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import {
  haproxyEnvironment,
  nginxArgs,
  type StartBalancer,
  startHaproxy,
  startNginx,
} from '../support/deploy/balancers.ts';
import { operatorsPair } from '../support/http/certificates.ts';
import { deployFile, requireProgram, runProgram } from '../support/deploy/programs.ts';
import { type Answer, answerTo, type Client, createClient, jsonOf } from '../support/e2e/client.ts';
import { type Cluster, startCluster } from '../support/e2e/cluster.ts';
import { newJpeg, photo } from '../support/e2e/pictures.ts';
import type { RunningService } from '../support/service/service.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

// More than nginx accepts by default.
const uploadBytes = 1_500_000;
const clients = 8;

const balancers: readonly (readonly [program: string, start: StartBalancer])[] = [
  ['haproxy', startHaproxy],
  ['nginx', startNginx],
];

describe('the configurations of load balancers', () => {
  const nodes = [1, 2, 3].map((index) => [index, index + 3] as const);
  const inFolder = temporaryFolders();

  it('are valid for haproxy, without a warning', async function () {
    requireProgram(this, 'haproxy');
    const environment = await haproxyEnvironment({
      folder: inFolder(),
      port: 4,
      pair: await operatorsPair({ commonName: 'localhost' }),
      nodes,
    });
    const args = ['-c', '-f', deployFile('haproxy/haproxy.cfg')];
    expect(await runProgram('haproxy', args, environment)).to.not.match(/WARNING|ALERT/);
  });

  it('are valid for nginx, without a warning', async function () {
    requireProgram(this, 'nginx');
    const args = await nginxArgs({
      folder: inFolder(),
      port: 4,
      pair: await operatorsPair({ commonName: 'localhost' }),
      nodes,
    });
    expect(await runProgram('nginx', ['-t', ...args])).to.not.match(/\[(warn|error|emerg)\]/);
  });
});

for (const [program, startBalancer] of balancers) {
  describeWithRedis(
    `three nodes behind the ${program} of deploy/`,
    (server) => {
      let cluster: Cluster;
      let client: Client;
      before(async function () {
        requireProgram(this, program);
        cluster = await startCluster({
          size: 3,
          redisUrl: server().url,
          startBalancer,
          config: {
            shutdown: { drainSeconds: 2 },
            limits: { uploadBytes },
          },
        });
        client = createClient(cluster.address);
      });
      after(() => {
        client?.close();
        return cluster?.close();
      });

      /** The answer of the node that has the output: outputs are kept by node here. */
      const answerWithOutput = (request: Parameters<Client['send']>[0]): Promise<Answer> =>
        until('the balancer chooses the node with the output', async () => {
          const answer = await client.send(request);
          return answer.status !== 404 && answer;
        });

      it('passes uploads, operations and ranges of downloads on', async () => {
        const upload = await client.upload(photo);
        expect(upload.status).to.equal(201);
        expect(upload.headers.location).to.match(
          new RegExp(`^${cluster.address.url}/output/[a-z0-9]+$`),
        );
        const path = upload.headers.location!;
        const body = JSON.stringify({ convert: { type: 'image/png' } });
        const headers = { 'content-type': 'application/json', 'content-length': `${body.length}` };
        for (const method of ['POST', 'GET']) {
          const made = await answerWithOutput({ method, path, body, headers });
          expect([made.status, made.headers['content-type']]).to.deep.equal([200, 'image/png']);
        }
        const part = await answerWithOutput({ path, headers: { range: 'bytes=0-1' } });
        expect(part.status).to.equal(206);
        expect(part.body.toString('hex')).to.equal('ffd8');
      });

      it('speaks HTTP/2', async () => {
        const ca = readFileSync(cluster.address.certificate);
        const session = connectHttp2(cluster.address.url, { ca });
        const basic = Buffer.from(`api:${cluster.address.key}`).toString('base64');
        const stream = session.request({
          ':method': 'POST',
          ':path': '/shrink',
          authorization: `Basic ${basic}`,
        });
        stream.end(newJpeg());
        const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
        expect(headers[':status']).to.equal(201);
        await buffer(stream);
        session.close();
      });

      it('passes the refusal of an upload that is too large', async () => {
        const answer = await client.upload(Buffer.alloc(uploadBytes + 1, photo));
        expect(answer.status).to.equal(413);
        expect(jsonOf(answer)['error']).to.equal('Request entity too large');
      });

      it('passes the address of the client on, and no forged one', async () => {
        const agent = new Agent({ keepAlive: true });
        const askFrom = async (localAddress: string): Promise<number> => {
          const request = httpsRequest(
            new URL('/keys/NoSuchKeyOfAnybody0123456789ABCD', cluster.address.url),
            {
              ca: readFileSync(cluster.address.certificate),
              localAddress,
              agent,
              headers: { 'x-forwarded-for': `192.0.2.${Math.floor(Math.random() * 255)}` },
            },
          );
          return (await answerTo(request.end())).status;
        };
        // 120 requests of an address a minute on each of three nodes.
        const statuses: number[] = [];
        while (!statuses.includes(429) && statuses.length <= 3 * 120) {
          statuses.push(await askFrom('127.0.0.21'));
        }
        expect(statuses).to.include(404);
        expect(statuses).to.include(429);
        expect(await askFrom('127.0.0.22')).to.equal(404);
        agent.destroy();
      });

      it('passes bodies on as they arrive, to the node with the fewest requests', async () => {
        const jobs = (): Promise<readonly number[]> =>
          Promise.all(cluster.nodes().map((node) => valueOf(node, 'shrinkd_jobs')));
        const isBusy = (): Promise<boolean> =>
          until('each node has a job', async () => (await jobs()).every((count) => count === 1));
        const begun: ClientRequest[] = [];
        const begin = async (count: number): Promise<void> => {
          const headers = { 'content-length': `${photo.length}` };
          const request = client.open({ method: 'POST', path: '/shrink', headers });
          request.write(photo.subarray(0, 50_000));
          begun.push(request);
          await until('the body arrives', async () => sumOf(await jobs()) === count);
        };
        const end = async (): Promise<void> => {
          const answer = answerTo(begun.pop()!.end(photo.subarray(50_000)));
          expect((await answer).status).to.equal(201);
        };
        for (const count of [1, 2, 3]) await begin(count);
        await isBusy();
        await end();
        await begin(3);
        await isBusy();
        while (begun.length > 0) await end();
      });

      it('drains a node without a failed request, and uses it again', async () => {
        const statuses: number[] = [];
        let isOver = false;
        const keepUploading = async (): Promise<void> => {
          while (!isOver) {
            // nginx ends idle connections of clients when it is told to read its configuration again.
            const headers = program === 'nginx' ? { connection: 'close' } : {};
            const { status } = await client.send({
              ...{ method: 'POST', path: '/shrink', body: newJpeg(), headers },
            });
            statuses.push(status);
          }
        };
        const load = Promise.all(Array.from({ length: clients }, keepUploading));
        for (const node of cluster.nodes()) {
          await until('each node works', () => hasUploads(node));
        }
        await cluster.balancer.takeOut(0);
        expect((await cluster.nodes()[0]!.stop()).code).to.equal(0);
        const before = statuses.length;
        await until('the others work', () => statuses.length > before + clients);
        await cluster.restart(0);
        await cluster.balancer.putBack(0);
        await until('the new node works', () => hasUploads(cluster.nodes()[0]!));
        isOver = true;
        await load;
        expect(new Set(statuses)).to.deep.equal(new Set([201]));
      });

      it('has no key in its log', async () => {
        await client.send({ path: `/keys/${cluster.address.key}` });
        const log = await until('the line of the request', async () => {
          const text = await cluster.balancer.log();
          return text.includes(' /keys ') && text;
        });
        expect(log).to.not.contain(cluster.address.key);
      });

      it('answers in JSON, with Retry-After, while no node is ready', async () => {
        await Promise.all(cluster.nodes().map((node) => node.kill()));
        const answer = await until('an answer without nodes', async () => {
          const got = await client.send({ path: '/output/x' });
          return got.status === 503 && got;
        });
        expect(answer.headers['retry-after']).to.equal('5');
        expect(jsonOf(answer)['error']).to.equal('Service unavailable');
      });
    },
    { only: 'redis-server' },
  );
}

const metricsOf = async ({ internalUrl }: RunningService): Promise<string> =>
  (await fetch(`${internalUrl}/metrics`)).text();

const valueOf = async (node: RunningService, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec(await metricsOf(node))?.[1]);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Whether a node has answered an upload since its start. */
const hasUploads = async (node: RunningService): Promise<boolean> =>
  /^shrinkd_http_request_duration_seconds_count\{route="\/shrink"/m.test(await metricsOf(node));
