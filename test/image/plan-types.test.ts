import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { quantisationTables } from '../../src/image/jpeg/quantisation-tables.ts';
import {
  deepPngType,
  pixmapType,
  planOf,
  pngType as png,
  type Plan,
  type PictureChange,
} from '../../src/image/plan.ts';
import { defaultTable } from '../support/image/encoder-table.ts';
import { plainFacts } from '../support/image/facts.ts';

const jpeg = 'image/jpeg';
const webp = 'image/webp';
const avif = 'image/avif';
const red = { red: 255, green: 0, blue: 0 };

type Facts = Partial<ImageFacts>;
const pngFacts: Facts = { mediaType: png, lossless: true };
const alphaFacts: Facts = { ...pngFacts, hasAlpha: true };
const webpFacts: Facts = { mediaType: webp };
const avifFacts: Facts = { mediaType: avif };
const fromPng = [`avifenc < ${png}`];
const ours: Facts = { quantisation: quantisationTables(3) };

/** Sources are of 40x30 pixels. */
const smaller = { method: 'scale', width: 20 } as const;
const asLarge = { method: 'fit', width: 40, height: 40 } as const;

const planFor = (facts: Facts, change: PictureChange, isOurResult = false): Plan =>
  planOf(plainFacts(facts), defaultTable, { isOurResult, change });

/** Candidates as `chain+of+encoders < what it reads`. */
const candidatesFor = (...given: Parameters<typeof planFor>): readonly string[] =>
  planFor(...given).candidates.map(({ chain, from }) => `${chain.join('+')} < ${from}`);

describe('planOf with types and changes', () => {
  const all = [webp, jpeg, png];
  const pngs = (from: string) => [`pngquant+oxipng < ${from}`, `oxipng < ${from}`];
  type Row = readonly [
    title: string,
    facts: Facts,
    change: PictureChange,
    candidates: readonly string[],
    pixels: readonly string[],
    sourceCompetes: boolean,
  ];
  const direct = ['mozjpeg < source', 'jpegtran < source'];
  const losslessWebp = (from: string) => [`cwebp < ${from}`, `cwebp-lossless < ${from}`];
  const rows: readonly Row[] = [
    ['a JPEG that is not resized after all', {}, { resize: asLarge }, direct, [], true],
    ['a JPEG, smaller', {}, { resize: smaller }, [`mozjpeg < ${pixmapType}`], [pixmapType], false],
    ['a JPEG to JPEG', {}, { convert: [jpeg] }, direct, [], true],
    ['a JPEG to WebP', {}, { convert: [webp] }, [`cwebp < ${pixmapType}`], [pixmapType], false],
    ['a JPEG to PNG', {}, { convert: [png] }, pngs(png), [png], false],
    [
      'a JPEG to every type',
      {},
      { convert: all },
      [`cwebp < ${pixmapType}`, ...direct, ...pngs(png)],
      [png, pixmapType],
      true,
    ],
    [
      'a JPEG to every type, smaller',
      {},
      { convert: all, resize: smaller },
      [`cwebp < ${pixmapType}`, `mozjpeg < ${pixmapType}`, ...pngs(png)],
      [png, pixmapType],
      false,
    ],
    [
      'a PNG to every type',
      pngFacts,
      { convert: all },
      [...losslessWebp('source'), `mozjpeg < ${pixmapType}`, ...pngs('source')],
      [pixmapType],
      true,
    ],
    ['a PNG, smaller', pngFacts, { resize: smaller }, pngs(png), [png], false],
    [
      'a PNG with alpha to JPEG',
      alphaFacts,
      { convert: [jpeg] },
      [`mozjpeg < ${pixmapType}`],
      [pixmapType],
      false,
    ],
    [
      'a PNG with alpha to every type',
      alphaFacts,
      { convert: all },
      [...losslessWebp('source'), `mozjpeg < ${pixmapType}`, ...pngs('source')],
      [pixmapType],
      true,
    ],
    [
      'a PNG with alpha to every type, smaller',
      alphaFacts,
      { convert: all, resize: smaller },
      [...losslessWebp(png), `mozjpeg < ${pixmapType}`, ...pngs(png)],
      [png, pixmapType],
      false,
    ],
    [
      'a PNG with alpha to JPEG, filled',
      alphaFacts,
      { convert: [jpeg], background: red },
      [`mozjpeg < ${pixmapType}`],
      [pixmapType],
      false,
    ],
    [
      'a WebP with alpha to every type',
      { ...webpFacts, hasAlpha: true },
      { convert: all },
      ['cwebp < source', `mozjpeg < ${pixmapType}`, ...pngs(png)],
      [png, pixmapType],
      true,
    ],
    [
      'a PNG of unusual gamma to WebP and PNG',
      { ...pngFacts, gamma: 'other' },
      { convert: [webp, png] },
      losslessWebp(pixmapType),
      [pixmapType],
      true,
    ],
    [
      'a PNG of overruled gamma to WebP',
      { ...pngFacts, gamma: 'overruled' },
      { convert: [webp] },
      losslessWebp('source'),
      [],
      false,
    ],
    [
      'a PNG of a high dynamic range to WebP and PNG',
      { ...pngFacts, gamma: 'unconvertible' },
      { convert: [webp, png] },
      [],
      [],
      true,
    ],
    ['an AVIF that is compressed', avifFacts, {}, fromPng, [png], true],
    [
      'an AVIF of 10 bits that is compressed',
      { ...avifFacts, bitDepth: 10 },
      {},
      [`avifenc < ${deepPngType}`],
      [png],
      true,
    ],
    [
      'an AVIF of 10 bits that is scaled',
      { ...avifFacts, bitDepth: 10 },
      { resize: smaller },
      fromPng,
      [png],
      false,
    ],
    ['an AVIF of this service', { ...avifFacts, isOwnResult: true }, {}, [], [], true],
    ['a lossy WebP of this service', { mediaType: webp, isOwnResult: true }, {}, [], [], true],
    [
      'a lossy WebP of this service that is scaled',
      { mediaType: webp, isOwnResult: true },
      { resize: smaller },
      [`cwebp < ${pixmapType}`],
      [pixmapType],
      false,
    ],
    [
      'a lossy WebP of this service as AVIF',
      { mediaType: webp, isOwnResult: true },
      { convert: [avif] },
      fromPng,
      [png],
      false,
    ],
    ['an AVIF with other colours', { ...avifFacts, gamma: 'other' }, {}, fromPng, [png], true],
    ['an AVIF in HDR', { ...avifFacts, gamma: 'unconvertible' }, {}, [], [], true],
    [
      'a JPEG as AVIF or WebP',
      {},
      { convert: [avif, webp] },
      [...fromPng, `cwebp < ${pixmapType}`],
      [png, pixmapType],
      false,
    ],
    ['a type that no encoder makes', {}, { convert: ['image/jxl'] }, [], [], false],
  ];
  for (const [title, facts, change, candidates, pixels, sourceCompetes] of rows) {
    it(`for ${title}: ${candidates.join(', ') || 'nothing'}`, () => {
      expect(candidatesFor(facts, change)).to.deep.equal(candidates);
      expect(planFor(facts, change)).to.deep.include({ pixels, sourceCompetes });
    });
  }

  for (const change of [{ convert: [webp] }, { resize: { method: 'scale', width: 5 } }] as const) {
    it(`refuses a PNG of a high dynamic range for ${Object.keys(change).join()}`, () => {
      expect(() => planFor({ ...pngFacts, gamma: 'unconvertible' }, change)).to.throw(
        ServiceError,
        'high dynamic range',
      );
    });
  }

  it('names the type that each candidate makes', () => {
    const { candidates } = planFor({}, { convert: all, resize: smaller });
    const types = candidates.map(({ mediaType }) => mediaType);
    expect(types).to.deep.equal([webp, jpeg, png, png]);
  });

  const mozjpeg = [`mozjpeg < ${pixmapType}`];
  const known: readonly (readonly [string, Facts, boolean, PictureChange, readonly string[]])[] = [
    ['a result of the service as it is', {}, true, { resize: asLarge }, []],
    ['a result of the service in its own type', {}, true, { convert: [jpeg] }, []],
    ['a result of the service, smaller', {}, true, { resize: smaller }, mozjpeg],
    [
      'a result of the service in another type',
      {},
      true,
      { convert: [webp] },
      [`cwebp < ${pixmapType}`],
    ],
    [
      "a JPEG with a result's tables as it is",
      ours,
      false,
      { resize: asLarge },
      ['jpegtran < source'],
    ],
    ["a JPEG with a result's tables, smaller", ours, false, { resize: smaller }, mozjpeg],
    [
      "a JPEG with a result's tables to WebP",
      ours,
      false,
      { convert: [webp] },
      [`cwebp < ${pixmapType}`],
    ],
    [
      "a JPEG with a result's tables to WebP or JPEG",
      ours,
      false,
      { convert: [webp, jpeg] },
      [`cwebp < ${pixmapType}`, 'jpegtran < source'],
    ],
    ['a transparent PNG of the service, filled', alphaFacts, true, { background: red }, pngs(png)],
  ];
  for (const [title, facts, isOurResult, change, candidates] of known) {
    it(`loses again only where the picture changes: ${title}`, () => {
      expect(candidatesFor(facts, change, isOurResult)).to.deep.equal(candidates);
    });
  }
});
