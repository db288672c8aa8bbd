import { expect } from 'chai';
import { filesIn } from '../../../src/jobs/job-folder.ts';
import type { MadeResult } from '../../../src/engine/race/candidate-result.ts';
import type { Job } from '../../../src/engine/job.ts';
import { noResult } from '../../../src/engine/client-errors.ts';
import { pickWinner } from '../../../src/engine/race/pick-winner.ts';
import { ServiceError } from '../../../src/errors.ts';
import type { ImageFacts } from '../../../src/image/facts.ts';
import { planOf, type PictureChange } from '../../../src/image/plan.ts';
import { defaultTable } from '../../support/image/encoder-table.ts';
import { plainFacts } from '../../support/image/facts.ts';

const made = (name: string, bytes: number, lossless = false): MadeResult => ({
  kind: 'made',
  name,
  bytes,
  lossless,
  file: `${name}.jpg`,
  mediaType: 'image/jpeg',
  pieces: [{ kind: 'copy', offset: 0, length: bytes }],
});

const sourceOf = (bytes: number): MadeResult => made('source', bytes, true);

/** A job for a source of 100 bytes. */
const jobFor = (changes: Partial<ImageFacts> = {}, change: PictureChange = {}): Job => {
  const facts = plainFacts(changes);
  return {
    folder: { ...filesIn(''), remove: async () => undefined },
    sourceBytes: 100,
    facts,
    plan: planOf(facts, defaultTable, { isOurResult: false, change }),
    client: { requestId: 'r', accountId: 'a', jobNumber: 1, signal: new AbortController().signal },
    endBy: 0,
  };
};

describe('pickWinner', () => {
  const sideways = { orientation: 6 } as const;
  const [small, large] = [made('small', 50), made('large', 80)];
  type Row = readonly [
    title: string,
    results: readonly MadeResult[],
    source: MadeResult,
    facts: Partial<ImageFacts>,
    winner: string,
  ];
  const rows: readonly Row[] = [
    ['the smallest', [large, small], sourceOf(90), {}, 'small 50'],
    ['the source where it is smaller', [large], sourceOf(70), {}, 'source 70'],
    ['the source where it is as small', [large], sourceOf(80), {}, 'source 80'],
    ['the source where there is no result', [], sourceOf(90), {}, 'source 90'],
    [
      'the lossless one of two equals',
      [large, made('exact', 80, true)],
      sourceOf(90),
      {},
      'exact 80',
    ],
    ['the source untouched where stripping enlarged it', [], sourceOf(104), {}, 'source 100'],
    [
      'the source where all others are larger',
      [made('huge', 101)],
      sourceOf(104),
      {},
      'source 100',
    ],
    ['one as large as the source was', [made('same', 100)], sourceOf(104), {}, 'same 100'],
    ['upright pixels, though the source is smaller', [large], sourceOf(70), sideways, 'large 80'],
    [
      'the source on its side where upright is too large',
      [made('huge', 101)],
      sourceOf(90),
      sideways,
      'source 90',
    ],
  ];
  for (const [title, results, source, facts, winner] of rows) {
    it(`is ${title}`, () => {
      const { name, bytes, pieces } = pickWinner(results, source, jobFor(facts));
      expect(`${name} ${bytes}`).to.equal(winner);
      expect(pieces).to.deep.equal([{ kind: 'copy', offset: 0, length: bytes }]);
    });
  }

  it('may be larger than a source that is another picture', () => {
    const found = pickWinner([made('b', 300), made('a', 200)], undefined, jobFor());
    expect(found.name).to.equal('a');
  });

  it('throws where there is no result and the source is another picture', () => {
    expect(() => pickWinner([], undefined, jobFor()))
      .to.throw(ServiceError)
      .that.includes({ code: 'bad_request' });
  });
});

describe('noResult', () => {
  const cases = [
    [
      'no type could be made',
      [],
      'convert.type: expected a type that this image can be converted to',
    ],
    [
      'no encoder could make it',
      jobFor().plan.candidates,
      'convert.type: no encoder could make this image small enough at its quality',
    ],
  ] as const;
  for (const [title, candidates, message] of cases) {
    it(`says that ${title}`, () => {
      expect(noResult({ candidates })).to.include({ code: 'bad_request', message });
    });
  }
});
