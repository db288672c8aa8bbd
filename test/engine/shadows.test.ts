import { expect } from 'chai';
import type { EncoderTable } from '../../src/image/encoder.ts';
import { ScorerFailure } from '../../src/engine/scorer/failure.ts';
import { storedRaster } from '../../src/image/wasm/stored-pixels.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import { isShadow, shadowOf } from '../../src/image/png/shadow/shadow.ts';
import { compressing, type Outcome } from '../support/engine/compressing.ts';
import { makingBy } from '../support/engine/making-by.ts';
import { decodePng } from '../support/image/decode-png.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { withSoftShadow } from '../support/image/shadows.ts';

/** A soft shadow below a block of many colours. */
describe('a soft shadow', () => {
  const engine = compressing();
  const picture = withSoftShadow();
  const png = Buffer.from(encodePng(picture));
  const shadow = shadowOf(storedRaster(picture)) ?? expect.fail('there is a shadow');

  const tableWith = (command: readonly string[]): EncoderTable => {
    const palette =
      adaptiveConfig.encoders.palette ?? expect.fail('there is an encoder of palettes');
    return {
      encoders: { ...adaptiveConfig.encoders, palette: { ...palette, command } },
      types: { 'image/png': [['palette', 'oxipng'], ['oxipng']] },
    };
  };
  const told = adaptiveConfig.encoders.palette?.command ?? [];
  const untold = told.filter((word) => word !== '{colours}');

  // Colours of small palettes become one besides, where there is time.
  const quick = { isFast: true };

  /** The products of the shadow that were asked for, and the outcome. */
  const compressed = async (
    command: readonly string[],
    isMade = true,
  ): Promise<Readonly<{ outcome: Outcome; asked: number }>> => {
    let asked = 0;
    const scorer = makingBy(engine.scorer, ['without-shadow'], async (request, use) => {
      asked += 1;
      if (!isMade) throw new ScorerFailure('it was killed', { isLasting: false });
      return engine.scorer.make(request, use);
    });
    const options = { ...quick, table: tableWith(command), scorer, adaptive: { scorer } };
    return { outcome: await engine.compress(png, options), asked };
  };

  /** The most that its alpha is off by, in levels; 255 where it has another colour. */
  const errorOf = ({ content }: Outcome): number => {
    const { data } = decodePng(content);
    let most = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (!isShadow(shadow, picture.data, at)) continue;
      const isSame = shadow.colour.every((level, band) => data[at + band] === level);
      most = Math.max(most, isSame ? Math.abs(picture.data[at + 3]! - data[at + 3]!) : 255);
    }
    return most;
  };

  it('has colours of its own in a palette', async () => {
    const { outcome, asked } = await compressed(told);
    expect(outcome.result.receipt.winner).to.equal('palette+oxipng');
    expect([asked, errorOf(outcome)]).to.deep.equal([1, 1]);
  });

  it('has none by a program that cannot be told to leave some', async () => {
    const { outcome, asked } = await compressed(untold);
    expect(asked).to.equal(0);
    expect(errorOf(outcome)).to.be.above(1);
  });

  it('loses no picture where it cannot be taken apart', async () => {
    const { outcome } = await compressed(told, false);
    expect(outcome.result.isDegraded).to.equal(true);
    expect(errorOf(outcome)).to.equal(0);
  });
});
