import { expect } from 'chai';
import { createSampler, type Stratum } from '../../../src/bulk/sample/sampler.ts';
import { randomNumbers } from '../../support/random.ts';

/** Numbers from 0 to below 1, the same ones for the same seed. */
const seeded = (seed: number): (() => number) => {
  const below = randomNumbers(seed);
  return () => below(1e9) / 1e9;
};

type Files = readonly (readonly [ending: string, bytes: number, count: number])[];

const strataOf = (files: Files, size: number, seed = 1): readonly Stratum<string>[] => {
  const sampler = createSampler<string>(size, seeded(seed));
  for (const [ending, bytes, count] of files) {
    for (let number = 0; number < count; number += 1) {
      const name = `${number}-${bytes}.${ending}`;
      sampler.add(name, name, bytes);
    }
  }
  return sampler.strata();
};

describe('the sample of files', () => {
  const rows: readonly (readonly [
    title: string,
    files: Files,
    size: number,
    counts: readonly (readonly [files: number, sampled: number])[],
  ])[] = [
    [
      'is all of few files',
      [
        ['jpg', 5e5, 3],
        ['png', 5e3, 1],
      ],
      50,
      [
        [3, 3],
        [1, 1],
      ],
    ],
    [
      'has more where there are more bytes',
      [
        ['jpg', 1e6, 90],
        ['png', 1e5, 100],
      ],
      20,
      [
        [90, 18],
        [100, 2],
      ],
    ],
    [
      'tells types and lengths apart',
      [
        ['jpg', 5e6, 9],
        ['JPEG', 5e6, 9],
        ['jpg', 5e3, 9],
      ],
      6,
      [
        [18, 4],
        [9, 2],
      ],
    ],
    [
      'puts together what would give less than two',
      [
        ['jpg', 5e6, 9],
        ['png', 5e4, 9],
        ['webp', 5e3, 9],
      ],
      4,
      [
        [9, 2],
        [18, 2],
      ],
    ],
    [
      'is of one file where one is asked for',
      [
        ['jpg', 5e6, 9],
        ['png', 5e4, 9],
      ],
      1,
      [[18, 1]],
    ],
    ['is none of no files', [], 50, []],
  ];
  for (const [title, files, size, counts] of rows) {
    it(title, () => {
      const found = strataOf(files, size);
      expect(found.map(({ files: all, sample }) => [all, sample.length])).to.deep.equal(counts);
      const bytes = found.reduce((sum, stratum) => sum + stratum.bytes, 0);
      expect(bytes).to.equal(files.reduce((sum, [, each, count]) => sum + each * count, 0));
      for (const { sample } of found) expect(new Set(sample).size).to.equal(sample.length);
    });
  }

  it('draws each file of a stratum as often, also where strata were put together', () => {
    const counts = new Map<string, number>();
    const rounds = 3000;
    for (let seed = 0; seed < rounds; seed += 1) {
      for (const { sample } of strataOf(
        [
          ['jpg', 5e5, 8],
          ['png', 5e4, 16],
        ],
        3,
        seed,
      )) {
        for (const name of sample) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    // 3 of 24 in each round: 375 of each file, with a standard deviation of 18.
    expect(counts.size).to.equal(24);
    for (const [name, count] of counts) expect(count, name).to.be.within(300, 450);
  });
});
