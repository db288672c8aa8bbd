import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Outputs } from '../../src/outputs/output.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { publishImages, writeImageFiles, type ImageFiles } from '../support/outputs/image-files.ts';

export type OutputsUnderTest = Readonly<{
  folder: string;
  maxBytes: number;
  retentionSeconds: number;
  now: () => number;
  onProblem: (message: string) => void;
}>;

/**
 * The promises of `Outputs`, for any implementation. `open` gives the outputs kept at `folder` (empty at
 * first), and those of the last run when it is called a second time after a `close`. `isLimited`: outputs are given up
 * when there is no space for all of them.
 */
export const outputsSuite = (
  name: string,
  open: (options: OutputsUnderTest) => Promise<Outputs>,
  { isLimited = true } = {},
): void => {
  describe(name, () => {
    const temporary = temporaryFolders();
    let nowMs: number;
    let outputs: Outputs;
    let problems: string[];

    const start = async (maxBytes = 1_000_000): Promise<void> => {
      const folder = temporary('outputs');
      const onProblem = (message: string) => problems.push(message);
      outputs = await open({ folder, maxBytes, retentionSeconds: 60, now: () => nowMs, onProblem });
    };

    const restart = async (maxBytes?: number): Promise<void> => {
      await outputs.close();
      await start(maxBytes);
    };

    const images = (about: Parameters<typeof writeImageFiles>[1] = {}): Promise<ImageFiles> =>
      writeImageFiles(temporary(about.cacheKey ?? 'image'), about);

    const published = async (
      about: Parameters<typeof writeImageFiles>[1] = {},
    ): Promise<string> => {
      nowMs += 1000;
      return (await publishImages(outputs, await images(about))).id;
    };

    const isFound = async (id: string): Promise<boolean> => {
      const lease = await outputs.open(id);
      lease?.release();
      return lease !== undefined;
    };

    const onUnhandled = (reason: unknown): void => {
      problems.push(`unhandled: ${String(reason)}`);
    };

    beforeEach(async () => {
      process.on('unhandledRejection', onUnhandled);
      nowMs = 1_700_000_000_000;
      problems = [];
      await start();
    });

    afterEach(async () => {
      await outputs.close();
      process.off('unhandledRejection', onUnhandled);
      expect(problems).to.deep.equal([]);
    });

    it('gives back what was published, with all its fields and bytes', async () => {
      const files = await images({ owner: 'alice', cacheKey: 'one' });
      const output = await publishImages(outputs, files);
      expect(output).to.deep.equal({ id: output.id, createdAt: nowMs, ...files.description });
      const lease = await outputs.open(output.id);
      expect(lease?.output).to.deep.equal(output);
      expect(await readFile((await lease?.source()) ?? '')).to.deep.equal(files.sourceBytes);
      expect(await readFile(lease?.resultPath ?? '')).to.deep.equal(files.resultBytes);
      lease?.release();
    });

    it('keeps outputs over a restart, with what they can be found by', async () => {
      const files = await images({ owner: 'alice', cacheKey: 'one' });
      const output = await publishImages(outputs, files);
      const stats = outputs.stats();
      await restart();
      const lease = await outputs.open(output.id);
      expect(lease?.output).to.deep.equal(output);
      expect(await readFile(lease?.resultPath ?? '')).to.deep.equal(files.resultBytes);
      lease?.release();
      expect(await outputs.findByCacheKey('one', 'alice')).to.equal(output.id);
      const held = [await outputs.has(output.id), await outputs.has('another')];
      expect(held).to.deep.equal([true, false]);
      expect(await outputs.isOurResult(output.result.sha256, 'alice')).to.equal(true);
      expect(outputs.stats()).to.deep.equal(stats);
      expect(stats).to.include({ maxBytes: 1_000_000 });
      expect(stats.entries).to.be.at.least(1);
    });

    it('gives ids that nobody can guess', async () => {
      const drafts = Array.from({ length: 20 }, () => outputs.draft());
      for (const { id } of drafts) expect(id).to.match(/^[a-z0-9]{32,}$/);
      expect(new Set(drafts.map(({ id }) => id.slice(0, 8))).size).to.equal(20);
      await Promise.all(drafts.map((draft) => draft.discard()));
    });

    it('shows nothing of an output before it is published', async () => {
      const files = await images({ cacheKey: 'one' });
      const draft = outputs.draft();
      await Promise.all([draft.addSource(files.sourcePath), draft.addResult(files.resultPath)]);
      expect(await outputs.open(draft.id)).to.equal(undefined);
      expect(await outputs.findByCacheKey('one', 'alice')).to.equal(undefined);
      expect(await outputs.isOurResult(files.description.result.sha256, 'alice')).to.equal(false);
      await draft.publish(files.description);
      expect(await isFound(draft.id)).to.equal(true);
    });

    it('leaves nothing of a discarded draft, also when a file is still being added', async () => {
      const files = await images({ sourceSize: 500_000 });
      const draft = outputs.draft();
      void draft.addSource(files.sourcePath);
      await draft.discard();
      await draft.discard();
      expect(outputs.stats()).to.deep.include({ entries: 0, bytes: 0 });
      expect(await rejectionOf(draft.publish(files.description))).to.be.instanceOf(Error);
      expect(await outputs.open(draft.id)).to.equal(undefined);
    });

    it('keeps an output whose draft is discarded after it was published', async () => {
      const files = await images();
      const draft = outputs.draft();
      await Promise.all([draft.addSource(files.sourcePath), draft.addResult(files.resultPath)]);
      await draft.publish(files.description);
      const stats = outputs.stats();
      await draft.discard();
      expect(outputs.stats()).to.deep.equal(stats);
      expect(await isFound(draft.id)).to.equal(true);
    });

    it('waits for files that are still being added when it publishes', async () => {
      const files = await images({ sourceSize: 500_000 });
      const draft = outputs.draft();
      void draft.addSource(files.sourcePath);
      void draft.addResult(files.resultPath);
      await draft.publish(files.description);
      expect(await isFound(draft.id)).to.equal(true);
    });

    it('publishes no output that differs from its description, and none with a file missing', async () => {
      const files = await images();
      const { description, sourcePath, resultPath } = files;
      const tooLong = { ...description.result, bytes: description.result.bytes + 1 };
      const truncated = outputs.draft();
      await Promise.all([truncated.addSource(sourcePath), truncated.addResult(resultPath)]);
      const lone = outputs.draft();
      await lone.addSource(sourcePath);
      const error = await rejectionOf(truncated.publish({ ...description, result: tooLong }));
      expect(error).to.be.instanceOf(Error);
      expect(await rejectionOf(lone.publish(description))).to.be.instanceOf(Error);
      expect(outputs.stats()).to.deep.include({ entries: 0, bytes: 0 });
    });

    it('reports the failure of an added file when it publishes', async () => {
      const files = await images();
      const draft = outputs.draft();
      void draft.addSource(temporary('missing'));
      void draft.addResult(files.resultPath);
      const error = await rejectionOf(draft.publish(files.description));
      expect(error).to.have.property('code', 'ENOENT');
      expect(outputs.stats()).to.deep.include({ entries: 0, bytes: 0 });
    });

    const unknownIds = [
      '',
      '.',
      '..',
      '../outputs',
      'record.json',
      'a/b',
      'A'.repeat(40),
      'a'.repeat(40),
    ];
    for (const id of unknownIds) {
      it(`finds nothing under ${JSON.stringify(id)}`, async () => {
        await published();
        expect(await outputs.open(id)).to.equal(undefined);
      });
    }

    it('forgets an output when its retention has passed since the last use', async () => {
      const used = await published({ cacheKey: 'used' });
      const unused = await published({ cacheKey: 'unused' });
      nowMs += 40_000;
      expect(await isFound(used)).to.equal(true);
      nowMs += 40_000;
      expect(await outputs.findByCacheKey('unused', 'alice')).to.equal(undefined);
      expect(await isFound(unused)).to.equal(false);
      expect(await outputs.findByCacheKey('used', 'alice')).to.equal(used);
      expect(await isFound(used)).to.equal(true);
    });

    it('remembers the last use over a restart', async () => {
      const used = await published({ cacheKey: 'used' });
      const unused = await published({ cacheKey: 'unused' });
      nowMs += 40_000;
      expect(await isFound(used)).to.equal(true);
      await restart();
      nowMs += 40_000;
      expect([await isFound(used), await isFound(unused)]).to.deep.equal([true, false]);
    });

    it('does not know the result of an output that has expired as ours', async () => {
      const { result } = await publishImages(outputs, await images());
      expect(await outputs.isOurResult(result.sha256, 'alice')).to.equal(true);
      expect(await outputs.isOurResult(result.sha256.replace(/^./, 'x'), 'alice')).to.equal(false);
      nowMs += 60_000;
      expect(await outputs.isOurResult(result.sha256, 'alice')).to.equal(false);
    });

    it('finds equal work of the same owner first, then that of others', async () => {
      const bob = await published({ cacheKey: 'same', owner: 'bob' });
      expect(await outputs.findByCacheKey('same', 'alice')).to.equal(bob);
      const alice = await published({ cacheKey: 'same', owner: 'alice' });
      expect(await outputs.findByCacheKey('same', 'alice')).to.equal(alice);
      expect(await outputs.findByCacheKey('same', 'bob')).to.equal(bob);
      expect([bob, alice]).to.include(await outputs.findByCacheKey('same', 'carol'));
      expect(await outputs.findByCacheKey('other', 'alice')).to.equal(undefined);
    });

    it('makes an output from the files of another, which it outlives', async () => {
      const files = await images({ cacheKey: 'same', owner: 'bob' });
      const original = await publishImages(outputs, files);
      const lease = await outputs.open(original.id);
      if (!lease) throw new Error('The output is gone.');
      nowMs += 30_000;
      const draft = outputs.draft();
      await draft.linkFrom(lease);
      const copy = await draft.publish({ ...original, owner: 'alice' });
      lease.release();
      expect(copy).to.deep.equal({ ...original, id: draft.id, owner: 'alice', createdAt: nowMs });
      nowMs += 40_000;
      expect(await isFound(original.id)).to.equal(false);
      const kept = await outputs.open(copy.id);
      expect(await readFile((await kept?.source()) ?? '')).to.deep.equal(files.sourceBytes);
      expect(await readFile(kept?.resultPath ?? '')).to.deep.equal(files.resultBytes);
      kept?.release();
    });

    it('keeps the files of an output that expires while it is leased', async () => {
      const files = await images();
      const { id } = await publishImages(outputs, files);
      const lease = await outputs.open(id);
      nowMs += 60_000;
      expect(await outputs.open(id)).to.equal(undefined);
      expect(await readFile(lease?.resultPath ?? '')).to.deep.equal(files.resultBytes);
      lease?.release();
      await outputs.close();
      if (isLimited) expect(outputs.stats()).to.deep.include({ entries: 0, bytes: 0 });
    });

    if (!isLimited) return;

    it('gives up the least recently used output when it needs the space', async () => {
      await restart(50_000);
      const first = await published({ cacheKey: 'first', sourceSize: 8000 });
      const second = await published({ cacheKey: 'second', sourceSize: 8000 });
      nowMs += 1000;
      expect(await isFound(first)).to.equal(true);
      const third = await published({ cacheKey: 'third', sourceSize: 8000 });
      expect(await outputs.findByCacheKey('second', 'alice')).to.equal(undefined);
      const found = [await isFound(first), await isFound(second), await isFound(third)];
      expect(found).to.deep.equal([true, false, true]);
      expect(outputs.stats().bytes).to.be.at.most(50_000);
    });

    it('gives outputs up in their order of use from before a restart', async () => {
      const ids = [];
      for (const cacheKey of ['1', '2', '3'])
        ids.push(await published({ cacheKey, sourceSize: 8000 }));
      nowMs += 2000;
      expect(await isFound(ids[0] ?? '')).to.equal(true);
      await restart(50_000);
      const found = await Promise.all(ids.map(isFound));
      expect(found).to.deep.equal([true, false, true]);
    });

    it('keeps the files of a leased output whatever is published meanwhile', async () => {
      await restart(50_000);
      const files = await images({ cacheKey: 'first', sourceSize: 8000 });
      const { id } = await publishImages(outputs, files);
      const lease = await outputs.open(id);
      for (const cacheKey of ['2', '3', '4']) await published({ cacheKey, sourceSize: 8000 });
      expect(await readFile((await lease?.source()) ?? '')).to.deep.equal(files.sourceBytes);
      expect(await isFound(id)).to.equal(true);
      lease?.release();
      lease?.release();
      for (const cacheKey of ['5', '6', '7']) await published({ cacheKey, sourceSize: 8000 });
      expect(await isFound(id)).to.equal(false);
    });

    it('refuses what can never fit, and gives nothing up for it', async () => {
      await restart(50_000);
      const id = await published({ cacheKey: 'small' });
      const files = await images({ cacheKey: 'large', sourceSize: 60_000 });
      const error = await rejectionOf(publishImages(outputs, files));
      expect(error).to.include({ name: 'ServiceError', code: 'storage_full' });
      expect(await isFound(id)).to.equal(true);
      expect(outputs.stats().entries).to.equal(1);
    });

    it('refuses what does not fit beside the leased outputs, and gives nothing up for it', async () => {
      await restart(50_000);
      const leased = await published({ cacheKey: 'leased', sourceSize: 16_000 });
      const lease = await outputs.open(leased);
      const idle = await published({ cacheKey: 'idle' });
      const files = await images({ cacheKey: 'large', sourceSize: 20_000 });
      const error = await rejectionOf(outputs.draft().addSource(files.sourcePath));
      expect(error).to.include({ name: 'ServiceError', code: 'storage_full' });
      expect(await isFound(idle)).to.equal(true);
      lease?.release();
      await publishImages(outputs, files);
      expect(await isFound(leased)).to.equal(false);
    });
  });
};
