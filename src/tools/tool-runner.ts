import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../errors.ts';
import type { CommandEnd } from './process/run-command.ts';
import type { Sandbox, ToolLimits } from './process/sandbox.ts';
import type { Launcher } from './process/launcher.ts';
import { createLeftovers } from '../jobs/tool-leftovers.ts';
import type { Permits } from '../queue/permits.ts';
import { toolEnvironment } from './find-program.ts';

/** A program that was found and tried at the start. */
export type Tool = Readonly<{ name: string; path: string; version: string }>;

/** For whom tools run. */
export type Client = Readonly<{
  requestId: string;
  accountId: string;
  jobNumber: number;
  signal: AbortSignal;
}>;

/** One run of a tool inside a job's folder. */
export type ToolUse = Readonly<{
  tool: Tool;
  args: readonly string[];
  /** Folder to run in; `input` and `output` are names in it. */
  folder: string;
  input: string;
  output?: string;
  client: Client;
  /** Moment on the monotonic clock (`performance.now`) by which it must have ended. */
  endBy: number;
  maxWaitMs?: number;
  declines?: readonly number[];
  /** Exit codes with which its output is taken, as a warning. */
  warns?: readonly number[];
  damaged?: readonly string[];
  /** The input's bytes were laid out by the service itself, so libvips may read it in any format. */
  isOwnInput?: boolean;
  /** Told how long the tool ran, waiting apart, however it ended. */
  onEnd?: (wallMs: number) => void;
}>;

/** What is told of each run, for the log and the metrics. */
export type ToolRun = Readonly<{
  requestId: string;
  tool: string;
  version: string;
  how: CommandEnd['how'];
  exitCode: number | undefined;
  signal: string | undefined;
  waitMs: number;
  wallMs: number;
  bytesIn: number;
  bytesOut: number;
  printed: string;
}>;

/**
 * Why a tool made nothing. `damaged`: it found its input truncated. `limit`: its deadline or another
 * limit ended it. `late`: the job's time was up before the tool's own. `failed`: it gave up or crashed.
 * `not_started`: it could not even run.
 */
export class ToolFailure extends Error {
  readonly kind: 'damaged' | 'limit' | 'late' | 'failed' | 'not_started';
  readonly printed: string;

  constructor(kind: ToolFailure['kind'], tool: string, said: string, printed = '') {
    super(`${tool}: ${kind} (${said})`);
    this.name = 'ToolFailure';
    this.kind = kind;
    this.printed = printed;
  }
}

/** What a tool's run failed of, a lack of memory too; undefined where the tool did not run at all. */
export const failureBehind = (error: unknown): ToolFailure | undefined => {
  const failure = error instanceof ServiceError ? error.cause : error;
  return failure instanceof ToolFailure ? failure : undefined;
};

export type Verdict = 'done' | 'warned' | 'declined';

export type ToolRunner = Readonly<{
  /**
   * Waits for a permit, runs the tool, and tells whether it did its work or declined it.
   * @throws ToolFailure; ServiceError `unavailable` when no permit came within `maxWaitMs` or before
   * `endBy`, or the machine had no memory or no process left for the tool; the signal's reason on abort.
   */
  run: (use: ToolUse) => Promise<Verdict>;
}>;

type ToolRunnerOptions = Readonly<{
  launcher: Launcher;
  permits: Permits;
  /** Folders of programs, as in PATH. */
  path: string;
  limits: ToolLimits;
  sandbox: Sandbox;
  deadlineMs: number;
  onRun: (run: ToolRun) => void;
}>;

export const createToolRunner = (options: ToolRunnerOptions): ToolRunner => {
  const { launcher, permits, limits, sandbox, deadlineMs, onRun } = options;
  const environment = toolEnvironment(options.path);
  const { VIPS_BLOCK_UNTRUSTED: _, ...ownInputEnvironment } = environment;

  const leftovers = createLeftovers();
  const run: ToolRunner['run'] = async (use) => {
    const { tool, client, folder } = use;
    const askedAt = performance.now();
    const permit = await permits.acquire({ ...client, maxWaitMs: waitOf(use, askedAt) });
    const left = leftovers.begin(use);
    try {
      const startedAt = performance.now();
      const restMs = Math.max(1, use.endBy - startedAt);
      const end = await launcher.run(
        {
          argv: [tool.path, ...use.args],
          cwd: folder,
          environment: use.isOwnInput === true ? ownInputEnvironment : environment,
          limits,
          sandbox,
          deadlineMs: Math.min(deadlineMs, restMs),
        },
        client.signal,
      );
      use.onEnd?.(end.wallMs);
      const bytesOut = use.output === undefined ? 0 : await sizeOf(join(folder, use.output));
      onRun({
        requestId: client.requestId,
        tool: tool.name,
        version: tool.version,
        how: end.how,
        exitCode: end.exitCode,
        signal: end.signal,
        waitMs: startedAt - askedAt,
        wallMs: end.wallMs,
        bytesIn: await sizeOf(join(folder, use.input)),
        bytesOut,
        printed: end.printed,
      });
      if (end.how === 'exceeded') await left.remove();
      return verdictOf(use, end, { bytesOut, isLate: restMs < deadlineMs });
    } finally {
      left.end();
      permit.release();
    }
  };
  return { run };
};

const waitOf = ({ maxWaitMs = Infinity, endBy }: ToolUse, now: number): number =>
  Math.max(1, Math.min(maxWaitMs, endBy - now));

const verdictOf = (
  use: ToolUse,
  end: CommandEnd,
  { bytesOut, isLate }: { bytesOut: number; isLate: boolean },
): Verdict => {
  const { tool, client, damaged = [], declines = [], warns = [] } = use;
  const isMade = use.output === undefined || bytesOut > 0;
  client.signal.throwIfAborted();
  if (damaged.some((words) => end.printed.includes(words))) {
    throw failureOf('damaged', tool, end);
  }
  if (isStarved(end)) throw starved(failureOf('limit', tool, end));
  switch (end.how) {
    case 'exited':
      if (isMade && end.exitCode === 0) return 'done';
      if (isMade && warns.includes(end.exitCode ?? 0)) return 'warned';
      if (declines.includes(end.exitCode ?? 0)) return 'declined';
      throw failureOf('failed', tool, end);
    case 'signalled':
      throw failureOf(limitSignals.has(end.signal ?? '') ? 'limit' : 'failed', tool, end);
    case 'deadline':
    case 'exceeded':
      throw failureOf(isLate && end.how === 'deadline' ? 'late' : 'limit', tool, end);
    case 'cancelled':
    case 'not_started':
      throw failureOf('not_started', tool, end);
    default:
      return end.how satisfies never;
  }
};

/** What the kernel sends at the limits of CPU time and file size (setrlimit(2)). */
const limitSignals = new Set(['SIGXCPU', 'SIGXFSZ']);

/** How EAGAIN reads where a process or a thread could not be started (fork(2)). */
const noProcess = /EAGAIN|Resource temporarily unavailable/;

/** SIGKILL that is not ours is the kernel's, when memory has run out. */
const isStarved = ({ how, signal, exitCode, printed }: CommandEnd): boolean =>
  (how === 'signalled' && signal === 'SIGKILL') || (exitCode !== 0 && noProcess.test(printed));

/** Nothing is wrong with the picture, and another moment may do. */
const starved = (cause: ToolFailure): ServiceError =>
  new ServiceError('unavailable', 'The service is short of memory or processes. Try again later.', {
    retryAfterSeconds: 5,
    cause,
  });

const failureOf = (kind: ToolFailure['kind'], tool: Tool, end: CommandEnd): ToolFailure =>
  new ToolFailure(kind, tool.name, describe(end), end.printed);

const describe = (end: CommandEnd): string =>
  [
    end.how,
    end.exitCode === undefined ? '' : `code ${end.exitCode}`,
    end.signal ?? '',
    end.printed.slice(0, 300),
  ]
    .filter((part) => part !== '')
    .join(', ');

/** 0 for what is no plain file: reading a pipe, say, would wait for ever. */
const sizeOf = async (path: string): Promise<number> => {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  }
};
