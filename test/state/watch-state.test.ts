import { expect } from 'chai';
import { goneCode, stateAway } from '../../src/state/away.ts';
import type { Reply } from '../../src/state/redis.ts';
import { watchState } from '../../src/state/watch-state.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { until } from '../support/until.ts';

describe('what a node sees of the state that it shares', () => {
  /** Looks on demand: the answers one after the other. */
  const watch = async (nowMs: number, ...answers: (() => Promise<Reply>)[]) => {
    const changes: (string | undefined)[] = [];
    let looks = 0;
    const read = () => answers[Math.min((looks += 1), answers.length) - 1]!();
    const onChange = (problem: string | undefined) => void changes.push(problem);
    const watched = await watchState({
      state: { read },
      now: () => nowMs,
      onChange,
      intervalMs: 1,
    });
    await until('all answers are seen', () => looks > answers.length);
    watched.close();
    return { changes, problem: watched.problem() };
  };
  const time = (ms: number) => async (): Promise<Reply> => [String(ms / 1000), '0'];
  const away = () => Promise.reject(stateAway(new Error('cut')));
  const gone = () => Promise.reject(stateAway(new Error(`${goneCode} accounts`)));

  const minutes = 60_000;
  const nowMs = 1_800_000_000_000;
  const cases: readonly (readonly [skewMs: number, problem: string | undefined])[] = [
    [0, undefined],
    [5 * minutes, undefined],
    [-5 * minutes, undefined],
    [6 * minutes, 'The clock of this machine is 360 s behind that of Redis. Set it (NTP).'],
    [-6 * minutes, 'The clock of this machine is 360 s ahead of that of Redis. Set it (NTP).'],
  ];
  for (const [skewMs, problem] of cases) {
    it(`is ${problem ?? 'nothing'} where Redis is ${skewMs / 1000} s ahead`, async () => {
      expect((await watch(nowMs, time(nowMs + skewMs))).problem).to.equal(problem);
    });
  }

  it('is told once when it begins and once when it ends, and stays while Redis is away', async () => {
    const { changes } = await watch(nowMs, time(nowMs), gone, gone, away, gone, time(nowMs));
    expect(changes).to.have.length(2);
    expect(changes[0]).to.contain('Redis has lost the accounts or counts');
    expect(changes[1]).to.equal(undefined);
  });

  it('is no problem where the time cannot be read', async () => {
    expect((await watch(nowMs, async () => null)).problem).to.equal(undefined);
    expect((await watch(nowMs, async () => ['x'])).problem).to.equal(undefined);
  });
});

describeWithRedis(
  'the clock of a real Redis',
  (server) => {
    it('is compared with that of the node', async () => {
      const state = await openState(server().url);
      const day = 24 * 3600_000;
      const problems: (string | undefined)[] = [];
      for (const ahead of [0, day]) {
        const watched = await watchState({
          ...{ state, now: () => Date.now() + ahead },
          onChange: () => undefined,
        });
        problems.push(watched.problem());
        watched.close();
      }
      await state.close();
      expect(problems[0]).to.equal(undefined);
      // Both clocks are not read at the same moment.
      expect(Number(/(\d+) s ahead/.exec(problems[1]!)?.[1])).to.be.within(86_340, 86_460);
    });
  },
  { only: 'redis-server' },
);
