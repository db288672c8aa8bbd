import { expect } from 'chai';
import type { ImageFacts } from '../../src/image/facts.ts';
import { type PictureChange, planOf } from '../../src/image/plan.ts';
import { defaultTable, encoderOf } from '../support/image/encoder-table.ts';
import { plainFacts } from '../support/image/facts.ts';

const [jpeg, png, webp, avif] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

describe('planOf for a result at once', () => {
  const smaller: PictureChange = { resize: { method: 'scale', width: 20 } };
  const blue = { red: 0, green: 0, blue: 255 };
  const seeThrough = { mediaType: png, lossless: true, hasAlpha: true } as const;

  const shapeOf = (
    facts: Partial<ImageFacts>,
    change: PictureChange,
    table = defaultTable,
  ): Readonly<{ candidates: readonly string[]; pixels: readonly string[] }> => {
    const options = { isOurResult: false, isHurried: true, change };
    const { candidates, pixels } = planOf(plainFacts(facts), table, options);
    return {
      candidates: candidates.map(({ chain, from, save }) => `${chain.join('+')} < ${from} ${save}`),
      pixels,
    };
  };

  const rows: readonly (readonly [
    title: string,
    facts: Partial<ImageFacts>,
    change: PictureChange,
    saved: readonly string[],
  ])[] = [
    ['a smaller JPEG', {}, smaller, [jpeg]],
    ['a JPEG on its side', { orientation: 6 }, {}, [jpeg]],
    ['a JPEG as WebP', {}, { ...smaller, convert: [webp] }, [webp]],
    ['a PNG as WebP, without loss no other', seeThrough, { ...smaller, convert: [webp] }, [webp]],
    ['a smaller PNG', seeThrough, smaller, [png]],
    ['a JPEG as JPEG or PNG', {}, { ...smaller, convert: [jpeg, png] }, [jpeg, png]],
    [
      'a transparent PNG as JPEG, filled',
      seeThrough,
      { ...smaller, convert: [jpeg], background: blue },
      [jpeg],
    ],
    ['a JPEG of the same size', {}, {}, []],
    ['a JPEG as AVIF', {}, { ...smaller, convert: [avif] }, []],
    ['a transparent PNG as JPEG', seeThrough, { ...smaller, convert: [jpeg] }, []],
  ];
  for (const [title, facts, change, saved] of rows) {
    it(`has ${saved.length > 0 ? 'only pixels that are saved' : 'a run of encoders'} for ${title}`, () => {
      const { candidates, pixels } = shapeOf(facts, change);
      const types = saved.map((type) => `${type};saved`);
      if (saved.length > 0) {
        expect(candidates.map((each) => each.split(' ')[2])).to.deep.equal(types);
        expect(pixels).to.deep.equal(types);
      } else {
        expect(candidates.filter((each) => each.includes(';saved'))).to.deep.equal([]);
        expect(candidates).to.not.deep.equal([]);
      }
    });
  }

  it('saves PNG beside a JPEG that must be seen to be opaque', () => {
    expect(shapeOf(seeThrough, { ...smaller, convert: [jpeg, png] })).to.deep.equal({
      candidates: ['mozjpeg < image/x-portable-pixmap undefined', 'oxipng < image/png;saved strip'],
      pixels: ['image/x-portable-pixmap', 'image/png;saved'],
    });
  });

  it('saves by the first encoder with options that stands alone', () => {
    const encoders = {
      first: encoderOf({ produces: png, save: 'a' }),
      second: encoderOf({ produces: png, save: 'b' }),
      third: encoderOf({ produces: png, save: 'c' }),
    };
    const types = { [png]: [['first', 'second'], ['second'], ['third']] };
    expect(shapeOf(seeThrough, smaller, { encoders, types }).candidates).to.deep.equal([
      'second < image/png;saved b',
    ]);
  });

  it('saves nothing where bytes count more', () => {
    const { candidates } = planOf(plainFacts(), defaultTable, {
      isOurResult: false,
      change: smaller,
    });
    expect(candidates.map(({ save }) => save)).to.deep.equal([undefined]);
  });
});
