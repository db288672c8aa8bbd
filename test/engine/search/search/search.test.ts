import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import { searchSetting } from '../../../../src/engine/search/search/search.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';

/** Takes as many bytes as its quality says. */
const encoder = {
  produces: 'image/webp',
  reads: ['image/png'],
  command: ['x', '{quality}', '{input}', '{output}'],
  quality: 80,
};

describe('searchSetting', () => {
  const inFolder = temporaryFolders();

  type Look = Readonly<{ score: number; worstPlace?: number; milliseconds?: number }>;

  /** The result of a search whose trials with more bytes than `most` cannot win, and the settings tried. */
  const searched = async (
    looks: readonly Look[],
    most: number,
    changes: object = {},
    pressure: SearchTask['pressure'] = () => undefined,
  ) => {
    const tried: number[] = [];
    const programs: string[] = [];
    const runner = {
      run: async ({ args, output = '' }: ToolUse) => {
        const [quality, program = ''] = args;
        tried.push(Number(quality));
        programs.push(program);
        writeFileSync(inFolder(output), Buffer.alloc(Number(quality)));
        return 'done';
      },
    };
    const usual = { worstPlace: 79, banding: 0, colourLoss: 0, milliseconds: 1 };
    const measurer = { score: async () => ({ ...usual, ...looks[tried.length - 1] }) };
    const plan = { width: 100, height: 100 };
    const job = { folder: { file: inFolder, path: '' }, plan, facts: {}, endBy: 9 };
    const task = {
      ...{
        job,
        measurer,
        encoder: { ...encoder, ...changes },
        name: 'x',
        input: 'in.png',
        candidateIndex: 1,
      },
      range: { finest: 100, coarsest: 40, start: 80, steps: 'difference' },
      ...{ variants: [undefined], sourceTarget: 79.5, budget: 5, limits: { maxTrials: 5 } },
      ...{ readsPlanes: false, isSample: false, mostBytes: Infinity, label: undefined },
      ...{ pressure, onExpected: () => undefined },
      cannotWin: (bytes: number) => bytes > most,
    };
    const options = { runner, table: { encoders: { x: encoder } }, tools: new Map([['x', {}]]) };
    const found = await searchSetting(
      options as unknown as EncoderOptions,
      task as unknown as SearchTask,
    );
    return { found, tried, programs };
  };

  const reason = 'given up: another result is far smaller';

  it('gives up where the first trial is too large', async () => {
    const { found, tried } = await searched([], 79);
    expect(found).to.include({ kind: 'skipped', reason, isDegraded: false });
    expect(tried).to.deep.equal([80]);
  });

  it('gives up where a trial misses the target and a finer one is too large', async () => {
    const { found, tried } = await searched([{ score: 70 }], 80);
    expect(found).to.include({ kind: 'skipped', reason, isDegraded: false });
    expect(found.kind === 'skipped' && found.making?.trials).to.have.length(1);
    expect(tried).to.have.length(2);
    expect(tried[1]).to.be.above(80);
  });

  it('takes a trial whose worst place is not spoiled where a finer one is too large', async () => {
    const { found, tried } = await searched([{ score: 84, worstPlace: 62 }], 80);
    expect(found).to.have.property('kind', 'found');
    expect(found.kind === 'found' && found.setting.value).to.equal(80);
    expect(tried).to.have.length(2);
  });

  it('takes the best trial so far where the longest one leaves no time for another', async () => {
    const looks = [
      { score: 85, milliseconds: 2000 },
      { score: 83, milliseconds: 1 },
    ];
    const pressure = (trialMs = 0) => (trialMs > 1999 ? 'deadline' : undefined);
    const { found, tried } = await searched(looks, 999, {}, pressure);
    expect(tried).to.deep.equal([80]);
    expect(found).to.include({ kind: 'found', stopped: 'deadline', isDegraded: true });
  });

  const draftCommand = ['x', '{quality}', 'draft', '{input}', '{output}'];

  it('makes its first trial with the draft command, and goes on from its score with the usual one', async () => {
    const looks = [{ score: 75 }, { score: 79.4 }];
    const { found, tried, programs } = await searched(looks, 999, { draftCommand });
    expect(programs).to.deep.equal(['draft', 'in.png']);
    expect(tried[1]).to.be.above(80);
    expect(found.kind === 'found' && found.setting.value).to.equal(tried[1]);
    const labels = found.kind === 'found' && found.trials.map(({ variant }) => variant);
    expect(labels).to.deep.equal(['draft', null]);
  });

  it('tries the setting of a draft again', async () => {
    const looks = [{ score: 79 }, { score: 79.4 }];
    const { tried } = await searched(looks, 999, { draftCommand });
    expect(tried).to.deep.equal([80, 80]);
  });

  it('takes the draft where it is smaller than what the usual command gives', async () => {
    const looks = [{ score: 79.4 }, { score: 77 }, { score: 79.4 }];
    const { found } = await searched(looks, 999, { draftCommand });
    expect(found.kind === 'found' && found.setting.value).to.equal(80);
    expect(found.kind === 'found' && found.trialFile).to.include('trial0');
  });
});
