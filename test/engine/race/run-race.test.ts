import { expect } from 'chai';
import type { MadeResult } from '../../../src/engine/race/candidate-result.ts';
import {
  type Race,
  type RaceEntry,
  type Round,
  runRace,
} from '../../../src/engine/race/run-race.ts';
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
  const round = (candidate: Candidate, changes: Partial<Round> = {}): Round => ({
    candidates: [candidate],
    skipReason: () => undefined,
    usesKeptTime: false,
    ...changes,
  });
  const run = (changes: Partial<Race>) => {
    started.length = 0;
    const race: Race = {
      rounds: [
        round(lossy),
        round(lossless, { skipReason: () => 'not needed', usesKeptTime: true }),
      ],
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

  it('skips the candidates that earlier rounds leave no need for, and says why', async () => {
    const seen: unknown[] = [];
    const skipReason: Round['skipReason'] = (candidate, earlier) => {
      seen.push(
        candidate,
        earlier.map(({ name }) => name),
      );
      return 'not needed: the other is small';
    };
    const raced = await run({ rounds: [round(lossy), round(lossless, { skipReason })] });
    expect(seen).to.deep.equal([lossless, ['lossy']]);
    expect(started).to.deep.equal(['lossy']);
    expect(raced.map(({ candidate }) => candidate)).to.deep.equal([lossless, lossy]);
    expect(raced[0]?.result).to.deep.equal({
      kind: 'skipped',
      reason: 'not needed: the other is small',
    });
  });

  it('leaves them the time between the end of the rounds and that of the job', async () => {
    const ends: unknown[] = [];
    const runCandidate: Race['runCandidate'] = async ({ endBy }, entry) => {
      ends.push([entry.candidate.chain[0], endBy]);
      return resultOf(entry);
    };
    await run({ rounds: [round(lossy), round(lossless, { usesKeptTime: true })], runCandidate });
    expect(ends).to.deep.equal([
      ['lossy', 75],
      ['lossless', 100],
    ]);
  });

  it('runs them after the others where they are needed', async () => {
    const raced = await run({ rounds: [round(lossy), round(lossless)] });
    expect(started).to.deep.equal(['lossy', 'lossless']);
    expect(raced.map(({ result }) => result.kind)).to.deep.equal(['made', 'made']);
  });

  it('starts no further round after a failure of all', async () => {
    const failure = new Error('no disk');
    const running = run({
      rounds: [round(lossy), round(lossless)],
      runCandidate: async (_job, { candidate }) => {
        started.push(candidate.chain[0]!);
        throw failure;
      },
    });
    expect(await rejectionOf(running)).to.equal(failure);
    expect(started).to.deep.equal(['lossy']);
  });

  it('shows a round the results of those before, in the order of the candidates', async () => {
    const palette = candidateOf('palette');
    const lossyEnded = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    const race: Race = {
      rounds: [round(lossy, { candidates: [lossy, palette] }), round(lossless)],
      runCandidate: async (_job, entry) => {
        const [name] = entry.candidate.chain;
        seen.push([name, entry.earlier.map((result) => result.name)]);
        if (name === 'palette') await lossyEnded.promise;
        if (name === 'lossy') setImmediate(lossyEnded.resolve);
        return resultOf(entry);
      },
      roundsEndBy: 100,
      onFailure: () => undefined,
    };
    await runRace(race, job, [palette, lossless, lossy]);
    expect(seen).to.deep.equal([
      ['lossy', []],
      ['palette', []],
      ['lossless', ['palette', 'lossy']],
    ]);
  });

  it('ends all candidates of a round where one fails', async () => {
    const failure = new Error('no disk');
    const running = run({
      rounds: [round(lossy, { candidates: [lossy, lossless] })],
      runCandidate: async ({ client: { signal } }, entry) => {
        if (entry.candidate === lossless) throw failure;
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    });
    expect(await rejectionOf(running)).to.equal(failure);
  });
});
