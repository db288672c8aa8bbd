import { expect } from 'chai';
import { acceptedType, mediaTypeOf } from '../../src/delivery/media-types.ts';

const [avif, webp] = ['image/avif', 'image/webp'] as const;

describe('acceptedType', () => {
  const rows: readonly (readonly [
    accepted: string[],
    type: string | undefined,
    formats?: string[],
  ])[] = [
    [[webp, avif, '*/*'], avif],
    [['IMAGE/AVIF', webp], avif],
    [[webp, '*/*'], webp],
    [[avif, webp], webp, [webp]],
    [[avif], undefined, []],
    [['image/*'], undefined],
    [['*/*'], undefined],
    [[], undefined],
    [['text/html', 'image/png', 'image/webpx'], undefined],
  ];
  for (const [accepted, type, formats = [webp, avif]] of rows) {
    it(`chooses ${type ?? 'none'} for "${accepted.join()}" of ${formats.length}`, () => {
      expect(acceptedType(accepted, formats)).to.equal(type);
    });
  }
});

describe('mediaTypeOf', () => {
  it('knows the types that are made, and says which they are', () => {
    const names = ['jpg', 'jpeg', 'png', 'webp', 'avif'];
    const types = ['image/jpeg', 'image/jpeg', 'image/png', webp, avif];
    expect(names.map((name) => mediaTypeOf(name, 'format'))).to.deep.equal(types);
    for (const [name, problem] of [
      ['gif', 'unsupported'],
      ['constructor', 'invalid'],
    ] as const) {
      expect(() => mediaTypeOf(name, 'format'))
        .to.throw(`one of ${names.join(', ')}`)
        .with.property('problem', problem);
    }
  });
});
