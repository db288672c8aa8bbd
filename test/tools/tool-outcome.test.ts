import { expect } from 'chai';
import type { CommandEnd } from '../../src/tools/process/tool-shell.ts';
import { ToolFailure } from '../../src/tools/tool-failure.ts';
import { outcomeOf } from '../../src/tools/tool-outcome.ts';

describe('the failure of a tool', () => {
  const cases: readonly (readonly [
    end: Pick<CommandEnd, 'how' | 'signal' | 'exitCode'>,
    kind: ToolFailure['kind'],
    isOutOfTime: boolean,
    isLate?: boolean,
  ])[] = [
    [{ how: 'deadline' }, 'limit', true],
    [{ how: 'deadline' }, 'late', false, true],
    [{ how: 'signalled', signal: 'SIGXCPU' }, 'limit', true],
    [{ how: 'signalled', signal: 'SIGXFSZ' }, 'limit', false],
    [{ how: 'signalled', signal: 'SIGSEGV' }, 'crashed', false],
    [{ how: 'exceeded' }, 'limit', false],
    [{ how: 'exited', exitCode: 1 }, 'failed', false],
    [{ how: 'cancelled' }, 'not_started', false],
  ];
  for (const [end, kind, isOutOfTime, isLate = false] of cases) {
    const time = isOutOfTime ? 'out of time' : 'not out of time';
    it(`is ${kind} and ${time}: ${Object.values(end).join(' ')}${isLate ? ' of the job' : ''}`, () => {
      const ended = { printed: '(deadline, signalled, SIGXCPU', wallMs: 1, ...end };
      expect(() => outcomeOf('tool', ended, {}, { hasOutput: true, isLate }))
        .to.throw(ToolFailure)
        .that.includes({ kind, isOutOfTime });
    });
  }
});
