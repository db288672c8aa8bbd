import { expect } from 'chai';
import { pino } from 'pino';
import { watchNode } from '../../src/compose/node-health.ts';
import { until } from '../support/until.ts';

describe('the health of a node', () => {
  let health: ReturnType<typeof watchNode> | undefined;
  afterEach(() => health?.close());

  it('is the last problem that a trial found, which is logged once until it has passed', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = pino(
      { base: null, timestamp: false },
      { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    let problem: string | undefined;
    let trials = 0;
    const trial = async (): Promise<string | undefined> => {
      trials += 1;
      return problem;
    };
    health = watchNode({ trials: [async () => undefined, trial], log, everyMs: 1 });
    const tryTwice = () => {
      const before = trials;
      return until('it was tried again', () => trials > before + 2);
    };
    await tryTwice();
    expect(health.problem()).to.equal(undefined);
    problem = 'No tool can be started.';
    await tryTwice();
    expect(health.problem()).to.equal(problem);
    problem = undefined;
    await tryTwice();
    expect(health.problem()).to.equal(undefined);
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['not ready', 'ready again']);
    expect(lines[0]).to.include({ level: 50, problem: 'No tool can be started.' });
  });
});
