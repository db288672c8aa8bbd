import { hash } from 'node:crypto';
import { expect } from 'chai';
import { readdir, readFile } from 'node:fs/promises';
import { createOutputs } from '../../src/outputs/outputs.ts';
import type { Outputs } from '../../src/outputs/output.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { publishImages, writeImageFiles, type ImageFiles } from '../support/outputs/image-files.ts';
import { diskUseOf } from '../support/outputs/note-store.ts';

const cacheKeyOf = (name: string): string => hash('sha256', name);

describe('results of operations among the outputs', () => {
  const temporary = temporaryFolders();
  let nowMs: number;
  let outputs: Outputs;
  let problems: string[];

  const start = async (maxBytes = 1_000_000): Promise<void> => {
    outputs = await createOutputs({
      folder: temporary('outputs'),
      maxBytes,
      retentionSeconds: 60,
      now: () => nowMs,
      onProblem: (message) => problems.push(message),
    });
  };

  const restart = async (maxBytes?: number): Promise<void> => {
    await outputs.close();
    await start(maxBytes);
  };

  beforeEach(async () => {
    nowMs = 1_700_000_000_000;
    problems = [];
    await start();
  });

  afterEach(async () => {
    await outputs.close();
    expect(problems).to.deep.equal([]);
  });

  /** Publishes a result of so many bytes under the cache key of `name`. */
  const published = async (name: string, resultSize = 1000): Promise<ImageFiles> => {
    nowMs += 1000;
    const files = await writeImageFiles(temporary(name), { resultSize });
    const draft = outputs.draftResult(cacheKeyOf(name), 'alice');
    await draft.addResult(files.resultPath);
    await draft.publish(files.description.result, files.made);
    return files;
  };

  const publishedOutput = async (name: string, sourceSize = 3000): Promise<string> => {
    nowMs += 1000;
    const files = await writeImageFiles(temporary(name), { cacheKey: name, sourceSize });
    return (await publishImages(outputs, files)).id;
  };

  const isFound = async (name: string): Promise<boolean> => {
    const lease = await outputs.openResult(cacheKeyOf(name), 'alice');
    lease?.release();
    return lease !== undefined;
  };

  const isOutputFound = async (id: string): Promise<boolean> => {
    const lease = await outputs.open(id);
    lease?.release();
    return lease !== undefined;
  };

  const expectKept = async (name: string, { description, resultBytes }: ImageFiles) => {
    const lease = await outputs.openResult(cacheKeyOf(name), 'alice');
    expect(lease?.result).to.deep.equal(description.result);
    expect(await readFile(lease?.resultPath ?? '')).to.deep.equal(resultBytes);
    lease?.release();
  };

  it('are found by their cache key, with all fields and bytes', async () => {
    const one = await published('one');
    const two = await published('two');
    await expectKept('one', one);
    await expectKept('two', two);
    expect(await isFound('three')).to.equal(false);
  });

  it('are found after a restart', async () => {
    const files = await published('one');
    const { bytes } = outputs.stats();
    await restart();
    await expectKept('one', files);
    expect(outputs.stats()).to.deep.equal({ entries: 1, bytes, maxBytes: 1_000_000 });
  });

  it('are not found before they are published, nor when they are discarded', async () => {
    const files = await writeImageFiles(temporary('one'), {});
    const draft = outputs.draftResult(cacheKeyOf('one'), 'alice');
    await draft.addResult(files.resultPath);
    expect(await isFound('one')).to.equal(false);
    await draft.discard();
    expect(await isFound('one')).to.equal(false);
    expect(outputs.stats()).to.deep.include({ entries: 0, bytes: 0 });
  });

  it('are recognised as results by their digest, until they have expired', async () => {
    const { sha256 } = (await published('one')).description.result;
    expect(await outputs.isOurResult(sha256, 'alice')).to.equal(true);
    nowMs += 60_001;
    expect(await outputs.isOurResult(sha256, 'alice')).to.equal(false);
  });

  it('stay when they are published a second time, which leaves nothing behind', async () => {
    const first = await published('one');
    const { bytes } = outputs.stats();
    await published('one');
    await expectKept('one', first);
    expect(outputs.stats()).to.deep.include({ entries: 1, bytes });
    expect(await readdir(temporary('outputs'))).to.deep.equal([cacheKeyOf('one')]);
  });

  it('are published once by those who publish them at the same time', async () => {
    const files = await writeImageFiles(temporary('one'), {});
    const drafts = [1, 2, 3].map(() => outputs.draftResult(cacheKeyOf('one'), 'alice'));
    await Promise.all(
      drafts.map(async (draft) => {
        await draft.addResult(files.resultPath);
        await draft.publish(files.description.result, files.made);
      }),
    );
    await expectKept('one', files);
    expect(outputs.stats()).to.deep.include({ entries: 1, bytes: diskUseOf(temporary('outputs')) });
  });

  it('are not published when the file differs from the description', async () => {
    const files = await writeImageFiles(temporary('one'), {});
    const draft = outputs.draftResult(cacheKeyOf('one'), 'alice');
    await draft.addResult(files.sourcePath);
    expect(await rejectionOf(draft.publish(files.description.result, files.made))).to.be.instanceOf(
      Error,
    );
    expect(outputs.stats()).to.deep.include({ entries: 0, bytes: 0 });
  });

  it('do not open as outputs, nor outputs as results, also after a restart', async () => {
    await published('one');
    const id = await publishedOutput('two');
    for (const restarted of [false, true]) {
      if (restarted) await restart();
      expect(await outputs.open(cacheKeyOf('one'))).to.equal(undefined);
      expect(await outputs.openResult(id, 'alice')).to.equal(undefined);
      expect([await isFound('one'), await isOutputFound(id)]).to.deep.equal([true, true]);
    }
  });

  it('do not lead to an output, but are recognised as results, also after a restart', async () => {
    const { description } = await published('one');
    for (const restarted of [false, true]) {
      if (restarted) await restart();
      expect(await outputs.findByCacheKey(cacheKeyOf('one'), 'alice')).to.equal(undefined);
      expect(await outputs.isOurResult(description.result.sha256, 'alice')).to.equal(true);
    }
  });

  it('are released when they were opened as something else', async () => {
    await restart(50_000);
    await published('one', 12_000);
    expect(await outputs.open(cacheKeyOf('one'))).to.equal(undefined);
    await published('two', 40_000);
    expect([await isFound('one'), await isFound('two')]).to.deep.equal([false, true]);
  });

  it('share the limit and the order of use with the outputs', async () => {
    await restart(50_000);
    const first = await publishedOutput('first', 8000);
    await published('second', 8000);
    nowMs += 1000;
    expect(await isOutputFound(first)).to.equal(true);
    // The result goes, since it has been unused for longer; then, with another result, the output.
    await publishedOutput('third', 12_000);
    expect([await isOutputFound(first), await isFound('second')]).to.deep.equal([true, false]);
    nowMs += 1000;
    await published('fourth', 30_000);
    expect(await isFound('fourth')).to.equal(true);
    expect(outputs.stats().bytes).to.be.at.most(50_000);
    expect(diskUseOf(temporary('outputs'))).to.equal(outputs.stats().bytes);
  });

  it('expire when they are unused for as long as outputs are kept', async () => {
    await published('used');
    await published('unused');
    nowMs += 40_000;
    expect(await isFound('used')).to.equal(true);
    nowMs += 40_000;
    expect([await isFound('used'), await isFound('unused')]).to.deep.equal([true, false]);
  });

  it('keep their file while they are leased, whatever is published meanwhile', async () => {
    await restart(50_000);
    const { resultBytes } = await published('one', 12_000);
    const lease = await outputs.openResult(cacheKeyOf('one'), 'alice');
    for (const name of ['2', '3', '4']) await published(name, 12_000);
    expect(await readFile(lease?.resultPath ?? '')).to.deep.equal(resultBytes);
    lease?.release();
    lease?.release();
    for (const name of ['5', '6', '7']) await published(name, 12_000);
    expect(await isFound('one')).to.equal(false);
  });

  it('are refused when they can never fit', async () => {
    await restart(50_000);
    await published('small');
    expect(await rejectionOf(published('large', 60_000))).to.have.property('code', 'storage_full');
    expect([await isFound('small'), await isFound('large')]).to.deep.equal([true, false]);
  });
});
