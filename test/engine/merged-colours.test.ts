import { expect } from 'chai';
import type { QualityOptions } from '../../src/engine/search/quality-options.ts';
import { ScorerFailure } from '../../src/engine/scorer/failure.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { ReceiptCandidate } from '../../src/image/search/receipt.ts';
import { compressing, type CompressOptions, type Outcome } from '../support/engine/compressing.ts';
import { coarserPalettes, makingBy } from '../support/engine/making-by.ts';
import { drawing } from '../support/image/drawings.ts';

/** Rings in three colours with soft edges, as in a logo: the colours of the edges take most of its palette. */
const logo = encodePng(
  drawing({ width: 160, height: 120 }, 4, (x, y) => {
    const ring = Math.hypot(x - 80, y - 60) / 7;
    const [inside, share] = [Math.floor(ring) % 2 === 0, Math.min(1, (ring % 1) * 2)];
    const colour = x < 50 ? [200, 30, 60] : x < 110 ? [20, 50, 140] : [240, 170, 20];
    if (ring > 8) return [0, 0, 0, 0];
    return [...colour, Math.round(255 * (inside ? share : 1 - share))];
  }),
);

describe('a palette of which like colours became one', () => {
  const engine = compressing();

  const compress = (
    adaptive: Partial<QualityOptions> = {},
    options: Partial<CompressOptions> = {},
  ): Promise<Outcome> => engine.compress(logo, { adaptive, ...options });

  const searchOf = ({ result }: Outcome): ReceiptCandidate =>
    result.receipt.candidates.find(({ encoders }) => encoders === 'palette+oxipng-thorough') ??
    expect.fail('a palette was searched');

  const mergedTrials = (outcome: Outcome) =>
    searchOf(outcome).trials.filter(({ variant }) => variant?.includes(' merged '));

  /** The result where colours neither become one nor repeat. */
  const plain = (): Promise<Outcome> => {
    const failing = () => Promise.reject(new ScorerFailure('none', { isLasting: true }));
    return compress({ scorer: makingBy(engine.scorer, coarserPalettes, failing) });
  };

  it('takes far fewer bytes where the encoder has no coarser one, and meets the target', async () => {
    const [before, after] = [await plain(), await compress()];
    expect(mergedTrials(after)).to.have.length.within(1, 5);
    expect(after.content.length).to.be.below(before.content.length * 0.9);
    const { score, accepted } = searchOf(after);
    expect(accepted).to.equal(true);
    expect(score).to.be.at.least(78.8);
  });

  it('is not made where quality.effort is fast, nor where a palette is near the target', async () => {
    expect(mergedTrials(await compress({}, { isFast: true }))).to.deep.equal([]);
    const { score } = searchOf(await plain());
    const near = await compress({ target: Math.min(99, score! + 1) });
    expect(mergedTrials(near)).to.deep.equal([]);
  });
});
