import { expect } from 'chai';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { type BucketCluster, startBucketCluster } from '../support/e2e/bucket-cluster.ts';
import { type Answer, answerTo, type Client, createClient, jsonOf } from '../support/e2e/client.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import { type BucketProxy, startBucketProxy } from '../support/storage/bucket-proxy.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';

const sha256 = ({ body }: Answer): string => hash('sha256', body);
const pathOf = ({ headers }: Answer): string => new URL(String(headers.location)).pathname;

describeWithRadosgw('two services on one bucket', (radosgw) => {
  describeWithRedis(
    'and one Redis',
    (server) => {
      let proxy: BucketProxy;
      let cluster: BucketCluster;
      let [a, b]: Client[] = [];
      before(async () => {
        proxy = await startBucketProxy(radosgw().port);
        cluster = await startBucketCluster(2, {
          redisUrl: server().url,
          radosgw: radosgw(),
          bucketPort: proxy.port,
          outputs: { publicDownload: true },
        });
        [a, b] = cluster.nodes.map(createClient);
      });
      afterEach(() => proxy.heal());
      after(async () => {
        a?.close();
        b?.close();
        await cluster?.close();
        await proxy?.close();
      });

      const uploaded = async (client: Client, picture = newPhoto()): Promise<string> => {
        const answer = await client.upload(picture);
        expect(answer.status, answer.body.toString()).to.equal(201);
        return pathOf(answer);
      };
      const resize = { resize: { method: 'fit', width: 100, height: 100 } };
      const operate = (client: Client, path: string, operation: object): Promise<Answer> =>
        client.send({
          ...{ method: 'POST', path, body: JSON.stringify(operation) },
          headers: { 'Content-Type': 'application/json' },
        });
      /** The requests that the bucket gets meanwhile, as `PUT result`. */
      const requestsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
        proxy.requests.length = 0;
        await work();
        return proxy.requests
          .map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)
          .toSorted();
      };
      const metric = async (index: number, line: string): Promise<number> => {
        const { internalUrl } = cluster.nodes[index]!;
        const text = await (await fetch(new URL('/metrics', internalUrl))).text();
        return Number(
          text
            .split('\n')
            .find((each) => each.startsWith(line))
            ?.split(' ')[1] ?? 0,
        );
      };

      it('say nothing of outputs that other nodes do not have', () => {
        const said = cluster.nodes.flatMap((node) => node.log().map(({ msg }) => String(msg)));
        expect(said.filter((text) => text.includes('outputs'))).to.deep.equal([]);
      });

      it('send an output with the same bytes from both, over HTTP/1.1 and HTTP/2', async () => {
        const path = await uploaded(a!);
        const [made, other] = [await a!.send({ path }), await b!.send({ path })];
        expect(made.status).to.equal(200);
        expect(other.status).to.equal(200);
        expect(sha256(other)).to.equal(sha256(made));
        expect(other.headers).to.deep.include({
          'content-type': 'image/jpeg',
          etag: made.headers.etag,
        });

        const [, node] = cluster.nodes;
        const session = connect(node!.url, { ca: readFileSync(node!.certificate) });
        const authorization = `Basic ${Buffer.from(`api:${node!.key}`).toString('base64')}`;
        const stream = session.request({ ':path': path, authorization });
        const [[headers], body] = await Promise.all([once(stream, 'response'), buffer(stream)]);
        session.destroy();
        expect(headers).to.include({ ':status': 200 });
        expect(body.equals(made.body)).to.equal(true);
      });

      it('answer HEAD, ranges and conditions for an output of the other', async () => {
        const path = await uploaded(a!);
        const { body, headers } = await a!.send({ path });
        const head = await b!.send({ method: 'HEAD', path });
        expect([head.status, head.headers['content-length']]).to.deep.equal([
          200,
          String(body.length),
        ]);
        const part = await b!.send({ path, headers: { Range: 'bytes=10-29' } });
        expect(part.status).to.equal(206);
        expect(part.body.equals(body.subarray(10, 30))).to.equal(true);
        const same = await b!.send({ path, headers: { 'If-None-Match': String(headers.etag) } });
        expect(same.status).to.equal(304);
      });

      it('let anyone download an output of the other where downloads are public', async () => {
        const path = await uploaded(a!);
        const [, node] = cluster.nodes;
        const answer = await answerTo(
          request(new URL(path, node!.url), { ca: readFileSync(node!.certificate) }).end(),
        );
        expect(answer.status).to.equal(200);
        expect(sha256(answer)).to.equal(sha256(await a!.send({ path })));
      });

      it('work on an output of the other, and find the result on both', async () => {
        const path = await uploaded(a!);
        const made = await operate(b!, path, resize);
        expect(made.status, made.body.toString()).to.equal(200);
        const found = await requestsOf(async () => {
          const again = await operate(a!, path, resize);
          expect(sha256(again)).to.equal(sha256(made));
          expect(again.headers.link).to.equal(made.headers.link);
        });
        expect(found).to.deep.equal(['GET record.json', 'GET result']);
        const [, receipt = ''] = /<([^>]+)>/.exec(String(made.headers.link)) ?? [];
        const receipts = await Promise.all(
          [a!, b!].map((client) =>
            client.send({ path: new URL(receipt, cluster.nodes[0]!.url).pathname }),
          ),
        );
        expect(receipts.map(({ status }) => status)).to.deep.equal([200, 200]);
        expect(jsonOf(receipts[0]!)).to.deep.equal(jsonOf(receipts[1]!));
      });

      it('do equal work once, whichever gets it', async () => {
        const picture = newPhoto();
        const path = await uploaded(a!, picture);
        const hit = 'shrinkd_cache_lookups_total{result="hit"}';
        const before = await metric(1, hit);
        const same = await uploaded(b!, picture);
        expect(same).to.equal(path);
        expect(await metric(1, hit)).to.equal(before + 1);
      });

      it('know what was compressed by the other', async () => {
        const path = await uploaded(a!);
        const { body } = await a!.send({ path });
        const again = await b!.upload(body);
        const { input, output } = jsonOf(again) as Record<string, { size: number }>;
        expect(output!.size).to.equal(input!.size);
      });

      it('send few requests to the bucket', async () => {
        let path = '';
        const upload = await requestsOf(async () => {
          path = await uploaded(a!);
        });
        expect(upload).to.deep.equal(['PUT record.json', 'PUT result', 'PUT source']);
        expect(await requestsOf(() => a!.send({ path }))).to.deep.equal([]);
        expect(await requestsOf(() => a!.send({ path, method: 'HEAD' }))).to.deep.equal([]);
        const miss = ['GET record.json', 'GET result'];
        expect(await requestsOf(() => b!.send({ path }))).to.deep.equal(miss);
        expect(await requestsOf(() => b!.send({ path }))).to.deep.equal([]);
        const operation = await requestsOf(() => operate(b!, path, resize));
        expect(operation).to.deep.equal(['GET source', 'PUT record.json', 'PUT result']);
        expect(await requestsOf(() => operate(b!, path, resize))).to.deep.equal([]);
      });

      it('fetch an output once for all who want it at the same time', async () => {
        const path = await uploaded(a!);
        const answers: Answer[] = [];
        const requests = await requestsOf(async () => {
          answers.push(...(await Promise.all(Array.from({ length: 8 }, () => b!.send({ path })))));
        });
        expect(new Set(answers.map(sha256)).size).to.equal(1);
        expect(requests).to.deep.equal(['GET record.json', 'GET result']);
      });

      it('send the right bytes although the bucket is slow, busy, cuts or changes what it sends', async function () {
        this.timeout(120_000);
        const faults = [{ delayMs: 2000 }, 'slowDown', 'cut', 'wrongBytes'] as const;
        for (const fault of faults) {
          const path = await uploaded(a!);
          const { body } = await a!.send({ path });
          const failedOnce = new Set<string>();
          proxy.failBy(({ path: object }) => {
            if (typeof fault === 'object') return fault;
            if (failedOnce.has(object)) return undefined;
            failedOnce.add(object);
            return fault;
          });
          const answer = await b!.send({ path });
          expect(answer.status, JSON.stringify(fault)).to.equal(200);
          expect(answer.body.equals(body), JSON.stringify(fault)).to.equal(true);
          failedOnce.clear();
          // Bytes on their way to the bucket are signed, so it refuses changed ones itself.
          await uploaded(b!);
          proxy.heal();
        }
      });

      it('refuse with 503 and Retry-After while the bucket is away, count nothing, and work again after it', async function () {
        this.timeout(120_000);
        const path = await uploaded(a!);
        const before = await a!.count();
        for (const fault of ['slowDown', 'cut', 'hang'] as const) {
          proxy.failBy(() => fault);
          const answers = await Promise.all([
            b!.send({ path }),
            b!.upload(newPhoto()),
            operate(b!, path, resize),
          ]);
          for (const { status, headers, body } of answers) {
            expect([status, headers['retry-after']], `${fault}: ${body.toString()}`).to.deep.equal([
              503,
              '5',
            ]);
          }
        }
        // Its bytes are wrong in each attempt, as of an object that is damaged.
        proxy.failBy(() => 'wrongBytes');
        expect((await b!.send({ path })).status).to.equal(404);
        expect((await a!.send({ path })).status).to.equal(200);
        proxy.heal();
        expect(await a!.count()).to.equal(before);
        expect(sha256(await b!.send({ path }))).to.equal(sha256(await a!.send({ path })));
        await uploaded(b!);
      });

      it('answer 404 for an object that is gone, forget it, and do the work again', async () => {
        const picture = newPhoto();
        const path = await uploaded(a!, picture);
        const record = proxy.requests.findLast(({ path: object }) =>
          object.endsWith('/record.json'),
        )!;
        const Key = record.path.split('/').slice(2).join('/').replace('record.json', 'result');
        await radosgw().client.send(new DeleteObjectCommand({ Bucket: radosgw().bucket, Key }));
        expect((await b!.send({ path })).status).to.equal(404);
        const id = path.split('/').at(-1)!;
        expect(await server().send('EXISTS', `{shrinkd}:output:${id}`)).to.equal(0);
        expect(await requestsOf(() => b!.send({ path }))).to.deep.equal([]);
        const again = await uploaded(b!, picture);
        expect(again).not.to.equal(path);
        expect((await a!.send({ path: again })).status).to.equal(200);
      });
    },
    { only: 'redis-server' },
  );
});
