import { expect } from 'chai';
import { copyFile } from 'node:fs/promises';
import type { Scorer } from '../../src/engine/scorer/client.ts';
import { ScorerFailure } from '../../src/engine/scorer/failure.ts';
import type { QualityOptions } from '../../src/engine/search/quality-options.ts';
import type { Size } from '../../src/image/rectangle.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { ReceiptCandidate } from '../../src/image/search/receipt.ts';
import { compressing, type CompressOptions, type Outcome } from '../support/engine/compressing.ts';
import { coarserPalettes, declining, makingBy } from '../support/engine/making-by.ts';
import { drawing } from '../support/image/drawings.ts';

/** Soft slopes on a disc, as in an emoji: of many colours, and flat outside. */
const disc = (size: Size): Buffer =>
  Buffer.from(
    encodePng(
      drawing(size, 4, (x, y) => {
        const distance = Math.hypot(x - 100, y - 80);
        if (distance > 70) return [0, 0, 0, 0];
        const shine = 90 * Math.exp(-(((x - 80) / 30) ** 2) - ((y - 50) / 22) ** 2);
        return [130 + x / 3 + shine, 60 + distance + shine, 230 - y / 2, 255];
      }),
    ),
  );
const glossy = disc({ width: 200, height: 160 });

describe('a palette whose colours repeat', () => {
  const engine = compressing();

  const compress = (
    adaptive: Partial<QualityOptions> = {},
    options: Partial<CompressOptions> = {},
    source: Uint8Array = glossy,
  ): Promise<Outcome> => engine.compress(source, { adaptive, ...options });

  /** What is made of it, and the same where the scorer makes no coarser palettes. */
  let [repeated, plain]: Outcome[] = [];
  before(async () => {
    repeated = await compress();
    plain = await compress({ scorer: makingBy(engine.scorer, coarserPalettes, declining) });
  });

  const searchOf = ({ result }: Outcome): ReceiptCandidate =>
    result.receipt.candidates.find(({ encoders }) => encoders === 'palette+oxipng-thorough') ??
    expect.fail('a palette was searched');

  const repeatedTrials = (outcome: Outcome) =>
    searchOf(outcome).trials.filter(({ variant }) => variant?.includes(' repeated '));

  it('takes far fewer bytes, and meets the target', async () => {
    expect(repeatedTrials(plain!)).to.deep.equal([]);
    const trials = repeatedTrials(repeated!);
    expect(trials).to.have.length.within(1, 5);
    expect(repeated!.content.length).to.be.below(plain!.content.length * 0.92);
    const { score, worstPlace, accepted } = searchOf(repeated!);
    expect(accepted).to.equal(true);
    expect(score).to.be.at.least(78.8);
    expect(trials).to.deep.include({ ...trials.find((one) => one.score === score), worstPlace });
  });

  it('is not made where quality.effort is fast, nor where no palette meets the target', async () => {
    expect(repeatedTrials(await compress({}, { isFast: true }))).to.deep.equal([]);
    const missed = await compress({ target: 99.9 });
    expect(searchOf(missed).trials).not.to.deep.equal([]);
    expect(repeatedTrials(missed)).to.deep.equal([]);
  });

  for (const [height, isMade] of [
    [600, true],
    [601, false],
  ] as const) {
    it(`is ${isMade ? 'made' : 'not made'} of 1000 times ${height} pixels`, async () => {
      const outcome = await compress({}, {}, disc({ width: 1000, height }));
      expect(repeatedTrials(outcome).length > 0).to.equal(isMade);
    });
  }

  for (const isLasting of [false, true]) {
    it(`leaves the plain palette where it fails (${isLasting ? 'always' : 'now'})`, async () => {
      const failing = () => Promise.reject(new ScorerFailure('no memory', { isLasting }));
      const scorer = makingBy(engine.scorer, coarserPalettes, failing);
      const { content, result } = await compress({ scorer });
      expect(content.equals(plain!.content)).to.equal(true);
      expect(result.isDegraded).to.equal(!isLasting);
    });
  }

  it('leaves the plain palette where it misses the target, or has hardly fewer bytes', async () => {
    let isRepeated = false;
    const { scorer } = engine;
    const missing: Scorer = {
      ...makingBy(scorer, coarserPalettes, async (request, use) => {
        isRepeated = true;
        return scorer.make(request, use);
      }),
      score: async (request, use) => {
        const scores = await scorer.score(request, use);
        return isRepeated ? { ...scores, score: 70, worstPlace: 70 } : scores;
      },
    };
    const copying = makingBy(scorer, coarserPalettes, async ({ source, result }) => {
      await copyFile(source, result);
      return { verdict: 'done', milliseconds: 0 };
    });
    for (const each of [missing, copying]) {
      const outcome = await compress({ scorer: each });
      expect(repeatedTrials(outcome)).not.to.deep.equal([]);
      expect(outcome.content.equals(plain!.content)).to.equal(true);
    }
  });

  it('is given up under load, and the result is then degraded', async () => {
    const usual = searchOf(repeated!).trials.length - repeatedTrials(repeated!).length;
    // Pressure is asked for before each trial but the first, and before the colours are repeated.
    let asked = 0;
    const hurried = await compress({
      pressure: () => ((asked += 1) > usual ? 'pressure' : undefined),
    });
    expect(repeatedTrials(hurried)).to.deep.equal([]);
    expect(searchOf(hurried).stopped).to.equal('pressure');
    expect(hurried.result.isDegraded).to.equal(true);
    expect(searchOf(hurried).accepted).to.equal(true);
  });
});
