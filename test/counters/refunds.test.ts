import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { StartError } from '../../src/errors.ts';
import { openRefunds, type Refund, type Refunds } from '../../src/counters/refunds.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

const refused = (requestId: string): Refund => ({
  requestId,
  month: '2026-11',
  accountId: 'acct_a',
  compressions: 1,
  at: 0,
});

describe('refused counts', () => {
  let opened: Refunds[];
  beforeEach(() => (opened = []));
  // Before their folder is removed.
  afterEach(() => Promise.all(opened.map(({ close }) => close())));
  const inFolder = temporaryFolders();
  const path = (): string => inFolder('refunds.jsonl');
  const written = (): string[] =>
    readFileSync(path(), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as Refund).requestId);

  /** Those whose `refund` has been called, and what lets it succeed. */
  const open = async (options: Partial<Parameters<typeof openRefunds>[0]> = {}) => {
    const taken: string[] = [];
    const redis = { isAway: true };
    const refunds = await openRefunds({
      path: path(),
      retryMs: 1,
      onProblem: (error) => expect.fail(String(error)),
      refund: async ({ requestId }) => {
        if (redis.isAway) throw new Error('away');
        taken.push(requestId);
      },
      ...options,
    });
    opened.push(refunds);
    return { refunds, taken, redis };
  };

  it('are on disk when they are added, all of them', async () => {
    const { refunds } = await open();
    await Promise.all(['a', 'b', 'c'].map((id) => refunds.add(refused(id))));
    expect(written()).to.have.members(['a', 'b', 'c']);
    await refunds.add(refused('d'));
    expect(written()).to.have.members(['a', 'b', 'c', 'd']);
    expect(refunds.pending()).to.equal(4);
  });

  it('are tried until they are taken back, and then gone from the disk', async () => {
    const { refunds, taken, redis } = await open();
    await refunds.add(refused('a'));
    redis.isAway = false;
    await until('it is taken back', () => refunds.pending() === 0);
    await until('the file is empty', () => written().length === 0);
    expect(taken).to.deep.equal(['a']);
  });

  it('keep those on disk that could not be taken back, while others were', async () => {
    const { refunds } = await open({
      refund: async ({ requestId }) => {
        if (requestId === 'stays') throw new Error('away');
      },
    });
    await Promise.all(['goes', 'stays'].map((id) => refunds.add(refused(id))));
    await until('one is taken back', () => refunds.pending() === 1);
    await until('it is gone from the disk', () => written().join() === 'stays');
  });

  it('are taken back by the next start, with all that was known of them', async () => {
    const killed = await open({ retryMs: 60_000 });
    await killed.refunds.add(refused('a'));
    opened = [];
    const taken: Refund[] = [];
    const next = await open({ refund: async (again) => void taken.push(again) });
    await until('it is taken back', () => next.refunds.pending() === 0);
    expect(taken).to.deep.equal([refused('a')]);
  });

  it('are tried once more when they close, and stay on disk otherwise', async () => {
    const { refunds, redis, taken } = await open({ retryMs: 60_000 });
    await refunds.add(refused('a'));
    await refunds.close();
    expect(written()).to.deep.equal(['a']);
    redis.isAway = false;
    await refunds.close();
    expect([taken, written()]).to.deep.equal([['a'], []]);
  });

  it('are still taken back where the disk is full', async () => {
    const problems: unknown[] = [];
    const { refunds, redis } = await open({
      path: inFolder('no-such-folder/refunds.jsonl'),
      onProblem: (error) => problems.push(error),
    });
    await refunds.add(refused('a'));
    expect(problems).to.have.length(1);
    redis.isAway = false;
    await until('it is taken back', () => refunds.pending() === 0);
  });

  const damaged: readonly (readonly [title: string, text: string, line: number])[] = [
    ['half a line', `${JSON.stringify(refused('a'))}\n{"requestId":"b"`, 2],
    ['a line that is no object', 'null\n', 1],
    ['a month that is none', `${JSON.stringify({ ...refused('a'), month: '2026-13' })}\n`, 1],
    ['a number that is none', `${JSON.stringify({ ...refused('a'), compressions: '1' })}\n`, 1],
  ];
  for (const [title, text, line] of damaged) {
    it(`stop the start where the file has ${title}`, async () => {
      writeFileSync(path(), text);
      const refusal = await rejectionOf(open());
      expect(refusal).to.be.instanceOf(StartError);
      expect(String(refusal)).to.contain(`line ${line} is damaged. Remove the line`);
      expect(readFileSync(path(), 'utf8')).to.equal(text);
    });
  }
});
