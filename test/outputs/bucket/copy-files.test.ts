import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { type FilesSideOptions, openFilesSide } from '../../../src/outputs/bucket/copy-files.ts';
import type { Output } from '../../../src/outputs/output.ts';
import { createOutputs } from '../../../src/outputs/outputs.ts';
import { publishImages, writeImageFiles } from '../../support/outputs/image-files.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('outputs in files that are copied', () => {
  const temporary = temporaryFolders();
  let nowMs: number;
  let problems: string[];
  let [first, second]: Output[] = [];

  beforeEach(async () => {
    nowMs = 1_700_000_000_000;
    problems = [];
    const outputs = await createOutputs(optionsOf('from', false));
    const published = async (name: string): Promise<Output> => {
      nowMs += 1000;
      return publishImages(outputs, await writeImageFiles(temporary(name), {}));
    };
    [first, second] = [await published('first'), await published('second')];
    nowMs += 1000;
    (await outputs.open(first.id))?.release();
    await outputs.close();
  });

  const optionsOf = (folder: string, isTarget: boolean): FilesSideOptions => ({
    ...{ folder: temporary(folder), maxBytes: 1_000_000, retentionSeconds: 60, isTarget },
    now: () => nowMs,
    onProblem: (problem) => problems.push(problem),
  });

  it('are listed in the order of their use, and have all that the record says', async () => {
    const from = await openFilesSide(optionsOf('from', false));
    const listed = await from.list();
    expect(listed.map(({ key }) => key)).to.deep.equal([second!.id, first!.id]);
    expect(listed[1]?.usedMs).to.equal(nowMs);
    expect(from.has(first!.id)).to.equal(true);
    expect(from.look(first!.id)).to.equal(first!.source.bytes + first!.result.bytes);
    const entry = await from.open(first!.id, '');
    expect(entry?.record).to.deep.equal({ kind: 'output', output: first });
    expect(readFileSync(entry!.path('result'))).to.have.length(first!.result.bytes);
    expect(problems).to.deep.equal([]);
  });

  it('are skipped when they have expired, and told when they are damaged', async () => {
    const from = await openFilesSide(optionsOf('from', false));
    const resultPath = temporary(`from/${first!.id}/result`);
    writeFileSync(resultPath, Buffer.alloc(first!.result.bytes));
    expect(await from.open(first!.id, '')).to.equal(undefined);
    expect(problems.join()).to.contain(`The damaged output ${first!.id} is not copied`);
    nowMs += 59_000;
    expect(from.look(second!.id)).to.equal(undefined);
    expect(problems).to.have.length(1);
    // They stay as they are.
    expect(await from.list()).to.have.length(2);
  });

  it('have the time of their last use where they are put, beside what is there', async () => {
    const from = await openFilesSide(optionsOf('from', false));
    const listed = await from.list();
    for (const { key, usedMs } of listed) {
      const to = await openFilesSide(optionsOf('to', true));
      await to.put({ ...(await from.open(key, ''))!, usedMs }, '');
      await to.close();
    }
    const to = await openFilesSide(optionsOf('to', true));
    expect(await to.list()).to.deep.equal(listed);
    await to.close();
    expect(problems).to.deep.equal([]);
  });

  it('are refused where they are not what was copied', async () => {
    const [from, to] = [
      await openFilesSide(optionsOf('from', false)),
      await openFilesSide(optionsOf('to', true)),
    ];
    const entry = (await from.open(first!.id, ''))!;
    writeFileSync(entry.path('result'), Buffer.alloc(first!.result.bytes));
    const error = await rejectionOf(to.put({ ...entry, usedMs: nowMs }, ''));
    expect(String(error)).to.contain('are not what was copied. Copy again.');
    await to.close();
  });
});
