import { expect } from 'chai';
import type { EncoderTable } from '../../src/image/encoder.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { Raster } from '../../src/image/raster.ts';
import type { ToolRunner } from '../../src/tools/tool-runner.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawing } from '../support/image/drawings.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { noisy, withAlpha } from '../support/image/scenes.ts';

describe('a WebP of a lossless source', function () {
  this.timeout(60_000);
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

  const webpOf = async (picture: Raster, table: EncoderTable = adaptiveConfig) => {
    const sizes: (readonly string[])[] = [];
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      run: (use) => {
        const at = use.args.indexOf('-s');
        if (use.tool.name === 'cwebp' && at !== -1) sizes.push(use.args.slice(at + 1, at + 3));
        return runner.run(use);
      },
    });
    const { result, content } = await engine.compress(encodePng(picture), {
      ...{ table, runnerOver, adaptive: {} },
      change: { convert: ['image/webp'] },
    });
    const { candidates, winner } = result.receipt;
    const { trials, score, accepted } =
      candidates.find(({ encoders }) => encoders === 'cwebp') ?? expect.fail('cwebp');
    return { content, winner, trials, score, accepted, sizes };
  };

  it('is made of planes, in fewer bytes', async () => {
    const { cwebp } = adaptiveConfig.encoders;
    const { planesCommand: _, ...plain } = cwebp ?? expect.fail('cwebp is configured');
    const encoders = { ...adaptiveConfig.encoders, cwebp: plain };
    const usual = await webpOf(stripes, { ...adaptiveConfig, encoders });
    const own = await webpOf(stripes);
    expect(usual.sizes).to.deep.equal([]);
    expect(own.sizes).to.deep.equal(own.trials.map(() => ['301', '203']));
    expect(own).to.include({ winner: 'cwebp', accepted: true });
    expect(own.content.length).to.be.below(usual.content.length);
    expect(own.score).to.be.at.least(78.8);
  });

  it('is made of its pixels where it is transparent', async () => {
    const { sizes, winner } = await webpOf(withAlpha(stripes, (x) => Math.min(255, 4 * x)));
    expect(winner).to.equal('cwebp');
    expect(sizes).to.deep.equal([]);
  });
});
