import { expect } from 'chai';
import {
  acceptable,
  isTargetMet,
  isBeaten,
  refusalOf,
  type MeasuredResult,
  type AcceptanceTerms,
} from '../../../src/image/search/acceptance.ts';

const terms = (changes: Partial<AcceptanceTerms> = {}): AcceptanceTerms => ({
  configuredTarget: 80,
  sourceTarget: 80,
  minScore: 60,
  source: { mediaType: 'image/jpeg', lossless: false, bytes: 1000 },
  losslessBytes: 900,
  losslessPngBytes: Infinity,
  isPhotographic: false,
  hasOtherAnswer: false,
  ...changes,
});

const candidate = (changes: Partial<MeasuredResult> = {}): MeasuredResult => ({
  mediaType: 'image/jpeg',
  bytes: 500,
  lossless: false,
  score: 80,
  ...changes,
});

describe('refusalOf', () => {
  const webp = { mediaType: 'image/webp', lossless: false, bytes: 1000 };
  const png = { mediaType: 'image/png', lossless: true, bytes: 1000 };
  const palette = (score: number, banding = 0) =>
    candidate({ mediaType: 'image/png', score, banding });
  const rows: readonly (readonly [
    string,
    MeasuredResult,
    Partial<AcceptanceTerms>,
    RegExp | undefined,
  ])[] = [
    ['what is lossless', candidate({ lossless: true, score: undefined }), {}, undefined],
    ['what was made with a fixed setting', candidate({ score: undefined }), {}, undefined],
    ['what meets the target', candidate(), {}, undefined],
    ['what meets it, and is hardly smaller', candidate({ bytes: 890 }), {}, undefined],
    ['a miss that is clearly smaller', candidate({ score: 70, bytes: 720 }), {}, undefined],
    ['a miss that is not', candidate({ score: 70, bytes: 721 }), {}, /below the target/],
    [
      'a miss where there is no other',
      candidate({ score: 70 }),
      { losslessBytes: undefined },
      undefined,
    ],
    ['a far miss', candidate({ score: 59, bytes: 1 }), {}, /lowest score/],
    [
      'a low target that is met above the floor',
      candidate({ score: 50 }),
      { configuredTarget: 50, sourceTarget: 50 },
      undefined,
    ],
    [
      'the lowered target, clearly smaller',
      candidate({ score: 77, bytes: 720 }),
      { sourceTarget: 77 },
      undefined,
    ],
    [
      'the lowered target, hardly smaller',
      candidate({ score: 77, bytes: 721 }),
      { sourceTarget: 77 },
      /low quality/,
    ],
    ['a palette that meets the target', palette(80), { source: png }, undefined],
    ['a palette that misses it', palette(78), { source: png }, /below the target/],
    [
      'a palette of a photograph that misses it',
      palette(61),
      { source: png, isPhotographic: true },
      undefined,
    ],
    [
      'a palette of a photograph below the floor',
      palette(59),
      { source: png, isPhotographic: true },
      /lowest/,
    ],
    ['a palette with bands', palette(90, 1.41), { source: png }, /bands/],
    [
      'a palette of a photograph with bands',
      palette(70, 2),
      { source: png, isPhotographic: true },
      undefined,
    ],
    ['a palette with hardly a band', palette(90, 1.4), { source: png }, undefined],
    ['a spoiled place', candidate({ score: 85, worstPlace: 59 }), {}, /a place of it/],
    ['a poor place', candidate({ score: 85, worstPlace: 60 }), {}, undefined],
    ['a spoiled place of a poor result', candidate({ score: 70, worstPlace: 49 }), {}, /a place/],
    [
      'a WebP of a lossy WebP',
      candidate({ mediaType: 'image/webp', bytes: 951 }),
      { source: webp },
      /lossy already/,
    ],
    [
      'the same, smaller',
      candidate({ mediaType: 'image/webp', bytes: 950 }),
      { source: webp },
      undefined,
    ],
    [
      'a WebP of a poor WebP',
      candidate({ mediaType: 'image/webp', bytes: 801 }),
      { source: { ...webp, isPoor: true } },
      /0\.8 of a source that is lossy already/,
    ],
    [
      'a WebP of a poor WebP, clearly smaller',
      candidate({ mediaType: 'image/webp', bytes: 800 }),
      { source: { ...webp, isPoor: true } },
      undefined,
    ],
    ['a palette of a palette', palette(80), { source: { ...png, isPoor: true } }, undefined],
    [
      'a palette of a palette that is hardly smaller',
      candidate({ mediaType: 'image/png', bytes: 801 }),
      { source: { ...png, isPoor: true } },
      /0\.8 of a source that is lossy already/,
    ],
    [
      'the same with a fixed setting',
      candidate({ mediaType: 'image/webp', bytes: 951, score: undefined }),
      { source: webp },
      /lossy already/,
    ],
    [
      'a WebP of a lossless WebP',
      candidate({ mediaType: 'image/webp', bytes: 951 }),
      { source: { ...webp, lossless: true } },
      undefined,
    ],
    ['a WebP of another type', candidate({ mediaType: 'image/webp', bytes: 999 }), {}, undefined],
  ];
  for (const [title, judged, changes, expected] of rows) {
    it(`${expected === undefined ? 'takes' : 'refuses'} ${title}`, () => {
      const refusal = refusalOf(judged, terms(changes));
      if (expected === undefined) expect(refusal).to.equal(undefined);
      else expect(refusal).to.match(expected);
    });
  }
});

describe('acceptable', () => {
  const poor = candidate({ score: 40 });
  const poorer = candidate({ score: 30, bytes: 300 });

  it('leaves out what is refused', () => {
    const good = candidate();
    expect(acceptable([poor, good], terms())).to.deep.equal([good]);
  });

  it('is empty where the source is an answer too', () => {
    expect(acceptable([poor], terms({ hasOtherAnswer: true }))).to.deep.equal([]);
  });

  it('keeps the best of what is refused where there is no other answer', () => {
    expect(acceptable([poorer, poor], terms())).to.deep.equal([poor]);
    expect(acceptable([], terms())).to.deep.equal([]);
  });
});

describe('a lossy PNG beside a lossless one', () => {
  const png = (bytes: number): MeasuredResult => candidate({ mediaType: 'image/png', bytes });

  it('is refused where it saves less than 5 %, whether or not it was measured', () => {
    for (const judged of [terms({ losslessPngBytes: 1000 }), { losslessPngBytes: 1000 }]) {
      expect(refusalOf(png(950), judged)).to.equal(undefined);
      expect(refusalOf(png(951), judged)).to.equal('more than 0.95 of the lossless result');
      expect(refusalOf({ ...png(951), lossless: true }, judged)).to.equal(undefined);
      expect(refusalOf(candidate({ bytes: 951 }), judged)).to.equal(undefined);
    }
  });

  it('leaves the lossless one, or the source, as the answer', () => {
    const kept = { ...png(1000), lossless: true };
    const judged = { losslessPngBytes: 1000 };
    expect(acceptable([png(990), kept], judged)).to.deep.equal([kept]);
    expect(acceptable([png(990)], judged)).to.deep.equal([]);
  });
});

describe('isTargetMet', () => {
  const met = { mediaType: 'image/png', score: 79.3 };
  const rows: readonly (readonly [string, Partial<MeasuredResult>, boolean])[] = [
    ['a result that meets the target', met, true],
    ['one that misses it', { ...met, score: 79.2 }, false],
    ['one of another type', { ...met, mediaType: 'image/webp' }, false],
    ['one with bands', { ...met, banding: 1.41 }, false],
    ['one with a bad place', { ...met, worstPlace: 50 }, false],
    ['one that was not measured', { ...met, score: undefined }, false],
    ['a lossless one', { ...met, lossless: true }, false],
  ];
  for (const [title, changes, expected] of rows) {
    it(`is ${expected} for ${title}`, () => {
      expect(isTargetMet([candidate(changes)], 'image/png', 80)).to.equal(expected);
    });
  }
});

describe('isBeaten', () => {
  const lossless = { mediaType: 'image/jpeg', bytes: 750 };
  const fixed = { losslessPngBytes: Infinity };
  const rows: readonly (readonly [string, Partial<MeasuredResult>, boolean])[] = [
    ['a result that meets the target in fewer bytes', { bytes: 749 }, true],
    ['one of as many bytes', { bytes: 750 }, false],
    ['a miss that is clearly smaller than any lossless one', { score: 70, bytes: 600 }, true],
    ['a miss that is not', { score: 70, bytes: 601 }, false],
    ['a far miss', { score: 59, bytes: 1 }, false],
    ['bands', { bytes: 1, banding: 9 }, false],
    ['a smaller lossless result', { lossless: true, score: undefined }, true],
  ];
  for (const [title, result, expected] of rows) {
    it(`is ${expected} for ${title}`, () => {
      expect(isBeaten([candidate(result)], terms(), lossless)).to.equal(expected);
    });
  }

  it('is false without results, and by bytes alone where nothing is measured', () => {
    expect(isBeaten([], terms(), lossless)).to.equal(false);
    expect(isBeaten([candidate({ score: 10, bytes: 749 })], fixed, lossless)).to.equal(true);
    expect(isBeaten([candidate({ bytes: 750 })], fixed, lossless)).to.equal(false);
  });

  it('is true for a lossy PNG only where it saves 5 % over a lossless one', () => {
    const png = { mediaType: 'image/png', bytes: 800 };
    const [worth, notWorth] = [760, 761].map((bytes) => candidate({ ...png, bytes }));
    for (const judged of [terms(), fixed]) {
      expect(isBeaten([worth!], judged, png)).to.equal(true);
      expect(isBeaten([notWorth!], judged, png)).to.equal(false);
      expect(isBeaten([notWorth!], judged, { ...png, mediaType: 'image/webp' })).to.equal(true);
    }
  });
});
