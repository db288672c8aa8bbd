import { expect } from 'chai';
import type { ToolRunner } from '../../../src/tools/tool-runner.ts';
import type { Scorer } from '../../../src/engine/scorer/client.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import type { PictureChange } from '../../../src/image/plan.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import { drawing } from '../../support/image/drawings.ts';
import { compressing } from '../../support/engine/compressing.ts';

/** A window with text: flat, and of more colours than a palette has. */
const screen = drawing({ width: 240, height: 160 }, 3, (x, y) =>
  (x + y) % 23 === 0 ? [30, x, y] : y < 40 ? [40, 60, 90] : [250, 250, 250],
);
const anyType: PictureChange = { convert: ['image/webp', 'image/jpeg', 'image/png'] };

describe('palettes of several types', () => {
  const engine = compressing();

  /** The receipt, runs of pngquant, and measurements of palettes. */
  const compress = async (picture: Uint8Array, isFast = false) => {
    let runs = 0;
    let measured = 0;
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      run: (use) => {
        if (use.tool.name === 'pngquant') runs += 1;
        return runner.run(use);
      },
    });
    const scorer: Scorer = {
      ...engine.scorer,
      score: (request, use) => {
        if (request.looksForBands) measured += 1;
        return engine.scorer.score(request, use);
      },
    };
    const options = { adaptive: { scorer }, change: anyType, runnerOver, isFast };
    const { result } = await engine.compress(picture, options);
    const palettes = result.receipt.candidates.filter(({ encoders }) =>
      encoders.startsWith('palette+'),
    );
    return { palettes, runs, measured };
  };

  it('share their trials', async () => {
    const { palettes, runs } = await compress(encodePng(screen));
    expect(palettes.map(({ encoders }) => encoders)).to.have.members([
      'palette+oxipng-thorough',
      'palette+cwebp-lossless',
    ]);
    const [one, other] = palettes;
    expect(one!.trials).to.deep.equal(other!.trials);
    // The others are made of these, without pngquant.
    const palette = one!.trials.filter(({ variant }) => !/ (repeated|merged) /.test(variant ?? ''));
    expect(palette).to.have.length(runs);
    expect(runs).to.be.greaterThan(0);
  });

  it('are not measured where one is more than twice as large as the best result, and no colours repeat', async () => {
    // Flat enough that it might be drawn.
    const photo = noisy(scene({ width: 240, height: 160 }), 5);
    const beside = drawing(photo, 3, (x, y) => {
      const at = (y * photo.width + x) * 3;
      return x < 140 ? [...photo.data.subarray(at, at + 3)] : [250, 250, 250];
    });
    const { palettes, runs, measured } = await compress(encodePng(beside), true);
    expect(palettes.map(({ reason }) => reason)).to.deep.equal([
      'given up: another result is far smaller',
    ]);
    expect([runs, measured]).to.deep.equal([1, 0]);
  });
});
