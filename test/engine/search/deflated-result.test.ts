import { expect } from 'chai';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import type { Scorer } from '../../../src/engine/scorer/client.ts';
import { ScorerFailure } from '../../../src/engine/scorer/failure.ts';
import { ServiceError } from '../../../src/errors.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { compressing, type Outcome } from '../../support/engine/compressing.ts';
import { declining, makingBy } from '../../support/engine/making-by.ts';
import { drawing } from '../../support/image/drawings.ts';
import { pixelsOfContent } from '../../support/image/pictures.ts';

/** Tiles of a few colours, which a palette holds without loss, and deflate repeats. */
const tiles = Buffer.from(
  encodePng(
    drawing({ width: 320, height: 240 }, 3, (x, y) => {
      const tile = (x >> 4) * 7 + (y >> 4) * 5;
      const isInk = ((x * tile) ^ (y * 3)) % 11 < 3;
      return isInk ? [20, 40 * (tile % 5), 90] : [240, 240, 250 - (tile % 3)];
    }),
  ),
);

describe('a PNG whose rows are compressed once more', () => {
  const engine = compressing();
  type Adaptive = NonNullable<NonNullable<Parameters<typeof engine.compress>[1]>['adaptive']>;

  const compress = (adaptive: Adaptive = {}): Promise<Outcome> =>
    engine.compress(tiles, { adaptive });
  const by = (make: Scorer['make']): Scorer => makingBy(engine.scorer, ['deflated-png'], make);
  const over = (make: Scorer['make']): Promise<Outcome> => compress({ scorer: by(make) });
  /** What is made without it. */
  let usual: Outcome;
  before(async () => {
    usual = await over(declining);
  });

  it('has the same pixels in fewer bytes, and the receipt says how many', async () => {
    const fewer = await compress();
    expect(fewer.content.length).to.be.below(usual.content.length);
    const [one, other] = [
      await pixelsOfContent(usual.content, 'image/png'),
      await pixelsOfContent(fewer.content, 'image/png'),
    ];
    expect(other).to.deep.equal(one);
    const { winner, candidates } = fewer.result.receipt;
    const won = candidates.find(({ encoders }) => encoders === winner);
    expect(won?.bytes).to.equal(fewer.content.length);
    expect(fewer.result.isDegraded).to.equal(false);
  });

  it('is not made where quality.effort is fast', async () => {
    let isAsked = false;
    const asked: Scorer['make'] = (...given) => {
      isAsked = true;
      return engine.scorer.make(...given);
    };
    await compress({ effort: 'fast', scorer: by(asked) });
    expect(isAsked).to.equal(false);
  });

  const lasting = new ScorerFailure('no memory', { isLasting: true });
  const passing = new ScorerFailure('no memory', { isLasting: false });
  const late = new ServiceError('unavailable', 'no permit', { retryAfterSeconds: 5 });
  for (const [title, error, isDegraded] of [
    ['always fails', lasting, false],
    ['fails now', passing, true],
    ['gets no permit', late, true],
  ] as const) {
    it(`leaves the result as it is where it ${title}`, async () => {
      const { content, result } = await over(() => Promise.reject(error));
      expect(content.equals(usual.content)).to.equal(true);
      expect(result.isDegraded).to.equal(isDegraded);
    });
  }

  for (const [title, write] of [
    ['has as many bytes', copyFile],
    [
      'is damaged',
      async (from: string, to: string) => writeFile(to, (await readFile(from)).subarray(0, -20)),
    ],
    ['is larger', async (_: string, to: string) => writeFile(to, tiles)],
  ] as const) {
    it(`is not taken where it ${title}`, async () => {
      const { content } = await over(async ({ source, result }) => {
        await write(source, result);
        return { verdict: 'done', milliseconds: 0 };
      });
      expect(content.equals(usual.content)).to.equal(true);
    });
  }
});
