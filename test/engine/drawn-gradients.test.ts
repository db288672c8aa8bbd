import { expect } from 'chai';
import type { Scorer } from '../../src/engine/scorer/client.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { ReceiptCandidate } from '../../src/image/search/receipt.ts';
import type { Raster } from '../../src/image/raster.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawing, type Levels } from '../support/image/drawings.ts';
import { adaptiveConfig as table } from '../support/image/encoder-table.ts';
import { noisy, scene } from '../support/image/scenes.ts';

/** From one colour in the middle to another in the corners; few neighbours are equal. */
const radial = (side: number, inner: Levels, outer: Levels): Raster =>
  drawing({ width: side, height: side }, 3, (x, y) => {
    const share = Math.min(1, Math.hypot(x - side / 2, y - side / 2) / (side * 0.7));
    return inner.map((level, band) => level + (outer[band]! - level) * share);
  });

describe('a drawn gradient as PNG that is no flatter than a photograph', function () {
  const engine = compressing();

  const compressed = async (picture: Raster, scorer: Scorer = engine.scorer) => {
    const { result } = await engine.compress(encodePng(picture), { table, adaptive: { scorer } });
    const { candidates, winner } = result.receipt;
    const of = (first: string): ReceiptCandidate =>
      candidates.find(({ encoders }) => encoders.startsWith(first)) ?? expect.fail(first);
    return { winner, palette: of('palette'), grain: of('lossy-png') };
  };

  const gradients: readonly (readonly [string, Raster])[] = [
    ['a small dark one', radial(100, [90, 60, 110], [6, 8, 20])],
    ['a colourful one', radial(256, [255, 20, 140], [0, 200, 255])],
    ['one with a little noise', noisy(radial(256, [120, 20, 140], [0, 100, 155]), 1)],
  ];
  for (const [title, picture] of gradients) {
    it(`gets a palette, and the encoder for photographs is given up beside it: ${title}`, async () => {
      const { winner, palette, grain } = await compressed(picture);
      expect(winner).to.equal('palette+oxipng-thorough');
      expect(grain).to.include({ bytes: null, reason: 'given up: another result is far smaller' });
      expect(palette.score).to.be.at.least(79);
    });
  }

  const seesBands = (): Scorer => ({
    ...engine.scorer,
    score: async (request, use) => {
      const scores = await engine.scorer.score(request, use);
      return request.looksForBands ? { ...scores, banding: 50 } : scores;
    },
  });

  it('gets no lossy PNG that shows bands, since no noise hides them', async () => {
    const { winner, palette, grain } = await compressed(gradients[2]![1], seesBands());
    const refused = { accepted: false, reason: 'bands show in smooth areas' };
    expect(palette).to.include(refused);
    expect(grain).to.include(refused);
    expect(winner).to.equal('oxipng');
  });

  it('is told from a grey photograph, which has few levels too and needs no palette', async () => {
    const { data, width, height } = noisy(scene({ width: 320, height: 240 }), 4);
    const grey = drawing({ width, height }, 1, (x, y) => [data[(y * width + x) * 3 + 1]!]);
    const { winner, palette } = await compressed(grey, seesBands());
    expect(winner).to.equal('lossy-png+oxipng');
    expect(palette).to.include({
      bytes: null,
      reason: 'not needed: another result meets the target',
    });
  });
});
