import { expect } from 'chai';
import type { ChosenMode } from '../../../src/engine/search/choose-mode.ts';
import type { Job } from '../../../src/engine/job.ts';
import { roundsOf } from '../../../src/engine/search/rounds.ts';
import type { Candidate } from '../../../src/image/plan.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { surveyOf } from '../../support/engine/surveys.ts';

const pngOf = (name: string): Candidate =>
  ({ chain: [name], mediaType: 'image/png' }) as unknown as Candidate;

const facts = { mediaType: 'image/png', width: 100, height: 100, bitDepth: 8, colour: 'rgb' };
const job = { facts, plan: { width: 100, height: 100, sourceCompetes: true } } as unknown as Job;

/** The first encoders of each round. */
const orderOf = (flatness: number, hasFewColours: boolean): readonly (readonly string[])[] => {
  const survey = surveyOf({ measuredPixels: 10_000, flatness, hasFewColours });
  const quality = { effort: 'balanced', decoders: new Map() };
  const chosen = { mode: 'adaptive', sourceTarget: 80, quality, measurer: { survey } };
  const candidates = [pngOf('lossy-png'), pngOf('palette')];
  return roundsOf(adaptiveConfig, candidates, chosen as unknown as ChosenMode, job, 1000).map(
    (round) => round.candidates.map(({ chain }) => chain[0]!),
  );
};

describe('the rounds of PNG encoders', () => {
  const rows: readonly (readonly [title: string, flatness: number, few: boolean, first: string])[] =
    [
      ['a photograph', 0.2, false, 'lossy-png'],
      ['what looks like one and has few colours', 0.2, true, 'palette'],
      ['a picture with more equal neighbours', 0.4, false, 'palette'],
      ['a drawing', 0.6, true, 'palette'],
    ];
  for (const [title, flatness, hasFewColours, first] of rows) {
    it(`begin with ${first} for ${title}`, () => {
      const second = first === 'palette' ? 'lossy-png' : 'palette';
      expect(orderOf(flatness, hasFewColours)).to.deep.equal([[first], [second]]);
    });
  }
});
