import { hash } from 'node:crypto';
import { expect } from 'chai';
import { createOutputs } from '../../src/outputs/outputs.ts';
import type { Outputs } from '../../src/outputs/output.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { publishImages, writeImageFiles } from '../support/outputs/image-files.ts';

describe('outputs of several accounts', () => {
  const inFolder = temporaryFolders();
  const open = (shareBetweenAccounts?: boolean): Promise<Outputs> =>
    createOutputs({
      folder: inFolder('outputs'),
      maxBytes: 1_000_000,
      ...(shareBetweenAccounts !== undefined && { shareBetweenAccounts }),
      onProblem: (message) => expect.fail(message),
    });

  const resultKey = hash('sha256', 'operation');

  /** What `owner` finds of what alice has published. */
  const foundBy = async (outputs: Outputs, owner: string, digests: readonly string[]) => {
    const lease = await outputs.openResult(resultKey, owner);
    lease?.release();
    return {
      cacheKey: (await outputs.findByCacheKey('same', owner)) !== undefined,
      results: await Promise.all(digests.map((sha256) => outputs.isOurResult(sha256, owner))),
      operation: lease !== undefined,
    };
  };

  const everything = { cacheKey: true, results: [true, true], operation: true };
  const nothing = { cacheKey: false, results: [false, false], operation: false };

  for (const shared of [undefined, true, false]) {
    it(`find each other's work when sharing is ${String(shared ?? 'not set')}, also after a restart`, async () => {
      let outputs = await open(shared);
      const files = await writeImageFiles(inFolder('output'), { cacheKey: 'same' });
      const made = await writeImageFiles(inFolder('made'), {});
      const output = await publishImages(outputs, files);
      const draft = outputs.draftResult(resultKey, 'alice');
      await draft.addResult(made.resultPath);
      await draft.publish(made.description.result, made.made);
      const digests = [output.result.sha256, made.description.result.sha256];
      for (const round of ['published', 'restarted']) {
        expect(await foundBy(outputs, 'alice', digests), round).to.deep.equal(everything);
        expect(await foundBy(outputs, 'bob', digests), round).to.deep.equal(
          shared === false ? nothing : everything,
        );
        await outputs.close();
        outputs = await open(shared);
      }
      await outputs.close();
    });
  }

  it('are found by their owner among equal ones when nothing is shared', async () => {
    const outputs = await open(false);
    const ids = new Map<string, string>();
    for (const owner of ['alice', 'bob']) {
      const files = await writeImageFiles(inFolder(owner), { owner, cacheKey: 'same' });
      ids.set(owner, (await publishImages(outputs, files)).id);
    }
    for (const [owner, id] of ids) expect(await outputs.findByCacheKey('same', owner)).to.equal(id);
    await outputs.close();
  });
});
