import { hash } from 'node:crypto';
import { expect } from 'chai';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiedOutputs } from '../../src/outputs/bucket/copying.ts';
import { createOutputs } from '../../src/outputs/outputs.ts';
import type { Output, Outputs } from '../../src/outputs/output.ts';
import { makeData } from '../support/data/made-data.ts';
import { bucketConfig } from '../support/e2e/bucket-cluster.ts';
import { publishImages, writeImageFiles } from '../support/outputs/image-files.ts';
import { runShrinkd } from '../support/service/service.ts';
import { type BucketProxy, startBucketProxy } from '../support/storage/bucket-proxy.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describeWithRadosgw('shrinkd state copy with a bucket', (radosgw) => {
  describeWithRedis(
    'and Redis',
    (server) => {
      const inFolder = temporaryFolders();
      let proxy: BucketProxy;
      let kept: Output[];
      beforeEach(async () => {
        proxy = await startBucketProxy(radosgw().port);
        await server().send('FLUSHALL');
        await makeData(inFolder('one'), { hasOutput: false });
        const config = await bucketConfig(inFolder('one'), {
          redisUrl: server().url,
          radosgw: radosgw(),
          bucketPort: proxy.port,
          bucket: { deadlineSeconds: 15 },
        });
        const secretFile = inFolder('one/data/secret.key');
        const { state } = config as { state: object };
        const whole = { ...config, state: { ...state, secretFile } };
        writeFileSync(inFolder('config.json'), JSON.stringify(whole));
        const outputs = await outputsIn('one/data');
        kept = [];
        for (let index = 0; index < 12; index += 1) {
          const files = await writeImageFiles(inFolder(`image-${index}`), {
            owner: 'alice',
            cacheKey: `work-${index}`,
          });
          kept.push(await publishImages(outputs, files));
        }
        const draft = outputs.draftResult('ab'.repeat(32), 'alice');
        const operation = await writeImageFiles(inFolder('operation'), {});
        await draft.addResult(operation.resultPath);
        await draft.publish(operation.description.result, operation.made);
        await outputs.close();
      });
      afterEach(() => proxy.close());

      const outputsIn = (data: string): Promise<Outputs> =>
        createOutputs({
          folder: inFolder(`${data}/outputs`),
          maxBytes: 1e9,
          onProblem: (problem) => expect.fail(problem),
        });
      const run = (to: string, data: string, ...flags: string[]) =>
        runShrinkd(inFolder(), [
          ...['state', 'copy', '--to', to, '--config', inFolder('config.json')],
          ...['--data', inFolder(data), '--json', ...flags],
        ]);
      const copied = async (...args: Parameters<typeof run>): Promise<CopiedOutputs> => {
        const { code, stdout, stderr } = await run(...args);
        expect(code, stderr).to.equal(0);
        // The progress, once a second.
        expect(stderr.replaceAll(/^\d+ of 13 outputs\n/gm, '')).to.equal('');
        return (JSON.parse(stdout) as { outputs: CopiedOutputs }).outputs;
      };
      const textsIn = (data: string): readonly string[] =>
        readdirSync(inFolder(`${data}/outputs`))
          .toSorted()
          .flatMap((key) => {
            const folder = inFolder(`${data}/outputs/${key}`);
            return readdirSync(folder)
              .toSorted()
              .map((name) => `${key}/${name} ${hash('sha256', readFileSync(join(folder, name)))}`);
          });

      it('takes outputs there and back, byte for byte, and again nothing', async function () {
        this.timeout(120_000);
        const before = textsIn('one/data');
        expect(await copied('redis', 'one/data', '--dry-run')).to.include({ copied: 13 });
        expect(await server().send('DBSIZE')).to.equal(0);
        const there = await copied('redis', 'one/data');
        expect(there).to.include({ total: 13, copied: 13, present: 0, skipped: 0 });
        expect(there.bytes).to.be.greaterThan(12 * 4000);
        expect(textsIn('one/data')).to.deep.equal(before);
        expect(await copied('redis', 'one/data')).to.include({ copied: 0, present: 13 });

        await mkdir(inFolder('two'));
        expect(await copied('files', 'two')).to.include({ total: 13, copied: 13, skipped: 0 });
        expect(await copied('files', 'two')).to.include({ copied: 0, present: 13 });
        expect(textsIn('two')).to.deep.equal(before);
        const outputs = await outputsIn('two');
        expect(await outputs.findByCacheKey('work-3', 'alice')).to.equal(kept[3]!.id);
        await outputs.close();
      });

      it('completes a copy that was interrupted', async function () {
        this.timeout(120_000);
        let left = 20;
        proxy.failBy(() => ((left -= 1) < 0 ? 'slowDown' : undefined));
        const { code, stderr } = await run('redis', 'one/data');
        expect(code).to.equal(1);
        expect(stderr).to.contain('SlowDown').and.to.contain('The next copy goes on from here.');
        proxy.heal();
        const rest = await copied('redis', 'one/data');
        expect(rest.copied + rest.present).to.equal(13);
      });

      it('copies no output that is damaged, or not read back as it was', async function () {
        this.timeout(120_000);
        const path = inFolder(`one/data/outputs/${kept[0]!.id}/result`);
        writeFileSync(path, Buffer.alloc(kept[0]!.result.bytes));
        const { code, stdout, stderr } = await run('redis', 'one/data');
        expect(code, stderr).to.equal(0);
        expect(stderr).to.contain(kept[0]!.id);
        const { outputs } = JSON.parse(stdout) as { outputs: CopiedOutputs };
        expect(outputs).to.include({ copied: 12, skipped: 1 });

        await server().send('FLUSHALL');
        proxy.failBy(({ path: object }) => (object.endsWith('/result') ? 'wrongBytes' : undefined));
        const other = await run('redis', 'one/data');
        expect(other.code).to.equal(1);
        expect(other.stderr).to.contain('as it was sent. Copy again.');
        expect(await server().send('KEYS', '{shrinkd}:output:*')).to.deep.equal([]);
      });
    },
    { only: 'redis-server' },
  );
});
