import { expect } from 'chai';
import { encodePng } from '../../src/image/png/pixels.ts';
import { sampleTilesOf } from '../support/image/measured.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawing } from '../support/image/drawings.ts';
import { withPicture } from '../support/image/labels.ts';
import { noisy, scene } from '../support/image/scenes.ts';

describe('a small photograph on a large page', () => {
  const engine = compressing();
  const size = { width: 1600, height: 1100 };
  const small = noisy(scene({ width: 110, height: 90 }), 12);
  const [left, top] = [size.width - small.width - 20, 3];
  const ground = drawing(size, 3, (_, y) => [250 - (y >> 8), 250, 250]);
  const page = withPicture(ground, small, [left, top]);

  const candidateOf = async (type: string, name: string) => {
    const change = { convert: [type] };
    const { result } = await engine.compress(encodePng(page), { adaptive: {}, change });
    const found = result.receipt.candidates.find(({ encoders }) => encoders === name);
    return found ?? expect.fail(`no ${name}`);
  };

  it('is in none of its sample tiles', () => {
    const tiles = sampleTilesOf(page) ?? expect.fail('the page is large');
    const seen = tiles.filter(
      (tile) => tile.left + tile.width > left && tile.top < top + small.height,
    );
    expect(seen).to.deep.equal([]);
  });

  for (const [type, name] of [
    ['image/jpeg', 'mozjpeg'],
    ['image/webp', 'cwebp'],
  ] as const) {
    it(`looks well as ${type}`, async () => {
      const { worstPlace, trials } = await candidateOf(type, name);
      expect(worstPlace).to.be.within(64, 85);
      expect(trials.some((trial) => trial.worstPlace < 60)).to.equal(type === 'image/jpeg');
    });
  }
});
