import { expect } from 'chai';
import { noOptions, type Options } from '../../src/delivery/options.ts';
import type { SourcePlace } from '../../src/delivery/source-place.ts';
import { checkUnsigned, isUnsigned } from '../../src/delivery/unsigned.ts';

describe('checkUnsigned', () => {
  const check =
    (options: Partial<Options>, name: string, first = noOptions) =>
    () =>
      checkUnsigned(
        {
          options: { ...first, ...options },
          first,
          place: { kind: 'web', url: name, name } as SourcePlace,
        },
        {
          account: 'a',
          rules: { sources: {}, stores: {}, outputs: false },
          ...{ widths: [100, 200], heights: [50], qualities: [75], mediaTypes: ['image/webp'] },
        },
      );
  const plain = 'https://cdn.example/a/b.jpg';

  const allowed: readonly Partial<Options>[] = [
    {},
    { width: 100, height: 50, quality: 75, mediaType: 'image/webp', type: 'force' },
    { width: 200, type: 'fill-down' },
    // They make no other result.
    { width: 200, fileName: 'a', isAttachment: true, expires: 5 },
  ];
  for (const options of allowed) {
    it(`allows ${JSON.stringify(options)}`, () => {
      check(options, plain)();
    });
  }

  const refused: readonly (readonly [Partial<Options>, string])[] = [
    [{ width: 101 }, 'width: expected one of 0, 100, 200 without a signature, got 101.'],
    [{ height: 100 }, 'height: expected one of 0, 50'],
    [{ quality: 74 }, 'quality: expected one of 0, 75'],
    [{ mediaType: 'image/avif' }, 'the type: expected one of auto, image/webp'],
    [{ type: 'auto' }, 'resizing_type: expected one of fit'],
    ...[
      ...[{ dpr: 2 }, { enlarge: true }, { maxBytes: 1 }, { cacheBuster: 'a' }],
      ...[{ keepsCopyright: true }, { formatQuality: { 'image/webp': 1 } }],
      ...[{ gravity: { kind: 'attention' as const } }, { changes: { blur: 1 } }],
      { background: { red: 1, green: 2, blue: 3 } },
      { part: { width: 1, height: 1, gravity: undefined } },
    ].map((options) => [options, 'Expected only sizes'] as const),
  ];
  for (const [options, message] of refused) {
    it(`refuses ${JSON.stringify(options)}`, () => {
      expect(check(options, plain)).to.throw(message).with.property('problem', 'forbidden');
    });
  }

  it('takes the default preset as it is', () => {
    const preset: Options = { ...noOptions, quality: 30, enlarge: true };
    check({ width: 100 }, plain, preset)();
    expect(check({ enlarge: false }, plain, preset)).to.throw('Expected only sizes');
  });

  for (const name of [
    ...[plain, 'local:///a/b%41.jpg', 's3://bucket/a b.jpg'],
    'https://cdn.example/%C3%BC.jpg',
  ]) {
    it(`takes ${name}`, () => {
      check({}, name)();
    });
  }

  for (const name of [
    ...[`${plain}?1`, `${plain}#1`, 'https://cdn.example/a//b.jpg', 'https://cdn.example/%61.jpg'],
    ...['https://cdn.example/%c3%bc.jpg', 'local:///a//b.jpg', 'local:///a/./b.jpg'],
    'local:///./a.jpg',
  ]) {
    it(`refuses ${name}, which is another name of a source`, () => {
      expect(check({}, name)).to.throw('Expected the plainest name of the source.');
    });
  }
});

describe('isUnsigned', () => {
  it('knows the words that clients have in the place of a signature', () => {
    const words = ['unsafe', 'insecure', '_', '', 'UNSAFE', 'unsaf'];
    expect(words.filter(isUnsigned)).to.deep.equal(['unsafe', 'insecure', '_']);
  });
});
