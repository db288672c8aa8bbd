import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { coarsenAlpha } from '../../../../src/engine/search/search/coarsen-alpha.ts';
import type { MeasuredTrial } from '../../../../src/engine/search/search/run-trial.ts';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import { riffChunk, vp8, vp8x, vp8xFlags, webpOf } from '../../../support/image/builders.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';
import { temporaryFolders } from '../../../support/temporary-folders.ts';
import type { ToolUse } from '../../../../src/tools/tool-runner.ts';

const { cwebp, mozjpeg } = adaptiveConfig.encoders;

describe('coarsenAlpha', () => {
  const inFolder = temporaryFolders();

  /** A WebP of about 4000 bytes. */
  const webpWith = (alphaBytes: number): Buffer =>
    webpOf(
      vp8x(vp8xFlags.alpha, 4, 3),
      riffChunk('ALPH', ...Array<number>(alphaBytes).fill(7)),
      largeVp8(4000 - alphaBytes),
    );
  /** A lossy picture of so many bytes, of which the header alone is right. */
  const largeVp8 = (bytes: number): Buffer =>
    riffChunk('VP8 ', vp8(4, 3).subarray(8), Buffer.alloc(bytes, 7));

  type Asked = Readonly<{
    task?: object;
    best?: object;
    alphaBytes?: number;
    /** Of the file with coarse alpha, over those of the best one; no alpha where it is 0. */
    share?: number;
    banding?: number;
    bestBanding?: number;
    isOpaque?: boolean;
    verdict?: string;
  }>;

  const coarsened = async (asked: Asked) => {
    const { alphaBytes = 2000, share = 0.9, banding = 1, bestBanding = 0 } = asked;
    const content = webpWith(alphaBytes);
    writeFileSync(inFolder('best.webp'), content);
    const ran: string[] = [];
    const runner = {
      run: async ({ output = '', args }: ToolUse) => {
        ran.push(`${args[args.indexOf('-alpha_q') + 1]} ${args.at(-1)}`);
        const coarse = alphaBytes - Math.round(content.length * (1 - share));
        // Its colours are not taken.
        writeFileSync(inFolder(output), share === 0 ? webpOf(vp8(4, 3)) : webpWith(coarse));
        return asked.verdict ?? 'done';
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
    const job = { folder: { file: inFolder }, plan: {}, facts: {}, endBy: 9 };
    const alpha = new Uint8Array(alphaBytes);
    const task = {
      ...{ job, measurer, encoder: cwebp, name: 'cwebp', input: 'planes.yuv', candidateIndex: 2 },
      transparency: asked.isOpaque === true ? undefined : { input: 'source.png', alpha },
      ...{ sourceTarget: 79.5, pressure: () => undefined, ...asked.task },
    };
    const measured = { score: 79.8, worstPlace: 76, banding: 0 };
    const best = { setting: 80, variant: undefined, score: 79.8, measured, file: 'best.webp' };
    const options = { runner, table: { encoders: { cwebp } }, tools: new Map([['cwebp', {}]]) };
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
    expect(ran).to.deep.equal(['76 source.png']);
    expect(scored).to.deep.equal([`${file} ${use}`]);
    expect(trials).to.have.length(1);
    expect(better).to.deep.include({ file, variant: 'coarse alpha', setting: 80, score: 79.4 });
    expect(better?.measured).to.deep.include({ score: 79.4, worstPlace: 75, banding: 0 });
    const content = readFileSync(inFolder(file));
    expect(content).to.have.length(better!.bytes);
    const [made, best] = [content, readFileSync(inFolder('best.webp'))].map((webp) =>
      webp.subarray(webp.indexOf('VP8 ')),
    );
    expect(made!.equals(best!)).to.equal(true);
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

  const unmade: readonly (readonly [string, Asked])[] = [
    ['an encoder that stores no alpha', { share: 0 }],
    ['an encoder that declines', { verdict: 'declined' }],
  ];
  for (const [title, asked] of unmade) {
    it(`makes none with ${title}`, async () => {
      const { ran, scored, trials } = await coarsened(asked);
      expect([ran.length, scored, trials]).to.deep.equal([1, [], []]);
    });
  }

  const others: readonly (readonly [string, Asked])[] = [
    ['an encoder without the command', { task: { encoder: mozjpeg } }],
    ['an opaque picture', { isOpaque: true }],
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
