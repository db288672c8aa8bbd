import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { coarsenAlpha } from '../../../../src/engine/quality/search/coarsen-alpha.ts';
import type { MeasuredTrial } from '../../../../src/engine/quality/search/run-trial.ts';
import type { SearchTask } from '../../../../src/engine/quality/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import { riffChunk, vp8, vp8x, webpOf } from '../../../support/image/builders.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';

const { cwebp, mozjpeg } = adaptiveConfig.encoders;

describe('coarsenAlpha', () => {
  const inFolder = temporaryFolders();

  /** A WebP of 4000 bytes and a little more. */
  const fileWith = (alphaBytes: number): Buffer => {
    const alpha = riffChunk('ALPH', ...Array<number>(alphaBytes).fill(7));
    const rest = riffChunk('JUNK', ...Array<number>(4000 - alphaBytes).fill(7));
    return webpOf(vp8x(0x10, 4, 3), alpha, vp8(4, 3), rest);
  };

  type Asked = Readonly<{
    task?: object;
    best?: object;
    alphaBytes?: number;
    /** Of the file with coarse alpha, over those of the best one. */
    share?: number;
    banding?: number;
    bestBanding?: number;
    isQuick?: boolean;
    source?: object;
  }>;

  const coarsened = async (asked: Asked) => {
    const { alphaBytes = 2000, share = 0.9, banding = 1, bestBanding = 0 } = asked;
    const content = fileWith(alphaBytes);
    writeFileSync(inFolder('best.webp'), content);
    const ran: string[] = [];
    const runner = {
      run: async ({ output = '', args }: ToolUse) => {
        ran.push(args[args.indexOf('-alpha_q') + 1] ?? '');
        writeFileSync(inFolder(output), Buffer.alloc(Math.round(content.length * share)));
        return 'done';
      },
    };
    const scored: string[] = [];
    const measurer = {
      score: async (file: string, _type: string, use: object) => {
        scored.push(`${file} ${JSON.stringify(use)}`);
        const looks = { score: 79.4, worstPlace: 75, milliseconds: 1 };
        return { ...looks, banding: file === 'best.webp' ? bestBanding : banding };
      },
    };
    const facts = { mediaType: 'image/png', lossless: true, ...asked.source };
    const job = { folder: { file: inFolder }, plan: {}, facts, endBy: 9 };
    const task = {
      ...{ job, measurer, encoder: cwebp, name: 'cwebp', input: 'source.png', candidateIndex: 2 },
      ...{ readsPlanes: false, isSample: false, reusesScans: false, sourceTarget: 79.5 },
      ...{ cannotWin: () => false, pressure: () => undefined, ...asked.task },
    };
    const measured = { score: 79.8, worstPlace: 76, banding: 0 };
    const best = { setting: 80, variant: undefined, score: 79.8, measured, file: 'best.webp' };
    const options = {
      ...{ runner, table: { encoders: { cwebp } }, tools: new Map([['cwebp', {}]]) },
      isQuick: asked.isQuick,
    };
    const { trials, better, stopped } = await coarsenAlpha(
      options as unknown as EncoderOptions,
      task as unknown as SearchTask,
      { ...best, bytes: content.length, ...asked.best } as unknown as MeasuredTrial,
      3,
    );
    return { ran, scored, trials, better, stopped };
  };

  const file = 'candidate2-trial3.webp';
  const use = JSON.stringify({ isSample: false, guardsBands: true, endBy: 9 });

  it('takes a smaller result that looks right, and looks for bands in it', async () => {
    const { ran, scored, trials, better } = await coarsened({});
    expect(ran).to.deep.equal(['76']);
    expect(scored).to.deep.equal([`${file} ${use}`]);
    expect(trials).to.have.length(1);
    expect(better).to.deep.include({ file, variant: 'coarse alpha', setting: 80, score: 79.4 });
    expect(better?.measured).to.deep.include({ score: 79.4, worstPlace: 75, banding: 0 });
  });

  for (const [bestBanding, isTaken] of [
    [2.05, true],
    [1.9, false],
  ] as const) {
    it(`${isTaken ? 'takes' : 'refuses'} one with bands of 2.1 levels beside ${bestBanding}`, async () => {
      const { scored, better } = await coarsened({ banding: 2.1, bestBanding });
      expect(scored).to.deep.equal([`${file} ${use}`, `best.webp ${use}`]);
      expect(better !== undefined).to.equal(isTaken);
    });
  }

  for (const [share, isTaken] of [
    [0.975, true],
    [0.985, false],
  ] as const) {
    it(`${isTaken ? 'takes' : 'does not measure'} one of ${share} of the bytes`, async () => {
      const { scored, better } = await coarsened({ share });
      expect([scored.length, better !== undefined]).to.deep.equal([isTaken ? 1 : 0, isTaken]);
    });
  }

  it('does not measure one with which the encoder cannot win', async () => {
    const { ran, scored } = await coarsened({ task: { cannotWin: () => true } });
    expect([ran.length, scored.length]).to.deep.equal([1, 0]);
  });

  const webp = { mediaType: 'image/webp', lossless: false };
  const others: readonly (readonly [string, Asked])[] = [
    ['an encoder without the command', { task: { encoder: mozjpeg } }],
    ['a search in haste', { isQuick: true }],
    ['sample tiles', { task: { isSample: true } }],
    ['planes, which have no alpha', { task: { readsPlanes: true } }],
    ['a lossy WebP', { source: webp, task: { input: 'source.webp' } }],
    ['a result that misses the target', { best: { score: 78.7 } }],
    ['a result with little alpha', { alphaBytes: 150 }],
  ];
  for (const [title, asked] of others) {
    it(`tries none for ${title}`, async () => {
      expect(await coarsened(asked)).to.deep.include({ ran: [], trials: [], better: undefined });
    });
  }

  it('tries none under load', async () => {
    const { ran, stopped } = await coarsened({ task: { pressure: () => 'deadline' } });
    expect([ran, stopped]).to.deep.equal([[], 'deadline']);
  });
});
