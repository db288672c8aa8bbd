import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { type PictureChange, planOf } from '../../src/image/plan.ts';
import { defaultTable } from '../support/image/encoder-table.ts';
import { plainFacts } from '../support/image/facts.ts';

const avif = 'image/avif';
const jpeg = 'image/jpeg';
const png = 'image/png';
const webp = 'image/webp';

/** The types of the candidates, or the message of the error. */
const plannedTypes = (facts: Partial<ImageFacts>, change: PictureChange): string => {
  try {
    const { candidates } = planOf(plainFacts(facts), defaultTable, { isOurResult: false, change });
    return [...new Set(candidates.map(({ mediaType }) => mediaType))].join();
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    expect((error as ServiceError).code).to.equal('bad_request');
    return (error as ServiceError).message;
  }
};

describe('a type that cannot hold the sides of a picture', () => {
  const wide = { mediaType: 'image/png', lossless: true, height: 3 } as const;
  const refusal = (field: string, most: string, size: string): string =>
    `${field}: expected sides of at most ${most}, got ${size}`;
  type Row = readonly [title: string, Partial<ImageFacts>, PictureChange, expected: string];
  const rows: readonly Row[] = [
    ['is taken at its limit: WebP', { ...wide, width: 16_383 }, { convert: [webp] }, webp],
    [
      'is refused: WebP',
      { ...wide, width: 16_384 },
      { convert: [webp] },
      refusal('convert.type', '16383 pixels for image/webp', '16384x3'),
    ],
    [
      'is refused for its height too',
      { ...wide, width: 3, height: 20_000 },
      { convert: [webp] },
      refusal('convert.type', '16383 pixels for image/webp', '3x20000'),
    ],
    ['is taken at its limit: JPEG', { ...wide, width: 65_500 }, { convert: [jpeg] }, jpeg],
    [
      'is refused: JPEG',
      { ...wide, width: 65_501 },
      { convert: [jpeg] },
      refusal('convert.type', '65500 pixels for image/jpeg', '65501x3'),
    ],
    ['is taken at its limit: AVIF', { ...wide, width: 32_768 }, { convert: [avif] }, avif],
    [
      'is refused: AVIF and WebP',
      { ...wide, width: 32_769 },
      { convert: [avif, webp] },
      refusal(
        'convert.type',
        '32768 pixels for image/avif, 16383 pixels for image/webp',
        '32769x3',
      ),
    ],
    [
      'is left out among others',
      { ...wide, width: 20_000 },
      { convert: [webp, jpeg, png] },
      `${jpeg},${png}`,
    ],
    [
      'is taken where the picture becomes small enough',
      { ...wide, width: 20_000 },
      { convert: [webp], resize: { method: 'scale', width: 10_000 } },
      webp,
    ],
    [
      'is taken where a crop makes it small enough',
      { ...wide, width: 20_000 },
      { convert: [webp], resize: { method: 'cover', width: 100, height: 3 } },
      webp,
    ],
    [
      'is refused where the picture stays too large',
      { ...wide, width: 20_000, height: 300 },
      { convert: [webp], resize: { method: 'cover', width: 18_000, height: 10 } },
      refusal('convert.type', '16383 pixels for image/webp', '18000x10'),
    ],
    [
      'is refused for a resize of the own type',
      { mediaType: webp, width: 16_384, height: 30 },
      { resize: { method: 'cover', width: 16_384, height: 10 } },
      refusal('resize', '16383 pixels for image/webp', '16384x10'),
    ],
    [
      'is refused for a background of the own type',
      { mediaType: webp, width: 16_384, height: 30, hasAlpha: true },
      { background: { red: 0, green: 0, blue: 0 } },
      refusal('transform.background', '16383 pixels for image/webp', '16384x30'),
    ],
    ['leaves the source as the answer', { mediaType: webp, width: 16_384 }, {}, ''],
    ['does not exist for PNG', { ...wide, width: 200_000 }, { convert: [png] }, png],
  ];
  for (const [title, facts, change, expected] of rows) {
    it(title, () => {
      expect(plannedTypes(facts, change)).to.equal(expected);
    });
  }
});
