import { expect } from 'chai';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { PictureChange } from '../../src/image/plan.ts';
import type { ReceiptCandidate } from '../../src/image/quality/receipt.ts';
import { sampleTilesOf } from '../../src/image/score/sample-tiles.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawing, isWithin } from '../support/image/drawings.ts';
import { label, withLabel } from '../support/image/labels.ts';
import { noisy } from '../support/image/scenes.ts';

describe('fine colour in a large photograph', function () {
  this.timeout(60_000);
  const engine = compressing();
  // Neither side is a multiple of that of sample tiles, which see neither the right nor the lower edge.
  const size = { width: 1010, height: 710 };
  const photo = noisy(
    drawing(size, 3, (x, y) => [
      110 + 60 * Math.sin(x / 41),
      120 + 50 * Math.sin(y / 37 + x / 90),
      100 + 40 * Math.cos((x + y) / 53),
    ]),
    12,
  );

  const compress = async (picture: typeof photo, ...types: string[]) => {
    const change: PictureChange = { convert: types };
    const { result } = await engine.compress(encodePng(picture), { adaptive: {}, change });
    const { winner, candidates } = result.receipt;
    const variantOf = (name: string): ReceiptCandidate['settings']['variant'] =>
      candidates.find(({ encoders }) => encoders === name)?.settings.variant;
    return { winner, variantOf, names: candidates.map(({ encoders }) => encoders) };
  };

  const corner = [size.width - label.width, size.height - label.height] as const;
  const middle = [501, 333] as const;

  it('is kept by a JPEG for a small label in the middle', async () => {
    const { variantOf } = await compress(withLabel(photo, middle), 'image/jpeg');
    expect(variantOf('mozjpeg')).to.equal('1x1');
  });

  it('is kept by a JPEG for one in a corner, where no sample tile is', async () => {
    const labelled = withLabel(photo, corner);
    const tiles = sampleTilesOf(labelled) ?? expect.fail('the picture is large');
    expect(tiles.filter((tile) => isWithin(tile, ...corner))).to.deep.equal([]);
    const { variantOf } = await compress(labelled, 'image/jpeg');
    expect(variantOf('mozjpeg')).to.equal('1x1');
  });

  it('is not kept where there is none', async () => {
    const { variantOf } = await compress(photo, 'image/jpeg');
    expect(variantOf('mozjpeg')).to.equal('2x2');
  });

  it('is kept by another type than WebP, where a JPEG may be chosen', async () => {
    const types = ['image/webp', 'image/jpeg'];
    const labelled = withLabel(photo, middle);
    const { winner, variantOf, names } = await compress(labelled, ...types);
    expect([winner, variantOf('mozjpeg')]).to.deep.equal(['mozjpeg', '1x1']);
    expect(names).not.to.include('cwebp');
    expect((await compress(photo, ...types)).names).to.include('cwebp');
    expect((await compress(labelled, 'image/webp')).winner).to.equal('cwebp');
  });
});
