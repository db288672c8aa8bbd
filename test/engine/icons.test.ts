import { expect } from 'chai';
import { compressing } from '../support/engine/compressing.ts';
import { pngOf } from '../support/e2e/operating.ts';
import { drawing } from '../support/image/drawings.ts';
import { pixelsOfContent } from '../support/image/pictures.ts';

const size = { width: 29, height: 28 };
const disc = drawing(size, 4, (x, y) => {
  const share = Math.max(0, Math.min(1, 12.5 - Math.hypot(x - 14, y - 13.5)));
  const colour = [40 + y * 2, 120 + y * 2, 200 + y].map((level) => (share === 0 ? 0 : level));
  return [...colour, Math.round(share * 255)];
});
const slope = drawing(size, 3, (x, y) => [60 + x, 120 + x + y, 200 - y]);

describe('an icon as PNG', () => {
  const engine = compressing();
  for (const [title, most, picture] of [
    ['with an edge in steps of alpha', 10, disc],
    ['of a slope', 3, slope],
  ] as const) {
    it(`keeps each pixel within ${most} levels, ${title}`, async () => {
      const { result, content } = await engine.compress(pngOf(picture), { adaptive: {} });
      const { bands, data } = await pixelsOfContent(content, result.mediaType);
      expect(bands).to.equal(picture.bands);
      data.forEach((level, at) => expect(level).to.be.closeTo(picture.data[at]!, most));
      expect(content.length).to.be.below(pngOf(picture).length);
    });
  }
});
