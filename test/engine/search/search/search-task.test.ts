import { expect } from 'chai';
import { searchTaskOf } from '../../../../src/engine/search/search/search-task.ts';
import type { Job } from '../../../../src/engine/job.ts';
import type { RaceEntry } from '../../../../src/engine/race/run-race.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';

describe('searchTaskOf', () => {
  type Asked = Readonly<{ chain: readonly string[]; isSmooth: boolean }>;

  const targetFor = ({ chain, isSmooth }: Asked): number => {
    const plan = { width: 1000, height: 1000, pixels: [] };
    const facts = { mediaType: 'image/png', lossless: true, frames: 1 };
    const job = { plan, facts, sourceBytes: 1000, sourceFile: 'source.png' } as unknown as Job;
    const measurer = { survey: { fineColour: 0, flatness: 0, isSmooth } };
    const quality = { configuredTarget: 80, maxScore: null, maxTrials: 3, effort: 'balanced' };
    const mode = { quality, sourceTarget: 80, measurer } as unknown as Parameters<
      typeof searchTaskOf
    >[2];
    const entry = { candidate: { from: 'source', chain }, candidateIndex: 0, earlier: [] };
    return searchTaskOf(adaptiveConfig, job, mode, entry as unknown as RaceEntry).sourceTarget;
  };

  const rows: readonly (readonly [string, Asked, target: number])[] = [
    ['grain in soft slopes', { chain: ['lossy-png', 'oxipng'], isSmooth: true }, 81.8],
    ['a palette of soft slopes', { chain: ['palette', 'oxipng'], isSmooth: true }, 81.8],
    ['grain in other pictures', { chain: ['lossy-png', 'oxipng'], isSmooth: false }, 80],
    ['a JPEG of soft slopes', { chain: ['mozjpeg'], isSmooth: true }, 80],
  ];
  for (const [title, asked, target] of rows) {
    it(`aims at ${target} for ${title}`, () => expect(targetFor(asked)).to.equal(target));
  }
});
