import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { tryOtherCommand } from '../../../../src/engine/search/search/other-command.ts';
import type { MeasuredTrial } from '../../../../src/engine/search/search/run-trial.ts';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';

const { cwebp } = adaptiveConfig.encoders;

describe('tryOtherCommand', () => {
  const inFolder = temporaryFolders();

  type Asked = Readonly<{
    task?: object;
    best?: object;
    /** Bytes and score of the results of the other command, in turn. */
    results?: readonly (readonly [number, number])[];
    verdict?: string;
    pixels?: number;
    options?: object;
  }>;

  const raced = async ({ results = [[900, 79.5]], pixels = 1000, ...asked }: Asked) => {
    const ran: string[] = [];
    const runner = {
      run: async ({ output = '', args }: ToolUse) => {
        const [bytes] = results[ran.length] ?? expect.fail('one trial too many');
        ran.push(`-q ${args[args.indexOf('-q') + 1]} ${args.at(-1)} ${args.includes('-sns')}`);
        writeFileSync(inFolder(output), Buffer.alloc(bytes));
        return asked.verdict ?? 'done';
      },
    };
    const measurer = {
      score: async () => {
        const score = results[ran.length - 1]![1];
        return { score, worstPlace: 75, banding: 0, colourLoss: 0, milliseconds: 1 };
      },
    };
    const plan = { width: pixels, height: 1 };
    const job = { folder: { file: inFolder, path: '' }, plan, facts: {}, endBy: 9 };
    const task = {
      ...{ job, measurer, encoder: cwebp, name: 'cwebp', input: 'planes.yuv', candidateIndex: 2 },
      ...{ readsPlanes: true, label: undefined, sourceTarget: 79.5, budget: 5, limits: {} },
      range: { finest: 96, coarsest: 40, start: 82, steps: 'difference' },
      ...{ pressure: () => undefined, cannotWin: () => false, ...asked.task },
    };
    const spent = { encodeMs: 1, measured: { milliseconds: 1 } };
    const best = { setting: 80, score: 79.5, bytes: 1000, ...spent, ...asked.best };
    const tools = new Map([['cwebp', {}]]);
    const options = { runner, table: { encoders: { cwebp } }, tools, ...asked.options };
    const { trials, better, stopped } = await tryOtherCommand(
      options as unknown as EncoderOptions,
      task as unknown as SearchTask,
      best as unknown as MeasuredTrial,
      [best, best] as unknown as readonly MeasuredTrial[],
    );
    return { ran, labels: trials.map(({ variant }) => variant), better, stopped };
  };

  it('makes a trial with the setting of the best one, and takes it where it is smaller', async () => {
    const { ran, better, labels } = await raced({});
    expect(ran).to.deep.equal(['-q 80 planes.yuv true']);
    expect(labels).to.deep.equal(['other command']);
    expect(better).to.include({ bytes: 900, score: 79.5, file: 'candidate2-trial2.webp' });
  });

  it('runs the one for pictures where the search read no planes', async () => {
    const otherCommand = ['cwebp', '-sns', '-q', '{quality}', '{input}'];
    const encoder = { ...cwebp, otherCommand };
    const { ran, better } = await raced({ task: { encoder, readsPlanes: false, input: 'in.png' } });
    expect(ran).to.deep.equal(['-q 80 in.png true']);
    expect(better).to.include({ bytes: 900 });
  });

  const cases: readonly (readonly [string, Asked, readonly string[], number | undefined])[] = [
    [
      'tries a coarser setting above the target, and takes the smaller result',
      {
        results: [
          [940, 82],
          [860, 79.6],
        ],
      },
      ['80', '78'],
      860,
    ],
    [
      'takes the first where the second misses the target',
      {
        results: [
          [940, 82],
          [800, 78.7],
        ],
      },
      ['80', '78'],
      940,
    ],
    [
      'tries a finer setting below the target',
      {
        results: [
          [800, 77],
          [950, 79.4],
        ],
      },
      ['80', '82'],
      950,
    ],
    [
      'takes no result that misses the target',
      {
        results: [
          [800, 77],
          [850, 78],
        ],
      },
      ['80', '82'],
      undefined,
    ],
    [
      'takes none that is larger',
      {
        results: [
          [1100, 82],
          [1010, 79.6],
        ],
      },
      ['80', '78'],
      undefined,
    ],
    [
      'is not tried again where it has no fewer bytes at an equal score',
      { results: [[990, 79.5]] },
      ['80'],
      990,
    ],
    [
      'is not tried again where a smaller result scores less by as much',
      { results: [[960, 78.6]] },
      ['80'],
      undefined,
    ],
    ['ends where the encoder declines', { verdict: 'declined' }, ['80'], undefined],
    ['ends where a result cannot win', { task: { cannotWin: () => true } }, ['80'], undefined],
  ];
  for (const [title, asked, settings, bytes] of cases) {
    it(title, async () => {
      const { ran, better, stopped } = await raced(asked);
      expect(ran.map((run) => run.split(' ')[1])).to.deep.equal(settings);
      expect(better?.bytes).to.equal(bytes);
      expect(stopped).to.equal(undefined);
    });
  }

  const { otherPlanesCommand: _, ...without } = cwebp ?? expect.fail('cwebp is configured');
  const untried: readonly (readonly [string, Asked])[] = [
    ['an encoder without another command', { task: { encoder: without } }],
    ['a search that read no planes, by the one for planes', { task: { readsPlanes: false } }],
    [
      'a picture of more than 8 megapixels',
      {
        task: { encoder: { ...cwebp, otherCommand: ['cwebp'] }, readsPlanes: false, budget: 9 },
        pixels: 8_000_001,
      },
    ],
    ['a search with quick commands', { options: { isQuick: true } }],
    ['a best result that misses the target', { best: { score: 78.7 } }],
    ['a search whose work is done', { pixels: 2_000_000, task: { budget: 3 } }],
  ];
  for (const [title, asked] of untried) {
    it(`makes no trial for ${title}`, async () => {
      const { ran, better, stopped } = await raced(asked);
      expect([ran, better, stopped]).to.deep.equal([[], undefined, undefined]);
    });
  }

  for (const reason of ['pressure', 'deadline']) {
    it(`makes none under load, which it tells: ${reason}`, async () => {
      const { ran, stopped } = await raced({ task: { pressure: () => reason } });
      expect([ran, stopped]).to.deep.equal([[], reason]);
    });
  }
});
