import { expect } from 'chai';
import {
  type AskedTypes,
  typeNames,
  typeProblems,
  typesOf,
} from '../../src/service/convert-types.ts';

const [webp, jpeg, png] = ['image/webp', 'image/jpeg', 'image/png'] as const;
const wildcardTypes = [webp, jpeg, png];
const known = { types: [...wildcardTypes, 'image/jxl'], wildcardTypes };
const expected = 'one of image/webp, image/jpeg, image/png, image/jxl, */*';

describe('the types to convert to', () => {
  const taken: readonly (readonly [string, AskedTypes, readonly string[]])[] = [
    ['one', webp, [webp]],
    ['one in a list', [webp], [webp]],
    ['several in their order', [png, webp], [png, webp]],
    ['several joined by commas', 'image/png, image/webp', [png, webp]],
    ['several both ways', ['image/png,image/webp', jpeg], [png, webp, jpeg]],
    ['one named twice', [jpeg, 'image/jpg', 'IMAGE/JPEG'], [jpeg]],
    ['all', '*/*', wildcardTypes],
    ['one beside what nothing produces', ['image/avif', webp], [webp]],
    ['one before what nothing produces', `${webp},image/avif`, [webp]],
    ['one among much that nothing produces', ['image/avif', 'image/heic', png, 'image/gif'], [png]],
    ['all beside what nothing produces', ['image/avif', '*/*'], wildcardTypes],
    [
      'one beside a type with a long name',
      ['image/vnd.adobe.photoshop', 'image/svg+xml', png],
      [png],
    ],
  ];
  for (const [title, asked, types] of taken) {
    it(`are ${title}: ${String(asked)}`, () => {
      expect(typeProblems(asked, known)).to.deep.equal([]);
      expect(typesOf(asked, known)).to.deep.equal(types);
    });
  }

  const refused: readonly (readonly [
    string,
    AskedTypes,
    readonly (readonly [string, string])[],
  ])[] = [
    ['nothing produces the only one', 'image/avif', [['convert.type', '"image/avif"']]],
    [
      'nothing produces the only one of a list',
      ['image/avif'],
      [['convert.type[0]', '"image/avif"']],
    ],
    [
      'nothing produces any',
      ['image/avif', 'image/gif'],
      [
        ['convert.type[0]', '"image/avif"'],
        ['convert.type[1]', '"image/gif"'],
      ],
    ],
    [
      'nothing produces any of those joined',
      'image/avif,image/gif',
      [
        ['convert.type', '"image/avif"'],
        ['convert.type', '"image/gif"'],
      ],
    ],
    ...[
      'garbage',
      'text/html',
      'image',
      'image/',
      'image/*',
      '*',
      '',
      'image/web p',
      'image/png;q=1',
      'image/-x',
    ].map(
      (name) =>
        [
          `there is what is no image type, ${name}`,
          [webp, name],
          [['convert.type[1]', JSON.stringify(name)]],
        ] as const,
    ),
    [
      'there is what is no image type among those joined',
      `${webp},garbage`,
      [['convert.type', '"garbage"']],
    ],
    ['one is left out between commas', `${webp},,${png}`, [['convert.type', '""']]],
  ];
  for (const [title, asked, problems] of refused) {
    it(`are refused where ${title}: ${String(asked)}`, () => {
      expect(typeProblems(asked, known)).to.deep.equal(
        problems.map(([path, came]) => ({ path, expected, came })),
      );
    });
  }

  it('have names: their own, other ones, and that of all', () => {
    expect(typeNames(known.types)).to.deep.equal([...known.types, 'image/jpg', '*/*']);
    expect(typeNames([webp])).to.deep.equal([webp, '*/*']);
  });
});
