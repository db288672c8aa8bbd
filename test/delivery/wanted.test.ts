import { expect } from 'chai';
import { noOptions, type Options } from '../../src/delivery/options.ts';
import { canonicalWanted, operationOf, wantedOf } from '../../src/delivery/wanted.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { centre } from '../../src/image/gravity.ts';
import { plainFacts } from '../support/image/facts.ts';
import { overlayOf, overlayPicture } from '../support/image/overlay.ts';

const formats = ['image/avif', 'image/webp'];
const white = { red: 255, green: 255, blue: 255 };
const red = { red: 255, green: 0, blue: 0 };

const trim = {
  ...{ threshold: 1, colour: undefined },
  isEqual: { horizontal: false, vertical: false },
};
describe('operationOf', () => {
  const rows: readonly (readonly [
    title: string,
    options: Partial<Options>,
    accept: string,
    facts: Partial<ImageFacts>,
    operation: object,
  ])[] = [
    ['keeps a JPEG', {}, '', {}, { convert: ['image/jpeg'] }],
    ['takes the accepted type', {}, 'image/avif', {}, { convert: ['image/avif'] }],
    [
      'takes the type of the address',
      { mediaType: 'image/png' },
      'image/avif',
      {},
      { convert: ['image/png'] },
    ],
    [
      'has PNG compete for alpha',
      {},
      '',
      { hasAlpha: true },
      { convert: ['image/jpeg', 'image/png'] },
    ],
    [
      'has PNG compete for a PNG',
      {},
      '',
      { mediaType: 'image/png' },
      { convert: ['image/jpeg', 'image/png'] },
    ],
    [
      'fills what JPEG cannot hold with white',
      { mediaType: 'image/jpeg' },
      '',
      { hasAlpha: true },
      { convert: ['image/jpeg'], background: white },
    ],
    [
      'fills with the colour of the address',
      { mediaType: 'image/webp', background: red },
      '',
      { hasAlpha: true },
      { convert: ['image/webp'], background: red },
    ],
    ['fills nothing that is opaque', { background: red }, '', {}, { convert: ['image/jpeg'] }],
    ['has the quality', { quality: 40 }, '', {}, { convert: ['image/jpeg'], quality: 40 }],
    [
      'has the quality of the type first',
      { quality: 40, formatQuality: { 'image/webp': 50 } },
      'image/webp',
      {},
      { convert: ['image/webp'], quality: 50 },
    ],
    [
      'has no quality for PNG',
      { quality: 40, mediaType: 'image/png' },
      '',
      {},
      { convert: ['image/png'] },
    ],
    [
      'keeps the copyright',
      { keepsCopyright: true },
      '',
      {},
      { convert: ['image/jpeg'], preserve: ['copyright'] },
    ],
    [
      'keeps the type of an animation',
      {},
      'image/avif',
      { frames: 3, mediaType: 'image/webp' },
      {},
    ],
  ];
  for (const [title, options, accept, facts, operation] of rows) {
    it(title, () => {
      const wanted = wantedOf({ ...noOptions, ...options }, [accept], formats);
      const { quality, ...others } = operationOf(wanted, plainFacts(facts), 1e6);
      const shown = quality === undefined ? others : { ...others, quality };
      expect(shown).to.deep.equal({ preserve: [], ...operation });
    });
  }

  it('has the size of the address', () => {
    const wanted = wantedOf({ ...noOptions, width: 20, dpr: 2 }, [], formats);
    expect(operationOf(wanted, plainFacts(), 1e6).resize).to.deep.equal({
      ...{ method: 'framing', type: 'fit', width: 20, height: 0, dpr: 2, enlarge: false },
      ...{ gravity: centre, part: undefined, changes: {} },
    });
  });

  it('is of what is left of a trimmed source', () => {
    const wanted = wantedOf({ ...noOptions, changes: { trim } }, [], formats);
    const trimmed = { left: 1, top: 2, width: 30, height: 20 };
    const { resize } = operationOf(wanted, plainFacts(), 1e6, trimmed);
    expect(resize).to.deep.include({ method: 'framing', trimmed });
    const enlarged = wantedOf(
      { ...noOptions, changes: { trim }, width: 3000, enlarge: true },
      [],
      formats,
    );
    expect(() => operationOf(enlarged, plainFacts(), 1e6, trimmed)).to.throw('limits.pixels');
  });

  const refused: readonly (readonly [Partial<Options>, Partial<ImageFacts>, string])[] = [
    [
      { mediaType: 'image/png' },
      { frames: 2, mediaType: 'image/webp' },
      'An animation keeps its type',
    ],
    [{ width: 2000, enlarge: true }, {}, 'expected at most 1000000 (limits.pixels)'],
    [
      { changes: { padding: { top: 500, right: 500, bottom: 500, left: 500 } } },
      {},
      'expected at most 1000000 (limits.pixels)',
    ],
    [
      { changes: { watermark: overlayOf({ scale: 1000 }) } },
      {},
      'expected at most 1000000 (limits.pixels)',
    ],
  ];
  for (const [options, facts, message] of refused) {
    it(`refuses ${JSON.stringify(options)}`, () => {
      const wanted = wantedOf({ ...noOptions, ...options }, [], formats);
      expect(() => operationOf(wanted, plainFacts(facts), 1e6))
        .to.throw(message)
        .with.property('problem', 'unsupported');
    });
  }
});

describe('canonicalWanted', () => {
  const textOf = (options: Partial<Options>): string =>
    canonicalWanted(wantedOf({ ...noOptions, ...options }, ['image/webp'], formats));

  it('is another text for all that changes the result', () => {
    const changes: readonly Partial<Options>[] = [
      ...[{}, { width: 1 }, { height: 1 }, { dpr: 2 }, { quality: 1 }, { maxBytes: 1 }],
      ...[{ background: red }, { mediaType: 'image/webp' }, { keepsCopyright: true }],
      ...[
        { width: 1, type: 'fill' as const },
        { width: 1, enlarge: true },
      ],
      { width: 1, gravity: { kind: 'attention' as const } },
      { part: { width: 1, height: 1, gravity: undefined } },
      { part: { width: 1, height: 1, gravity: { kind: 'attention' } } },
      { formatQuality: { 'image/webp': 2 } },
      ...[
        { blur: 1 },
        { sharpen: 1 },
        { pixelate: 2 },
        { angle: 90 as const },
        { minWidth: 1 },
        { trim },
        { trim: { ...trim, threshold: 2 } },
        { watermark: overlayOf() },
        { watermark: overlayOf({ picture: overlayPicture({ sha256: 'b' }) }) },
      ].map((change) => ({ changes: change })),
    ];
    expect(new Set(changes.map(textOf))).to.have.length(changes.length);
  });

  it('is the same text for what changes the answer alone', () => {
    const same: readonly Partial<Options>[] = [
      ...[{ fileName: 'a' }, { isAttachment: true }, { expires: 5 }, { enlarge: true }],
      ...[{ formatQuality: { 'image/avif': 2 } }, { cacheBuster: 'a' }],
    ];
    expect([...new Set(same.map(textOf))]).to.deep.equal([textOf({})]);
  });
});
