import { expect } from 'chai';
import type { MadeResult } from '../../../src/engine/race/candidate-result.ts';
import { type Race, type RaceEntry, runRace } from '../../../src/engine/race/run-race.ts';
import type { Job } from '../../../src/engine/job.ts';
import type { Candidate } from '../../../src/image/plan.ts';
import { rejectionOf } from '../../support/rejection.ts';

describe('race', () => {
  const candidateOf = (name: string): Candidate => ({
    chain: [name],
    from: 'source',
    mediaType: 'image/jpeg',
  });
  const [lossy, lossless] = [candidateOf('lossy'), candidateOf('lossless')];
  const resultOf = ({ candidate }: RaceEntry): MadeResult => ({
    ...{ kind: 'made', name: candidate.chain.join('+'), file: '', mediaType: 'image/jpeg' },
    ...{ lossless: candidate === lossless, pieces: [], bytes: 100 },
  });
  const job = {
    client: { requestId: 'r', signal: new AbortController().signal },
    endBy: 100,
  } as unknown as Job;

  const started: string[] = [];
  const run = (changes: Partial<Race>) => {
    started.length = 0;
    const race: Race = {
      rounds: [[lossy]],
      last: [lossless],
      isNeeded: () => false,
      startLastAtBytes: 750,
      roundsEndBy: 75,
      runCandidate: async (_job, entry) => {
        started.push(entry.candidate.chain[0]!);
        return resultOf(entry);
      },
      onFailure: () => undefined,
      ...changes,
    };
    return runRace(race, job, [lossless, lossy]);
  };

  it('skips the last candidates where the others leave no need for them, and says so', async () => {
    const seen: unknown[] = [];
    const isNeeded: Race['isNeeded'] = (candidate, results) => {
      seen.push(
        candidate,
        results.map(({ name }) => name),
      );
      return false;
    };
    const raced = await run({ isNeeded });
    expect(seen).to.deep.equal([lossless, ['lossy']]);
    expect(started).to.deep.equal(['lossy']);
    expect(raced.map(({ candidate }) => candidate)).to.deep.equal([lossless, lossy]);
    expect(raced[0]?.result).to.deep.equal({
      kind: 'skipped',
      reason: 'not run: another result is smaller than it can be',
    });
  });

  it('leaves them the time between the end of the rounds and that of the job', async () => {
    const ends: unknown[] = [];
    const runCandidate: Race['runCandidate'] = async ({ endBy }, entry) => {
      ends.push([entry.candidate.chain[0], endBy]);
      return resultOf(entry);
    };
    await run({ isNeeded: () => true, runCandidate });
    expect(ends).to.deep.equal([
      ['lossy', 75],
      ['lossless', 100],
    ]);
  });

  it('runs them after the others where they are needed', async () => {
    const raced = await run({ isNeeded: () => true });
    expect(started).to.deep.equal(['lossy', 'lossless']);
    expect(raced.map(({ result }) => result.kind)).to.deep.equal(['made', 'made']);
  });

  for (const [bytes, isStarted] of [
    [750, true],
    [749, false],
  ] as const) {
    it(`${isStarted ? 'starts' : 'does not start'} them at once when ${bytes} of 750 bytes are expected`, async () => {
      const lastStarted = Promise.withResolvers<boolean>();
      const raced = await run({
        runCandidate: async (_job, entry) => {
          if (entry.candidate === lossless) lastStarted.resolve(true);
          else {
            entry.onExpected(bytes);
            setImmediate(() => lastStarted.resolve(false));
            expect(await lastStarted.promise).to.equal(isStarted);
          }
          return resultOf(entry);
        },
      });
      expect(raced[0]?.result.kind).to.equal(isStarted ? 'made' : 'skipped');
    });
  }

  it('starts none after a failure of all', async () => {
    const failure = new Error('no disk');
    const running = run({
      isNeeded: () => true,
      runCandidate: async (_job, { candidate }) => {
        started.push(candidate.chain[0]!);
        throw failure;
      },
    });
    expect(await rejectionOf(running)).to.equal(failure);
    expect(started).to.deep.equal(['lossy']);
  });
});
