import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planesType, type Encoder, type EncoderTable } from '../../src/image/encoder.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import { decodePng } from '../support/image/decode-png.ts';
import type { Raster } from '../../src/image/raster.ts';
import type { ToolRunner } from '../../src/tools/tool-runner.ts';
import type { QualityOptions } from '../../src/engine/search/quality-options.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawing } from '../support/image/drawings.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { noisy, withAlpha } from '../support/image/scenes.ts';

describe('a WebP of a lossless source', () => {
  const engine = compressing();

  /** Saturated stripes, whose colour at half its resolution darkens or brightens their edges. */
  const stripes: Raster = noisy(
    drawing({ width: 301, height: 203 }, 3, (x, y) => [
      128 + 110 * Math.sin(x / 4 + y / 90),
      90 + 40 * Math.sin(y / 23),
      128 + 110 * Math.cos((x + y) / 5),
    ]),
    4,
  );

  /** How often a WebP's alpha was encoded apart, and the size of its planes in each run that read them. */
  const webpOf = async (
    picture: Raster,
    table: EncoderTable = adaptiveConfig,
    adaptive: Partial<QualityOptions> = {},
  ) => {
    const sizes: (readonly string[])[] = [];
    let alphas = 0;
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      run: (use) => {
        const at = use.args.indexOf('-s');
        if (use.tool.name === 'cwebp' && at !== -1) sizes.push(use.args.slice(at + 1, at + 3));
        if (use.args.includes('-alpha_filter') && !use.args.includes('-alpha_q')) alphas += 1;
        return runner.run(use);
      },
    });
    const { result, content } = await engine.compress(encodePng(picture), {
      ...{ table, runnerOver, adaptive },
      change: { convert: ['image/webp'] },
    });
    const { candidates, winner } = result.receipt;
    const { trials, score, accepted } =
      candidates.find(({ encoders }) => encoders === 'cwebp') ?? expect.fail('cwebp');
    return { content, winner, trials, score, accepted, sizes, alphas };
  };

  const cwebp = adaptiveConfig.encoders['cwebp'] ?? expect.fail('cwebp is configured');
  const tableWith = (changes: Partial<Encoder>): EncoderTable => ({
    ...adaptiveConfig,
    encoders: { ...adaptiveConfig.encoders, cwebp: { ...cwebp, ...changes } },
  });
  const usualLists = cwebp.effort;
  const efforts = { balanced: usualLists.balanced ?? [], fast: usualLists.fast ?? [] };
  const plainTable = tableWith({
    effort: efforts,
    reads: cwebp.reads.filter((type) => type !== planesType),
  });
  // Alpha has hard edges, of which fewer levels save nothing.
  const sprite = withAlpha(stripes, (x, y) => (((x >> 4) + (y >> 4)) % 3 === 0 ? 0 : 255));
  for (const [title, picture, alphas] of [
    ['an opaque picture', stripes, 0],
    ['a transparent picture, with its alpha', sprite, 1],
  ] as const) {
    it(`is made of planes of ${title}, in fewer bytes`, async () => {
      const usual = await webpOf(picture, plainTable);
      const own = await webpOf(picture);
      expect(usual).to.deep.include({ sizes: [], alphas: 0 });
      expect(own.sizes).to.deep.equal(own.trials.map(() => ['301', '203']));
      expect(own).to.include({ winner: 'cwebp', accepted: true, alphas });
      expect(own.content.length).to.be.below(usual.content.length);
      expect(own.score).to.be.at.least(78.8);
    });
  }

  it('is made with the other command where that gives fewer bytes', async () => {
    const tableOf = (balanced: string, other?: string): EncoderTable =>
      tableWith({
        effort: {
          balanced: ['-m', balanced],
          ...(other !== undefined && { other: ['-m', other] }),
        },
      });
    const withBetter = await webpOf(stripes, tableOf('0', '6'));
    const usual = await webpOf(stripes, tableOf('0'));
    expect(withBetter.trials.at(-1)).to.have.property('variant', 'other command');
    expect(withBetter.content.length).to.be.below(usual.content.length * 0.97);
    expect(withBetter.score).to.be.at.least(78.8);
    const withWorse = await webpOf(stripes, tableOf('6', '0'));
    const alone = await webpOf(stripes, tableOf('6'));
    expect(withWorse.trials).to.have.length(alone.trials.length + 1);
    expect(withWorse.content.equals(alone.content)).to.equal(true);
  });

  it('keeps each level of alpha', async () => {
    const soft = withAlpha(stripes, (x, y) => (x < 256 && y < 50 ? x : 255));
    const { content, alphas } = await webpOf(
      soft,
      tableWith({ effort: { ...efforts, alpha: usualLists.alpha ?? [] } }),
    );
    const [path, decodedPath] = [
      join(engine.workDir, 'soft.webp'),
      join(engine.workDir, 'soft.png'),
    ];
    writeFileSync(path, content);
    execFileSync('dwebp', ['-quiet', path, '-o', decodedPath]);
    const { data } = decodePng(readFileSync(decodedPath));
    const alpha = (picture: Uint8Array) => picture.filter((_, at) => at % 4 === 3);
    expect(alphas).to.equal(1);
    expect(alpha(data)).to.deep.equal(alpha(soft.data));
  });
});
