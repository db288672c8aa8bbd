import { expect } from 'chai';
import type { QualityOptions } from '../../src/engine/search/quality-options.ts';
import { ScorerFailure } from '../../src/engine/scorer/failure.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { PictureChange } from '../../src/image/plan.ts';
import type { ReceiptCandidate } from '../../src/image/search/receipt.ts';
import type { Raster } from '../../src/image/raster.ts';
import { sampleTilesOf } from '../support/image/measured.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawing, isWithin } from '../support/image/drawings.ts';
import { label, withLabel } from '../support/image/labels.ts';
import { noisy } from '../support/image/scenes.ts';

describe('fine colour in a large photograph', () => {
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

describe('fine colour in a thumbnail', () => {
  const engine = compressing();
  const half = { width: 150, height: 100 };
  const photo = noisy(
    drawing(half, 3, (x, y) => [110 + 60 * Math.sin(x / 21), 120 + 50 * Math.sin(y / 17), 100]),
    8,
  );

  const thumbnail = async (
    picture: typeof photo,
    types: readonly string[],
    adaptive?: Partial<QualityOptions>,
  ) => {
    const change: PictureChange = {
      resize: { method: 'scale', width: half.width },
      convert: types,
    };
    const source = encodePng(doubled(picture));
    const { result } = await engine.compress(source, { adaptive: adaptive ?? {}, change });
    const { winner, candidates, fallback } = result.receipt;
    expect(fallback).to.equal('small');
    const jpeg = candidates.find(({ encoders }) => encoders === 'mozjpeg');
    return {
      winner,
      isDegraded: result.isDegraded,
      variant: jpeg?.settings.variant,
      names: candidates.map(({ encoders }) => encoders),
    };
  };

  it('is kept by a JPEG', async () => {
    const { variant, isDegraded } = await thumbnail(withLabel(photo, [60, 40]), ['image/jpeg']);
    expect([variant, isDegraded]).to.deep.equal(['1x1', false]);
    expect((await thumbnail(photo, ['image/jpeg'])).variant).not.to.equal('1x1');
  });

  it('is kept by another type than WebP, where a JPEG may be chosen', async () => {
    const types = ['image/webp', 'image/jpeg'];
    const { winner, names } = await thumbnail(withLabel(photo, [60, 40]), types);
    expect(winner).to.equal('mozjpeg');
    expect(names).not.to.include('cwebp');
    expect((await thumbnail(photo, types)).names).to.include('cwebp');
  });

  for (const isLasting of [true, false]) {
    const told = isLasting ? 'for all who bring the picture' : 'for this request alone';
    it(`is not looked for ${told} where it cannot be`, async () => {
      const failure = new ScorerFailure('no survey', { isLasting });
      const scorer = { ...engine.scorer, survey: () => Promise.reject(failure) };
      const labelled = withLabel(photo, [60, 40]);
      const { variant, isDegraded } = await thumbnail(labelled, ['image/jpeg'], { scorer });
      expect(variant).not.to.equal('1x1');
      expect(isDegraded).to.equal(!isLasting);
    });
  }
});

/** The picture with each pixel as 2x2 pixels. */
const doubled = ({ width, height, bands, data }: Raster): Raster =>
  drawing({ width: 2 * width, height: 2 * height }, bands, (x, y) => {
    const at = ((y >> 1) * width + (x >> 1)) * bands;
    return [...data.subarray(at, at + bands)];
  });
