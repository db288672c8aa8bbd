import { expect } from 'chai';
import { StartError } from '../../src/errors.ts';
import {
  bytesIn,
  destinationOf,
  numberIn,
  operationOf,
  shareIn,
  type TypedLine,
} from '../../src/bulk/wishes.ts';

const known = {
  types: ['image/webp', 'image/jpeg', 'image/png', 'image/avif'],
  wildcardTypes: ['image/webp', 'image/jpeg', 'image/png'],
};
const line = (flags: TypedLine['flags'], ...switches: readonly string[]): TypedLine => ({
  flags,
  switches: new Set(switches),
});
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).to.be.instanceOf(StartError).and.to.have.property('exitCode', 2);
    return (error as Error).message;
  }
  throw new Error('it was accepted');
};

describe('the flags of a run', () => {
  it('say where results go', () => {
    const at = (typed: TypedLine): object => destinationOf(typed, (folder) => `/abs/${folder}`);
    const rows: readonly (readonly [TypedLine, object])[] = [
      [line({}), { kind: 'out', folder: '/abs/compressed', isAppended: false }],
      [line({ out: 'o', to: 'webp' }), { kind: 'out', folder: '/abs/o', isAppended: false }],
      [
        line({ out: 'o', to: 'webp' }, 'beside'),
        { kind: 'out', folder: '/abs/o', isAppended: true },
      ],
      [line({ to: 'webp' }, 'beside'), { kind: 'beside' }],
      [line({}, 'in-place'), { kind: 'in-place' }],
      [line({ to: 'same' }, 'in-place'), { kind: 'in-place' }],
      [line({}, 'in-place', 'dry-run'), { kind: 'nowhere' }],
      [line({ out: 'o' }, 'check'), { kind: 'nowhere' }],
    ];
    for (const [typed, expected] of rows) expect(at(typed)).to.deep.equal(expected);
  });

  it('that exclude each other are refused', () => {
    const at = (typed: TypedLine) => () => destinationOf(typed, (folder) => folder);
    expect(refusal(at(line({ out: 'o' }, 'in-place')))).to.match(/^--in-place /);
    expect(refusal(at(line({ to: 'webp' }, 'in-place', 'beside')))).to.match(/^--in-place /);
    expect(refusal(at(line({ to: 'webp' }, 'in-place')))).to.match(/--to webp needs --out/);
    expect(refusal(at(line({}, 'beside')))).to.match(/^--beside .* --to\.$/);
  });

  const operations: readonly (readonly [TypedLine['flags'], object])[] = [
    [{}, { preserve: [] }],
    [{ to: 'same' }, { preserve: [] }],
    [{ to: 'avif' }, { convert: ['image/avif'], preserve: [] }],
    [{ to: 'smallest' }, { convert: ['image/webp', 'image/jpeg', 'image/png'], preserve: [] }],
    [
      { resize: 'fit 2000x1000' },
      { resize: { method: 'fit', width: 2000, height: 1000 }, preserve: [] },
    ],
    [{ resize: 'scale 800x' }, { resize: { method: 'scale', width: 800 }, preserve: [] }],
    [{ resize: ' scale  x600' }, { resize: { method: 'scale', height: 600 }, preserve: [] }],
    [{ preserve: 'location, copyright' }, { preserve: ['copyright', 'location'] }],
  ];
  for (const [flags, operation] of operations) {
    it(`say what is made: ${JSON.stringify(flags)}`, () => {
      expect(operationOf(line(flags), known)).to.deep.equal(operation);
    });
  }

  const refused: readonly (readonly [TypedLine['flags'], RegExp])[] = [
    [{ to: 'gif' }, /^--to: expected same, webp, .*got "gif"/],
    [{ resize: '800x600' }, /^--resize: expected a method and a size/],
    [{ resize: 'fit 800x' }, /^resize\.height: expected/],
    [{ resize: 'stretch 800x600' }, /^resize\.method: expected one of "scale"/],
    [{ preserve: 'camera' }, /^preserve\[0\]: expected/],
  ];
  for (const [flags, sentence] of refused) {
    it(`say what is wrong: ${JSON.stringify(flags)}`, () => {
      expect(refusal(() => operationOf(line(flags), known))).to.match(sentence);
    });
  }

  it('have bytes, shares and numbers', () => {
    const bytes = ['200kB', '1.5 MB', '300', '2G', '10b'].map((text) => bytesIn('budget', text));
    expect(bytes).to.deep.equal([200_000, 1_500_000, 300, 2e9, 10]);
    for (const text of ['', '0', 'kB', '-1', '1 TB', '1e3']) {
      expect(
        refusal(() => bytesIn('budget', text)),
        text,
      ).to.match(/^--budget: expected bytes/);
    }
    expect(['3%', '3 %', '0.5', '100%'].map((text) => shareIn('min-saving', text))).to.deep.equal([
      0.03, 0.03, 0.005, 1,
    ]);
    for (const text of ['', 'x', '101%', '-3%']) {
      expect(
        refusal(() => shareIn('min-saving', text)),
        text,
      ).to.match(/^--min-saving: expected/);
    }
    expect(numberIn('jobs', '4', 8)).to.equal(4);
    for (const text of ['0', '9', '1.5', '', 'x']) {
      expect(
        refusal(() => numberIn('jobs', text, 8)),
        text,
      ).to.match(/^--jobs: expected a whole number from 1 to 8/);
    }
  });
});
