import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { Colour } from '../../src/image/colour.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { planOf, pngType as png, type Plan, type PictureChange } from '../../src/image/plan.ts';
import { defaultTable } from '../support/image/encoder-table.ts';
import { plainFacts } from '../support/image/facts.ts';

const jpeg = 'image/jpeg';
const webp = 'image/webp';
const red: Colour = { red: 255, green: 0, blue: 0 };

type Facts = Partial<ImageFacts>;
const pngFacts: Facts = { mediaType: png, lossless: true };
const alphaFacts: Facts = { ...pngFacts, hasAlpha: true };
const webpFacts: Facts = { mediaType: webp };
const animation: Facts = { ...webpFacts, frames: 5 };
const apng: Facts = { ...pngFacts, frames: 5 };

/** Sources are of 40x30 pixels. */
const smaller = { method: 'scale', width: 20 } as const;
const asLarge = { method: 'fit', width: 40, height: 40 } as const;
const square = { method: 'cover', width: 20, height: 20 } as const;

const planFor = (facts: Facts, change: PictureChange): Plan =>
  planOf(plainFacts(facts), defaultTable, { isOurResult: false, change });

describe('planOf with a size to resize to', () => {
  type Row = readonly [
    title: string,
    resize: PictureChange['resize'],
    planned: Pick<Plan, 'width' | 'height' | 'resize' | 'thumb'>,
  ];
  const none = { width: 40, height: 30, resize: undefined, thumb: undefined };
  const scaledTo = (width: number, height: number) => ({
    ...none,
    width,
    height,
    resize: { scaled: { width, height }, crop: undefined },
  });
  const cropped = {
    width: 20,
    height: 20,
    resize: { scaled: { width: 27, height: 20 }, crop: { width: 20, height: 20 } },
    thumb: undefined,
  };
  const rows: readonly Row[] = [
    ['no size', undefined, none],
    ['a smaller width', smaller, scaledTo(20, 15)],
    ['a smaller height', { method: 'scale', height: 10 }, scaledTo(13, 10)],
    ['a smaller box', { method: 'fit', width: 20, height: 20 }, scaledTo(20, 15)],
    ['its own width', { method: 'scale', width: 40 }, none],
    ['a larger width', { method: 'scale', width: 400 }, none],
    ['a larger box', asLarge, none],
    ['a larger box to cover', { method: 'cover', width: 400, height: 300 }, none],
    ['a larger box for a thumb', { method: 'thumb', width: 400, height: 300 }, none],
    ['a square to cover', square, cropped],
    [
      'a box to cover in its proportions',
      { method: 'cover', width: 20, height: 15 },
      scaledTo(20, 15),
    ],
    [
      'a box to cover that is as high as the picture',
      { method: 'cover', width: 20, height: 30 },
      {
        ...none,
        width: 20,
        resize: { scaled: { width: 40, height: 30 }, crop: { width: 20, height: 30 } },
      },
    ],
    [
      'a square thumb',
      { method: 'thumb', width: 20, height: 20 },
      { ...cropped, thumb: { width: 20, height: 20 } },
    ],
  ];
  for (const [title, resize, planned] of rows) {
    it(`for ${title}: ${planned.width}x${planned.height}`, () => {
      const { width, height, resize: done, thumb } = planFor({}, { ...(resize && { resize }) });
      const box = thumb && { width: thumb.width, height: thumb.height };
      expect({ width, height, resize: done, thumb: box }).to.deep.equal(planned);
    });
  }
});

describe('planOf with a background', () => {
  const rows: readonly (readonly [string, Facts, Colour | undefined, string[]])[] = [
    ['a transparent PNG', alphaFacts, red, [png]],
    ['a transparent WebP', { ...webpFacts, hasAlpha: true }, red, [png]],
    ['a PNG without alpha', pngFacts, undefined, []],
    ['a JPEG', {}, undefined, []],
    ['an animation without alpha', animation, undefined, []],
  ];
  for (const [title, facts, background, pixels] of rows) {
    it(`for ${title}: ${background ? 'filled' : 'as it is'}`, () => {
      const plan = planFor(facts, { background: red });
      expect(plan).to.deep.include({ background, pixels });
      expect(plan.sourceCompetes).to.equal(background === undefined);
    });
  }
});

describe('planOf with a change of an animation', () => {
  const kept: readonly (readonly [string, Facts, PictureChange, Partial<Plan>])[] = [
    ['scales a WebP', animation, { resize: smaller }, { width: 20, height: 15, frames: 5 }],
    ['crops a WebP', animation, { resize: square }, { width: 20, height: 20, frames: 5 }],
    [
      'fills a transparent WebP',
      { ...animation, hasAlpha: true },
      { background: red },
      { background: red, sourceCompetes: false },
    ],
    [
      'leaves a WebP of the size asked for',
      animation,
      { resize: asLarge },
      { sourceCompetes: true },
    ],
    ['leaves an APNG of the size asked for', apng, { resize: asLarge }, { sourceCompetes: true }],
    [
      'keeps the type where it is asked for',
      animation,
      { convert: [png, webp] },
      { sourceCompetes: true },
    ],
    ['keeps an APNG where PNG is asked for', apng, { convert: [png] }, { sourceCompetes: true }],
  ];
  for (const [title, facts, change, planned] of kept) {
    it(title, () => {
      expect(planFor(facts, change)).to.deep.include({ ...planned, candidates: [], pixels: [] });
    });
  }

  const refused: readonly (readonly [string, Facts, PictureChange, string])[] = [
    [
      'a background of an APNG',
      { ...apng, hasAlpha: true },
      { background: red },
      'transform.background: expected a still image or an animated WebP, got an animated PNG',
    ],
    [
      'another type',
      animation,
      { convert: [jpeg, png] },
      'convert.type: expected image/webp, since an animation keeps its type, got image/jpeg, image/png',
    ],
    [
      'another size of an APNG',
      apng,
      { resize: smaller },
      'resize: expected a still image or an animated WebP, got an animated PNG',
    ],
  ];
  for (const [title, facts, change, message] of refused) {
    it(`refuses ${title}, and says what was expected`, () => {
      expect(() => planFor(facts, change))
        .to.throw(ServiceError)
        .that.includes({ code: 'bad_request', message });
    });
  }
});
