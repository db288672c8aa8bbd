import { expect } from 'chai';
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { hash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Output, OutputLease } from '../../../src/outputs/output.ts';
import {
  type BucketNode,
  type NodeOptions,
  openBucketNode,
  s3Bucket,
} from '../../support/outputs/bucket-outputs.ts';
import { publishImages, writeImageFiles } from '../../support/outputs/image-files.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { smallDisks } from '../../support/small-disks.ts';
import { type BucketProxy, startBucketProxy } from '../../support/storage/bucket-proxy.ts';
import { describeWithRadosgw } from '../../support/storage/radosgw.ts';
import { describeWithRedis } from '../../support/state/redis-server.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { until } from '../../support/until.ts';

const dayMs = 86_400_000;

describeWithRadosgw('nodes on one bucket', (radosgw) => {
  describeWithRedis(
    'and one Redis',
    (server) => {
      const temporary = temporaryFolders();
      let proxy: BucketProxy;
      let nowMs: number;
      let problems: string[];
      let opened: BucketNode[];
      beforeEach(async () => {
        proxy = await startBucketProxy(radosgw().port);
        nowMs = Date.UTC(2026, 0, 10, 12);
        problems = [];
        opened = [];
      });
      afterEach(async () => {
        proxy.heal();
        await Promise.all(opened.map((node) => node.close()));
        await proxy.close();
      });

      const optionsOf = (name: string, more: Partial<NodeOptions>): NodeOptions => ({
        folder: temporary(name),
        cluster: temporary('cluster'),
        onProblem: (message) => problems.push(message),
        ...more,
      });
      const nodeOf = async (
        name: string,
        more: Partial<NodeOptions> = {},
        redisUrl = server().url,
      ): Promise<BucketNode> => {
        const underTest = s3Bucket(radosgw(), { port: proxy.port, deadlineSeconds: 2 });
        const options = optionsOf(name, { now: () => nowMs, ...more });
        const node = await openBucketNode(underTest, redisUrl, options);
        opened.push(node);
        return node;
      };
      const published = async (
        node: BucketNode,
        about: Parameters<typeof writeImageFiles>[1] = {},
      ): Promise<Output> =>
        publishImages(node, await writeImageFiles(temporary(`image-${opened.length}`), about));
      const expectWhole = async (lease: OutputLease | undefined): Promise<void> => {
        const { source, result } = lease!.output;
        const digests = [await lease!.source(), lease!.resultPath].map(async (path) =>
          hash('sha256', await readFile(path)),
        );
        expect(await Promise.all(digests)).to.deep.equal([source.sha256, result.sha256]);
        lease!.release();
      };
      const clusterName = (): string => hash('sha256', temporary('cluster')).slice(0, 16);
      /** Object keys without the prefix of the test. */
      const objects = async (): Promise<string[]> => {
        const Prefix = `${clusterName()}/`;
        const command = new ListObjectsV2Command({ Bucket: radosgw().bucket, Prefix });
        const { Contents = [] } = await radosgw().client.send(command);
        return Contents.map(({ Key = '' }) => Key.slice(Prefix.length)).toSorted();
      };
      const removeObjects = async (prefix: string): Promise<void> => {
        for (const key of (await objects()).filter((each) => each.startsWith(prefix))) {
          const Key = `${clusterName()}/${key}`;
          await radosgw().client.send(new DeleteObjectCommand({ Bucket: radosgw().bucket, Key }));
        }
      };

      it('have each other’s outputs, and results of operations, whole', async () => {
        const [a, b] = [await nodeOf('a'), await nodeOf('b')];
        const output = await published(a, { cacheKey: 'work' });
        const lease = await b.open(output.id);
        expect(lease?.output).to.deep.equal(output);
        await expectWhole(lease);
        expect(await b.findByCacheKey('work', 'bob')).to.equal(output.id);
        expect(await b.isOurResult(output.result.sha256, 'bob')).to.equal(true);
        expect(await b.has(output.id)).to.equal(true);

        const key = 'ab'.repeat(32);
        const files = await writeImageFiles(temporary('operation'), {});
        const draft = a.draftResult(key, 'alice');
        await draft.addResult(files.resultPath);
        await draft.publish(files.description.result, files.made);
        const result = await b.openResult(key, 'bob');
        expect(result?.result).to.deep.equal(files.description.result);
        expect(await readFile(result!.resultPath)).to.deep.equal(files.resultBytes);
        result?.release();
      });

      it('keep the result of an operation that was published first', async () => {
        const [a, b] = [await nodeOf('a'), await nodeOf('b')];
        const key = 'cd'.repeat(32);
        const [one, two] = [
          await writeImageFiles(temporary('one'), {}),
          await writeImageFiles(temporary('two'), {}),
        ];
        const drafts = [a.draftResult(key, 'alice'), b.draftResult(key, 'bob')];
        await drafts[0]!.addResult(one.resultPath);
        await drafts[1]!.addResult(two.resultPath);
        await drafts[0]!.publish(one.description.result, one.made);
        await drafts[1]!.publish(two.description.result, two.made);
        for (const node of [a, b]) {
          const lease = await node.openResult(key, 'carol');
          expect(await readFile(lease!.resultPath)).to.deep.equal(one.resultBytes);
          lease?.release();
        }
      });

      it('find what others have made although their own clocks are days off', async () => {
        const a = await nodeOf('a');
        const { id } = await published(a, { cacheKey: 'work' });
        for (const days of [-3, 3]) {
          const now = () => nowMs + days * dayMs;
          const b = await nodeOf(`off by ${days}`, { now, redisNow: () => nowMs });
          await expectWhole(await b.open(id));
          expect(await b.findByCacheKey('work', 'alice')).to.equal(id);
          const own = await published(b);
          await expectWhole(await a.open(own.id));
        }
      });

      it('do not share between accounts where that is switched off', async () => {
        const more = { shareBetweenAccounts: false };
        const [a, b] = [await nodeOf('a', more), await nodeOf('b', more)];
        const { id, result } = await published(a, { cacheKey: 'work', owner: 'alice' });
        expect(await b.findByCacheKey('work', 'bob')).to.equal(undefined);
        expect(await b.isOurResult(result.sha256, 'bob')).to.equal(false);
        expect(await b.findByCacheKey('work', 'alice')).to.equal(id);
      });

      it('send an output that is used on a later day again under its date', async () => {
        const [a, b] = [await nodeOf('a'), await nodeOf('b')];
        const output = await published(a);
        const { id } = output;
        expect(await objects()).to.deep.equal(
          ['record.json', 'result', 'source'].map((name) => `o/20260110/${id}/${name}`),
        );
        nowMs += dayMs;
        await expectWhole(await b.open(id));
        await until('it is there', async () => (await objects()).length === 6);
        // As the rule of the bucket does.
        await until('the pointer leads there', async () =>
          String(await server().send('GET', `{${clusterName()}}:output:${id}`)).includes(
            '20260111',
          ),
        );
        await removeObjects('o/20260110/');
        const c = await nodeOf('c');
        const lease = await c.open(id);
        expect(lease?.output).to.deep.equal(output);
        await expectWhole(lease);
        nowMs += 1.5 * dayMs;
        const d = await nodeOf('d');
        await expectWhole(await d.open(id));
        expect(problems).to.deep.equal([]);
      });

      it('leave an output whole that they send again under its date at the same time', async () => {
        const nodes = [await nodeOf('a'), await nodeOf('b'), await nodeOf('c')];
        const output = await published(nodes[0]!);
        // All have a copy, so that each sends it at once.
        for (const node of nodes) await expectWhole(await node.open(output.id));
        nowMs += dayMs;
        await Promise.all(nodes.map(async (node) => expectWhole(await node.open(output.id))));
        const pointer = `{${clusterName()}}:output:${output.id}`;
        await until('the pointer leads there', async () =>
          String(await server().send('GET', pointer)).includes('20260111'),
        );
        // They have noted the use when they are closed.
        await Promise.all(opened.splice(0).map((node) => node.close()));
        const puts = nodes
          .flatMap(({ bucket }) => bucket.calls)
          .filter(({ operation }) => operation === 'put');
        // Three objects of the first day, and of more than one node.
        expect(puts).to.have.length.greaterThan(6);
        await removeObjects('o/20260110/');
        const lease = await (await nodeOf('d')).open(output.id);
        expect(lease?.output).to.deep.equal(output);
        await expectWhole(lease);
        expect(problems).to.deep.equal([]);
      });

      it('let an output of another account stand on objects of its own date', async () => {
        const [a, b] = [await nodeOf('a'), await nodeOf('b')];
        const original = await published(a, { owner: 'bob' });
        nowMs += 1.9 * dayMs;
        using lease = await b.open(original.id);
        const draft = b.draft();
        await draft.linkFrom(lease!);
        const copy = await draft.publish({ ...original, owner: 'alice' });
        await removeObjects('o/20260110/');
        const c = await nodeOf('c');
        const found = await c.open(copy.id);
        expect(found?.output).to.deep.equal({ ...copy, owner: 'alice' });
        await expectWhole(found);
      });

      it('fetch a source once, also for an output that shares it', async () => {
        const [a, b] = [await nodeOf('a'), await nodeOf('b')];
        const original = await published(a, { owner: 'bob' });
        using lease = await b.open(original.id);
        await lease!.source();
        proxy.requests.length = 0;
        const draft = b.draft();
        await draft.linkFrom(lease!);
        const copy = await draft.publish({ ...original, owner: 'alice' });
        await expectWhole(await b.open(copy.id));
        // Nor what was made on this node.
        await expectWhole(await a.open(original.id));
        expect(proxy.requests).to.deep.equal([]);
      });

      it('find nothing of an output whose node is killed before its record is there', async () => {
        const a = await nodeOf('a');
        proxy.failBy(({ path }) => (path.endsWith('/record.json') ? 'hang' : undefined));
        const files = await writeImageFiles(temporary('image'), { cacheKey: 'work' });
        const draft = a.draft();
        await Promise.all([draft.addSource(files.sourcePath), draft.addResult(files.resultPath)]);
        const publishing = rejectionOf(draft.publish(files.description));
        await until('the record is sent', async () =>
          proxy.requests.some(({ path }) => path.endsWith('/record.json')),
        );
        const b = await nodeOf('b');
        expect(await b.open(draft.id)).to.equal(undefined);
        expect(await b.findByCacheKey('work', 'alice')).to.equal(undefined);
        expect(await b.isOurResult(files.description.result.sha256, 'alice')).to.equal(false);
        // The node gives up, and has nothing of it either.
        expect(await publishing).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
        expect(await a.open(draft.id)).to.equal(undefined);
        expect(a.stats()).to.deep.include({ entries: 0, bytes: 0 });
      });

      it('have all that was acknowledged, whole, whenever a node is killed', async () => {
        await mkdir(temporary('work'));
        const script = new URL(
          '../../support/outputs/bucket-publishing-process.ts',
          import.meta.url,
        );
        const acknowledged: string[] = [];
        for (let run = 0; run < 3; run += 1) {
          const args = [
            s3Bucket(radosgw()),
            server().url,
            optionsOf('killed', {}),
            temporary('work'),
          ].map((value) => JSON.stringify(value));
          const child = spawn(process.execPath, [script.pathname, ...args], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          const exited = once(child, 'close');
          let count = 0;
          for await (const id of createInterface({ input: child.stdout })) {
            acknowledged.push(id);
            count += 1;
            if (count === 4) setTimeout(() => child.kill('SIGKILL'), Math.random() * 200);
          }
          await exited;
        }
        nowMs = Date.now();
        const other = await nodeOf('other');
        const pointers = (await server().send('KEYS', `{${clusterName()}}:output:*`)) as string[];
        const known = pointers.map((key) => key.replace(/.*:/, ''));
        expect(known).to.include.members(acknowledged);
        for (const id of known) await expectWhole(await other.open(id));
        expect(problems).to.deep.equal([]);
        // The copies on the killed node are whole too, or fetched again.
        const again = await nodeOf('killed');
        for (const id of known) await expectWhole(await again.open(id));
      });

      it('fetch a copy that was damaged on the disk again', async () => {
        const a = await nodeOf('a');
        const { id, result } = await published(a);
        await a.close();
        const again = await nodeOf('a');
        await writeFile(`${temporary('a')}/${id}/result`, Buffer.alloc(result.bytes));
        await expectWhole(await again.open(id));
        expect(problems.join()).to.contain(`The damaged output ${id} is removed`);
      });

      for (const name of ['record.json', 'result', 'source']) {
        it(`do not find an output whose ${name} is damaged in the bucket, and say so`, async () => {
          const [a, b] = [await nodeOf('a'), await nodeOf('b')];
          const output = await published(a, { cacheKey: 'work' });
          const Key = `${clusterName()}/o/20260110/${output.id}/${name}`;
          const Body = Buffer.alloc(300, 'other');
          await radosgw().client.send(
            new PutObjectCommand({ Bucket: radosgw().bucket, Key, Body }),
          );
          if (name === 'source') {
            using lease = await b.open(output.id);
            const error = await rejectionOf(lease!.source());
            expect(error).to.have.property('code', 'not_found');
          } else expect(await b.open(output.id)).to.equal(undefined);
          expect(problems.join()).to.contain(`the output ${output.id}, is not what was stored`);
          // Equal work is done again, and the node that has it whole goes on.
          expect(await b.findByCacheKey('work', 'alice')).to.equal(undefined);
          await expectWhole(await a.open(output.id));
        });
      }

      it('go on with their own copies while Redis and the bucket are away', async () => {
        const redis = await startTcpProxy(server().port);
        const a = await nodeOf('a', {}, `redis://127.0.0.1:${redis.port}`);
        const { id } = await published(a, { cacheKey: 'work' });
        proxy.failBy(() => 'slowDown');
        redis.swallow();
        redis.cut();
        nowMs += 120_000;
        await expectWhole(await a.open(id));
        expect(await a.findByCacheKey('work', 'alice')).to.equal(undefined);
        expect(await rejectionOf(a.open('ab'.repeat(20)))).to.have.property('code', 'unavailable');
        await a.close();
        expect(problems.join()).to.contain(`The use of the output ${id} is not noted`);
        await redis.close();
      });

      // A describe of its own, so that its hook unmounts the disk before the folder around it is removed.
      describe('with a small disk', () => {
        const mount = smallDisks();
        beforeEach(function () {
          mount(this, temporary('disk'), '128k');
        });

        it('serve what it has no room for, and keep it again when there is room', async () => {
          const [a, full] = [
            await nodeOf('a'),
            await nodeOf('full', {
              folder: temporary('disk/node'),
              spareFolder: temporary('spare'),
            }),
          ];
          const output = await published(a, { sourceSize: 3000, resultSize: 50_000 });
          await writeFile(temporary('disk/filler'), Buffer.alloc(100_000));
          await expectWhole(await full.open(output.id));
          const own = await published(full, { resultSize: 60_000 });
          await expectWhole(await full.open(own.id));
          await expectWhole(await a.open(own.id));
          const key = 'ef'.repeat(32);
          const files = await writeImageFiles(temporary('operation'), { resultSize: 60_000 });
          const draft = full.draftResult(key, 'alice');
          await draft.addResult(files.resultPath);
          await draft.publish(files.description.result, files.made);
          const result = await full.openResult(key, 'alice');
          expect(await readFile(result!.resultPath)).to.deep.equal(files.resultBytes);
          result?.release();
          expect(problems.join()).to.contain(`The output ${own.id} is in the bucket, but not on`);
          await writeFile(temporary('disk/filler'), Buffer.alloc(0));
          const later = await published(full, { resultSize: 60_000 });
          await expectWhole(await full.open(later.id));
          expect(full.stats().bytes).to.be.greaterThan(60_000);
        });

        it('serve everything while the disk is away', async () => {
          const folder = temporary('disk/node');
          const node = await nodeOf('node', { folder, spareFolder: temporary('spare') });
          const before = await published(node, { resultSize: 20_000 });
          await rename(folder, `${folder}-away`);
          await expectWhole(await node.open(before.id));
          await expectWhole(await node.open((await published(node)).id));
          await rename(`${folder}-away`, folder);
          await expectWhole(await node.open(before.id));
        });
      });
    },
    { only: 'redis-server' },
  );
});
