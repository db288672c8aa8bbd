import { expect } from 'chai';
import type { EncoderTable } from '../../src/image/encoder.ts';
import { quantisationTables } from '../../src/image/jpeg/quantisation-tables.ts';
import { needsPixelChange, pixmap, planOf } from '../../src/image/plan.ts';
import { defaultTable, encoderOf, plainFacts } from './encoder-table.ts';

const png = 'image/png';

/** All lists with one value of each. */
const combinationsOf = (values: Readonly<Record<string, readonly unknown[]>>): readonly object[] =>
  Object.entries(values).reduce<object[]>(
    (partial, [name, options]) =>
      partial.flatMap((fields) => options.map((value) => ({ ...fields, [name]: value }))),
    [{}],
  );

describe('planOf, for every combination of facts', () => {
  const encoders = {
    ...defaultTable.encoders,
    moving: encoderOf({ animated: true, reads: [png, pixmap, 'image/webp', 'image/jpeg'] }),
  };
  const types = Object.fromEntries(
    Object.entries(defaultTable.types).map(([type, chains]) => [type, [...chains, ['moving']]]),
  );
  const table: EncoderTable = { encoders, types };
  const plans = combinationsOf({
    mediaType: ['image/jpeg', png, 'image/webp'],
    orientation: [1, 2, 6],
    bitDepth: [1, 8, 16],
    colour: ['grey', 'rgb', 'palette', 'cmyk'],
    hasAlpha: [false, true],
    frames: [1, 5],
    lossless: [false, true],
    iccProfile: ['none', 'srgb', 'other'],
    gamma: ['standard', 'other'],
    quantisation: [[], quantisationTables(3)],
  }).flatMap((changes) => {
    const facts = plainFacts(changes);
    return [false, true].map((isOurResult) => ({
      facts,
      isOurResult,
      plan: planOf(facts, table, { isOurResult }),
    }));
  });
  type Planned = (typeof plans)[number];
  const firstOf = (chain: readonly string[]) => encoders[chain[0] as keyof typeof encoders];

  const promises: Readonly<Record<string, (planned: Planned) => boolean>> = {
    'animations go only where all frames are kept': ({ facts, plan }) =>
      facts.frames === 1 || plan.candidates.every(({ chain }) => chain.join('+') === 'moving'),
    'no animation is decoded to the pixels of one frame': ({ facts, plan }) =>
      facts.frames === 1 || plan.pixels === undefined,
    'nobody reads the source where its pixels must change': ({ facts, plan }) =>
      !needsPixelChange(facts) || plan.candidates.every(({ from }) => from === 'pixels'),
    'everybody can read what they are given': ({ facts, plan }) =>
      plan.candidates.every(({ chain, from }) =>
        firstOf(chain).reads.includes(from === 'source' ? facts.mediaType : (plan.pixels ?? '')),
      ),
    'pixels are decoded only for those who read them': ({ plan }) =>
      (plan.pixels !== undefined) === plan.candidates.some(({ from }) => from === 'pixels'),
    'transparency is never decoded to a pixmap': ({ facts, plan }) =>
      !facts.hasAlpha || plan.pixels !== pixmap,
    'nothing is lost twice': ({ facts, plan, isOurResult }) =>
      !(isOurResult || facts.quantisation.length > 0) ||
      plan.candidates.every(({ chain }) =>
        chain.every((name) => encoders[name as keyof typeof encoders].lossless),
      ),
    'an unusual gamma is left in its own bytes': ({ facts, plan }) =>
      facts.gamma === 'standard' || plan.candidates.length === 0,
  };
  for (const [title, holds] of Object.entries(promises)) {
    it(title, () => {
      const broken = plans.find((planned) => !holds(planned));
      expect(broken).to.equal(undefined);
    });
  }
});
