import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { EncoderTable } from '../../src/image/encoder.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { quantisationTables } from '../../src/image/jpeg/quantisation-tables.ts';
import { planOf } from '../../src/image/plan.ts';
import { defaultTable, encoderOf } from '../support/image/encoder-table.ts';
import { plainFacts } from '../support/image/facts.ts';
import { standardTables } from '../support/image/standard-tables.ts';

const pixmap = 'image/x-portable-pixmap';
const png = 'image/png';
const ours = { quantisation: quantisationTables(3) };

/** Candidates as `chain+of+encoders < what it reads`. */
const shapeOf = (facts: Partial<ImageFacts>, isOurResult = false, table = defaultTable) => {
  const { candidates, pixels } = planOf(plainFacts(facts), table, { isOurResult });
  return {
    candidates: candidates.map(({ chain, from }) => `${chain.join('+')} < ${from}`),
    pixels,
  };
};

const pngFacts = { mediaType: png, lossless: true } as const;
const webpFacts = { mediaType: 'image/webp' } as const;
const bothDirect = ['pngquant+oxipng < source', 'oxipng < source'];
const bothPixels = [`pngquant+oxipng < ${png}`, `oxipng < ${png}`];

type Row = readonly [
  title: string,
  facts: Partial<ImageFacts>,
  candidates: readonly string[],
  pixels: readonly string[],
];

describe('planOf with the default encoders', () => {
  const rows: readonly Row[] = [
    ['a JPEG', {}, ['mozjpeg < source', 'jpegtran < source'], []],
    ['a grey JPEG', { colour: 'grey' }, ['mozjpeg < source', 'jpegtran < source'], []],
    [
      'a JPEG with an sRGB profile',
      { iccProfile: 'srgb' },
      ['mozjpeg < source', 'jpegtran < source'],
      [],
    ],
    [
      'a JPEG with standard tables',
      { quantisation: standardTables(75) },
      ['mozjpeg < source', 'jpegtran < source'],
      [],
    ],
    ['a progressive JPEG', { isProgressive: true }, ['mozjpeg < source'], []],
    ['a progressive JPEG of ours', { ...ours, isProgressive: true }, [], []],
    ['a JPEG on its side', { orientation: 6 }, [`mozjpeg < ${pixmap}`], [pixmap]],
    ['a mirrored JPEG', { orientation: 2 }, [`mozjpeg < ${pixmap}`], [pixmap]],
    ['a JPEG with another profile', { iccProfile: 'other' }, [`mozjpeg < ${pixmap}`], [pixmap]],
    ['a CMYK JPEG', { colour: 'cmyk' }, [`mozjpeg < ${pixmap}`], [pixmap]],
    ['a JPEG of 12 bits', { bitDepth: 12 }, [`mozjpeg < ${pixmap}`], [pixmap]],
    ['a JPEG with the tables of a result', ours, ['jpegtran < source'], []],
    ['a JPEG with the tables of a result, on its side', { ...ours, orientation: 6 }, [], []],
    ['a PNG', pngFacts, bothDirect, []],
    ['a transparent PNG', { ...pngFacts, hasAlpha: true }, bothDirect, []],
    ['a palette PNG of 1 bit', { ...pngFacts, colour: 'palette', bitDepth: 1 }, bothDirect, []],
    ['a PNG of 16 bits', { ...pngFacts, bitDepth: 16 }, bothPixels, [png]],
    ['a PNG with another profile', { ...pngFacts, iccProfile: 'other' }, bothPixels, [png]],
    ['a PNG on its side', { ...pngFacts, orientation: 8 }, bothPixels, [png]],
    ['an APNG', { ...pngFacts, frames: 2 }, [], []],
    ['a PNG of unusual gamma', { ...pngFacts, gamma: 'other' }, [], []],
    ['a PNG of unusual gamma and 16 bits', { ...pngFacts, gamma: 'other', bitDepth: 16 }, [], []],
    ['a lossy WebP', webpFacts, ['cwebp < source'], []],
    [
      'a lossless WebP',
      { ...webpFacts, lossless: true },
      ['cwebp < source', 'cwebp-lossless < source'],
      [],
    ],
    [
      'a WebP with another profile',
      { ...webpFacts, iccProfile: 'other' },
      [`cwebp < ${pixmap}`],
      [pixmap],
    ],
    [
      'a transparent WebP on its side',
      { ...webpFacts, hasAlpha: true, orientation: 3 },
      [`cwebp < ${png}`],
      [png],
    ],
    ['an animated WebP', { ...webpFacts, frames: 12 }, [], []],
    ['an animated WebP on its side', { ...webpFacts, frames: 12, orientation: 3 }, [], []],
  ];
  for (const [title, facts, candidates, pixels] of rows) {
    it(`for ${title}: ${candidates.join(', ') || 'nothing'}`, () => {
      expect(shapeOf(facts)).to.deep.equal({ candidates, pixels });
    });
  }

  const types: Readonly<Record<string, Partial<ImageFacts>>> = {
    JPEG: {},
    PNG: pngFacts,
    WebP: { ...webpFacts, lossless: true },
  };
  for (const [title, facts] of Object.entries(types)) {
    it(`tries nothing for a ${title} that is a result of the service`, () => {
      expect(shapeOf(facts, true).candidates).to.deep.equal([]);
    });
  }

  it('keeps size after orientation and frames, and lets the source compete', () => {
    const plan = planOf(plainFacts({ ...webpFacts, frames: 3 }), defaultTable, {
      isOurResult: false,
    });
    expect(plan).to.deep.equal({
      width: 40,
      height: 30,
      frames: 3,
      resize: undefined,
      thumb: undefined,
      background: undefined,
      pixels: [],
      candidates: [],
      sourceCompetes: true,
    });
  });
});

describe('planOf with encoders of the operator', () => {
  const tableOf = (encoders: EncoderTable['encoders'], chains: string[][]): EncoderTable => ({
    encoders,
    types: { 'image/png': chains },
  });

  it('refuses a media type without chains', () => {
    expect(() => planOf(plainFacts(), tableOf({}, []), { isOurResult: false }))
      .to.throw(ServiceError)
      .that.includes({ code: 'unsupported_media_type' });
  });

  it('leaves out a chain with an encoder that is not there', () => {
    const table = tableOf({ a: encoderOf() }, [['a', 'b'], ['a']]);
    expect(shapeOf(pngFacts, false, table).candidates).to.deep.equal(['a < source']);
  });

  it('sends animations to chains of animated encoders alone', () => {
    const encoders = { still: encoderOf(), moving: encoderOf({ animated: true }) };
    const table = tableOf(encoders, [['still'], ['moving'], ['moving', 'still']]);
    expect(shapeOf({ ...pngFacts, frames: 2 }, false, table)).to.deep.equal({
      candidates: ['moving < source'],
      pixels: [],
    });
  });

  it('decodes to a pixmap for whoever reads one, and to PNG for the others', () => {
    const encoders = {
      either: encoderOf({ reads: [pixmap, png] }),
      pngOnly: encoderOf(),
    };
    const sideways = { ...pngFacts, orientation: 6 } as const;
    const chosen = (chains: string[][]) => shapeOf(sideways, false, tableOf(encoders, chains));
    expect(chosen([['either']]).pixels).to.deep.equal([pixmap]);
    expect(chosen([['either'], ['pngOnly']])).to.deep.equal({
      candidates: [`either < ${pixmap}`, `pngOnly < ${png}`],
      pixels: [png, pixmap],
    });
  });

  it('leaves a reader of pixmaps out where pixels may be transparent', () => {
    const table = tableOf({ opaque: encoderOf({ reads: [pixmap] }) }, [['opaque']]);
    expect(shapeOf(pngFacts, false, table)).to.deep.equal({
      candidates: [`opaque < ${pixmap}`],
      pixels: [pixmap],
    });
    expect(shapeOf({ ...pngFacts, hasAlpha: true }, false, table)).to.deep.equal({
      candidates: [],
      pixels: [],
    });
  });
});
