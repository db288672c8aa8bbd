import { expect } from 'chai';
import type { Measured, Scorer } from '../../src/engine/scorer/client.ts';
import { ScorerFailure } from '../../src/engine/scorer/failure.ts';
import type { QualityOptions } from '../../src/engine/search/quality-options.ts';
import type { Encoder, EncoderTable } from '../../src/image/encoder.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { Raster } from '../../src/image/raster.ts';
import { compressing, type CompressOptions } from '../support/engine/compressing.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { randomNumbers } from '../support/random.ts';
import { changed, noisy, scene, withAlpha } from '../support/image/scenes.ts';

/** A disc with a wide soft edge, in which alpha has grain and all levels. */
const softDisc = (picture: Raster): Raster => {
  const random = randomNumbers(5);
  return withAlpha(picture, (x, y) => {
    const share = (58 - Math.hypot(x - 80, y - 60)) / 40;
    const isSoft = share > 0 && share < 1;
    return isSoft ? Math.round(8 + 230 * share + random(9)) : share <= 0 ? 0 : 255;
  });
};

const soft = softDisc(noisy(scene({ width: 160, height: 120 }), 5));

describe('a WebP with coarse alpha', () => {
  const engine = compressing();

  /** A table in which an encoder alone makes WebPs. */
  const tableWith = (cwebp: Encoder): EncoderTable => ({
    encoders: { ...adaptiveConfig.encoders, cwebp },
    types: { ...adaptiveConfig.types, 'image/webp': [['cwebp']] },
  });
  const configured = adaptiveConfig.encoders['cwebp'] ?? expect.fail('cwebp is configured');
  const { coarseAlpha = [], ...plainEfforts } = configured.effort;
  const plainTable = tableWith({ ...configured, effort: plainEfforts });

  const webpOf = async (
    picture: Raster,
    options: Partial<CompressOptions> = {},
    adaptive: Partial<QualityOptions> = {},
  ) => {
    const { result, content } = await engine.compress(encodePng(picture), {
      ...{ adaptive, change: { convert: ['image/webp'] }, table: tableWith(configured) },
      ...options,
    });
    const { candidates } = result.receipt;
    const search =
      candidates.find(({ encoders }) => encoders === 'cwebp') ?? expect.fail('cwebp competes');
    const coarse = search.trials.filter(({ variant }) => variant?.endsWith('coarse alpha'));
    return { content, coarse, search, isDegraded: result.isDegraded };
  };

  it('takes fewer bytes, and meets the target', async () => {
    const plain = await webpOf(soft, { table: plainTable });
    const coarse = await webpOf(soft);
    expect(plain.coarse).to.deep.equal([]);
    expect(coarse.coarse).to.have.length(1);
    expect(coarse.content.length).to.be.below(plain.content.length * 0.95);
    const { score, worstPlace, accepted } = coarse.search;
    expect(accepted).to.equal(true);
    expect(score).to.be.at.least(78.8);
    expect(coarse.coarse[0]).to.include({ score, worstPlace });
  });

  /** Levels of alpha that would show as rings. */
  const fewLevels = coarseAlpha.map((word, at) =>
    coarseAlpha[at - 1] === '-alpha_q' ? '20' : word,
  );
  const lights: readonly (readonly [string, Raster])[] = [
    ['on white, where the picture is dark', changed(soft, (level) => level / 8)],
    ['on black, where the picture is bright', changed(soft, (level) => 224 + level / 8)],
  ];
  for (const [title, picture] of lights) {
    it(`is refused where its rings show ${title}`, async () => {
      const plain = await webpOf(picture, { table: plainTable });
      const table = tableWith({
        ...configured,
        effort: { ...plainEfforts, coarseAlpha: fewLevels },
      });
      const coarse = await webpOf(picture, { table });
      expect(coarse.coarse).to.have.length(1);
      expect(coarse.content.equals(plain.content)).to.equal(true);
    });
  }

  /** Scores of trials that were searched for bands, which are those with coarse alpha alone, by `change`. */
  const scoring = (change: (scores: Measured) => Measured): Scorer => {
    let asked = 0;
    const score: Scorer['score'] = async (request, use) => {
      const scores = await engine.scorer.score(request, use);
      const isCoarse =
        request.looksForBands && !request.result.endsWith('.png') && (asked += 1) === 1;
      return isCoarse ? change(scores) : scores;
    };
    return { ...engine.scorer, score };
  };

  const faults: readonly (readonly [string, (scores: Measured) => Measured])[] = [
    ['misses the target', (scores) => ({ ...scores, score: 78.7 })],
    ['has a bad place', (scores) => ({ ...scores, worstPlace: 55 })],
    ['has bands that the other has not', (scores) => ({ ...scores, banding: 6 })],
  ];
  for (const [title, change] of faults) {
    it(`is refused where it ${title}`, async () => {
      const plain = await webpOf(soft, { table: plainTable });
      const coarse = await webpOf(soft, {}, { scorer: scoring(change) });
      expect(coarse.coarse).to.have.length(1);
      expect(coarse.content.equals(plain.content)).to.equal(true);
      expect(coarse.isDegraded).to.equal(false);
    });
  }

  for (const isLasting of [false, true]) {
    it(`leaves the other WebP where it fails (${isLasting ? 'always' : 'now'})`, async () => {
      const plain = await webpOf(soft, { table: plainTable });
      const scorer = scoring(() => {
        throw new ScorerFailure('no memory', { isLasting });
      });
      const { content, isDegraded } = await webpOf(soft, {}, { scorer });
      expect(content.equals(plain.content)).to.equal(true);
      expect(isDegraded).to.equal(!isLasting);
    });
  }

  const hard = withAlpha(soft, (x) => (x % 50 < 25 ? 255 : 0));
  const others: readonly (readonly [string, Raster, Partial<CompressOptions>])[] = [
    ['a picture with hard edges', hard, {}],
    ['an opaque picture', withAlpha(soft, () => 255), {}],
    ['quality.effort fast', soft, { isFast: true }],
  ];
  for (const [title, picture, options] of others) {
    it(`is not made for ${title}`, async () => {
      const { search, coarse } = await webpOf(picture, options);
      expect(search.trials).not.to.deep.equal([]);
      expect(coarse).to.deep.equal([]);
    });
  }

  it('is given up under load, and the result is then degraded', async () => {
    const trials = (await webpOf(soft, { table: plainTable })).search.trials.length;
    // Pressure is asked for before each trial but the first, and before the one with coarse alpha.
    let asked = 0;
    const pressure = () => ((asked += 1) > trials - 1 ? 'pressure' : undefined);
    const { coarse, search, isDegraded } = await webpOf(soft, {}, { pressure });
    expect(coarse).to.deep.equal([]);
    expect(search).to.include({ stopped: 'pressure', accepted: true });
    expect(isDegraded).to.equal(true);
  });
});
