import { ServiceError } from '../errors.ts';
import type { CommandEnd } from './process/tool-shell.ts';
import { ToolFailure } from './tool-failure.ts';

/** How a tool that did not fail ended; `warned`: with a result and one of its `warns` exit codes. */
type ToolOutcome = 'done' | 'warned' | 'declined';

/** The same, and the running time without waiting. */
export type ToolEnd = Readonly<{ verdict: ToolOutcome; milliseconds: number }>;

/** How the exit codes and messages of a tool are to be read. */
export type OutcomeRules = Readonly<{
  /** Exit codes that mean that the tool refuses this input, which is no failure. */
  declines?: readonly number[];
  /** Exit codes that mean that the result is usable although the tool warned. */
  warns?: readonly number[];
  /** Texts in the tool's output that mean that its input is truncated. */
  damaged?: readonly string[];
}>;

/**
 * The outcome of a run. `hasOutput`: the tool wrote a result, or was to write none. `isLate`: the job's
 * deadline was earlier than the tool's.
 * @throws ToolFailure; ServiceError `unavailable` when the machine had no memory or process left.
 */
export const outcomeOf = (
  tool: string,
  end: CommandEnd,
  { declines = [], warns = [], damaged = [] }: OutcomeRules,
  { hasOutput, isLate }: Readonly<{ hasOutput: boolean; isLate: boolean }>,
): ToolOutcome => {
  const failure = (kind: ToolFailure['kind']): ToolFailure =>
    new ToolFailure(kind, tool, describe(end), end.printed, kind === 'limit' && isOutOfTime(end));
  if (damaged.some((words) => end.printed.includes(words))) throw failure('damaged');
  if (isOutOfResources(end)) throw outOfResources(failure('limit'));
  switch (end.how) {
    case 'exited':
      if (hasOutput && end.exitCode === 0) return 'done';
      if (hasOutput && warns.includes(end.exitCode ?? 0)) return 'warned';
      if (declines.includes(end.exitCode ?? 0)) return 'declined';
      throw failure('failed');
    case 'signalled':
      throw failure(limitSignals.has(end.signal ?? '') ? 'limit' : 'crashed');
    case 'deadline':
    case 'exceeded':
      throw failure(isLate && end.how === 'deadline' ? 'late' : 'limit');
    case 'cancelled':
    case 'lost':
    case 'not_started':
      throw failure('not_started');
    default:
      return end.how satisfies never;
  }
};

/** Signals that the kernel sends at the limits of CPU time and file size (setrlimit(2)). */
const limitSignals = new Set(['SIGXCPU', 'SIGXFSZ']);

const isOutOfTime = ({ how, signal }: CommandEnd): boolean =>
  how === 'deadline' || (how === 'signalled' && signal === 'SIGXCPU');

/** How programs print EAGAIN when no process or thread could be started (fork(2)). */
const noProcess = /EAGAIN|Resource temporarily unavailable/;

/**
 * How what starts a tool prints that there was no memory, process or namespace for it. dash gives no reason. Too many
 * namespaces are ENOSPC (clone(2)).
 */
const noStart =
  /Cannot fork|ENOMEM|Cannot allocate memory|namespace.*No space left on device|EMFILE|ENFILE/;

/** A SIGKILL that the service did not send comes from the kernel, when memory has run out. */
export const isOutOfResources = ({ how, signal, exitCode, printed }: CommandEnd): boolean =>
  how === 'lost' ||
  (how === 'signalled' && signal === 'SIGKILL') ||
  (how === 'not_started' && noStart.test(printed)) ||
  (exitCode !== 0 && noProcess.test(printed));

/** The picture is not at fault, so the request may succeed later. */
const outOfResources = (cause: ToolFailure): ServiceError =>
  new ServiceError('unavailable', 'The service is short of memory or processes. Try again later.', {
    retryAfterSeconds: 5,
    cause,
  });

/** The work folder was removed while the job ran. The next job makes it again. */
export const folderGone = (tool: string, end: CommandEnd): ServiceError =>
  new ServiceError('unavailable', 'The files of this request were removed. Try again later.', {
    ...{ retryAfterSeconds: 5, isFault: true },
    cause: new ToolFailure('not_started', tool, describe(end), end.printed),
  });

const describe = (end: CommandEnd): string =>
  [
    end.how,
    end.exitCode === undefined ? '' : `code ${end.exitCode}`,
    end.signal ?? '',
    end.printed.slice(0, 300),
  ]
    .filter((part) => part !== '')
    .join(', ');
