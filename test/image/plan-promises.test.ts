import { expect } from 'chai';
import type { EncoderTable } from '../../src/image/encoder.ts';
import { quantisationTables } from '../../src/image/jpeg/quantisation-tables.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { needsPixelChange } from '../../src/image/needs-pixel-change.ts';
import { pixmapType, planOf, type PictureChange } from '../../src/image/plan.ts';
import { defaultTable, encoderOf } from '../support/image/encoder-table.ts';
import { plainFacts } from '../support/image/facts.ts';

const png = 'image/png';

/** All lists with one value of each. */
const combinationsOf = (values: Readonly<Record<string, readonly unknown[]>>): readonly object[] =>
  Object.entries(values).reduce<object[]>(
    (partial, [name, options]) =>
      partial.flatMap((fields) => options.map((value) => ({ ...fields, [name]: value }))),
    [{}],
  );

/** What may be asked of a picture; animations are only compressed. */
const changesOf = ({ frames }: ImageFacts): readonly PictureChange[] =>
  frames > 1
    ? [{}]
    : [
        {},
        { resize: { method: 'scale', width: 20 } },
        { background: { red: 255, green: 0, blue: 0 } },
        { convert: ['image/webp', 'image/jpeg', png] },
      ];

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  new Set(some).size === some.length &&
  new Set(some).symmetricDifference(new Set(others)).size === 0;

describe('planOf, for every combination of facts', () => {
  const encoders = {
    ...defaultTable.encoders,
    moving: encoderOf({ animated: true, reads: [png, pixmapType, 'image/webp', 'image/jpeg'] }),
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
    gamma: ['standard', 'other', 'overruled'],
    quantisation: [[], quantisationTables(3)],
  }).flatMap((changes) => {
    const facts = plainFacts(changes);
    return [false, true].flatMap((isOurResult) =>
      changesOf(facts).map((change) => {
        const plan = planOf(facts, table, { isOurResult, change });
        const isSamePicture = plan.resize === undefined && plan.background === undefined;
        return { facts, isOurResult, change, plan, isSamePicture };
      }),
    );
  });
  type Planned = (typeof plans)[number];
  const firstOf = (chain: readonly string[]) => encoders[chain[0] as keyof typeof encoders];

  const promises: Readonly<Record<string, (planned: Planned) => boolean>> = {
    'animations go only where all frames are kept': ({ facts, plan }) =>
      facts.frames === 1 || plan.candidates.every(({ chain }) => chain.join('+') === 'moving'),
    'no animation is decoded to the pixels of one frame': ({ facts, plan }) =>
      facts.frames === 1 || plan.pixels.length === 0,
    'no encoder reads the source where its pixels must change': ({ facts, plan, isSamePicture }) =>
      (isSamePicture && !needsPixelChange(facts)) ||
      plan.candidates.every(({ from }) => from !== 'source'),
    'every encoder can read what it is given': ({ facts, plan }) =>
      plan.candidates.every(({ chain, from }) =>
        firstOf(chain).reads.includes(from === 'source' ? facts.mediaType : from),
      ),
    'exactly those pixels are decoded that somebody reads': ({ plan }) =>
      isSameSet(
        plan.pixels,
        plan.candidates.flatMap(({ from }) => (from === 'source' ? [] : [from])),
      ),
    'transparency is decoded to a pixmapType only for JPEG, which cannot hold it': ({
      facts,
      plan,
    }) =>
      !facts.hasAlpha ||
      plan.candidates.every(
        ({ from, mediaType }) => from !== pixmapType || mediaType === 'image/jpeg',
      ),
    'no JPEG is made from a source with alpha': ({ facts, plan }) =>
      !facts.hasAlpha ||
      plan.candidates.every(
        ({ from, mediaType }) => from !== 'source' || mediaType !== 'image/jpeg',
      ),
    'nothing is lost twice': ({ facts, plan, isOurResult, isSamePicture }) =>
      !isSamePicture ||
      !(isOurResult || facts.quantisation.length > 0) ||
      plan.candidates
        .filter(({ mediaType }) => mediaType === facts.mediaType)
        .every(({ chain }) =>
          chain.every((name) => encoders[name as keyof typeof encoders].lossless),
        ),
    'an unusual gamma is left in its own bytes': ({ facts, plan, isSamePicture }) =>
      facts.gamma !== 'other' ||
      !isSamePicture ||
      plan.candidates.every(({ mediaType }) => mediaType !== facts.mediaType),
    'the source competes where it is the picture and of a type asked for': ({
      facts,
      plan,
      change,
      isSamePicture,
    }) =>
      plan.sourceCompetes ===
      (isSamePicture && (change.convert?.includes(facts.mediaType) ?? true)),
    'only types asked for are made': ({ facts, plan, change }) =>
      plan.candidates.every(({ mediaType }) =>
        (change.convert ?? [facts.mediaType]).includes(mediaType),
      ),
  };
  for (const [title, holds] of Object.entries(promises)) {
    it(title, () => {
      const broken = plans.find((planned) => !holds(planned));
      expect(broken).to.equal(undefined);
    });
  }
});
