import { fileURLToPath } from 'node:url';
import { boundsByCode } from '../../../tools/own-programs.ts';
import { compiledSources } from '../../../tools/process/compiled-sources.ts';
import type { LineProcess, Launcher } from '../../../tools/process/launcher.ts';
import type { Sandbox, ToolLimits } from '../../../tools/process/sandbox.ts';
import { readyLine, type ScorerAnswer, type ScorerRequest } from './protocol.ts';

export type ScorerProcess = Readonly<{
  /**
   * Takes one request at a time. Ends the process when `signal` aborts. `onSpent` is called with the
   * milliseconds of the work, without the start of the process.
   */
  ask: (
    request: ScorerRequest,
    signal: AbortSignal,
    onSpent: (ms: number) => void,
  ) => Promise<ScorerAnswer>;
  /** Ends the process after so many milliseconds, unless `keep` is called. */
  endAfter: (ms: number) => void;
  keep: () => void;
  /** Time of all its work. */
  spentMs: () => number;
  end: () => void;
  ended: Promise<void>;
}>;

export type ScorerProcessOptions = Readonly<{
  launcher: Launcher;
  limits: ToolLimits;
  sandbox: Sandbox;
}>;

/** Starts a process that works on pixels. `onEnd` is called when it has ended. */
export const startScorerProcess = (
  { launcher, limits, sandbox }: ScorerProcessOptions,
  onEnd: () => void,
): ScorerProcess => {
  const ending = new AbortController();
  const ready = Promise.withResolvers<void>();
  let waiting: ((answer: ScorerAnswer) => void) | undefined;
  let endAnswer: ScorerAnswer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let spentMs = 0;
  const lineProcess: LineProcess = launcher.startLineProcess(
    {
      argv: [process.execPath, ...nodeOptions, programPath],
      // The process serves all jobs, so it runs in no job's folder.
      cwd: '/',
      environment: { LC_ALL: 'C', ...compiledSources() },
      deadlineMs: lifetimeMs,
      sandbox: { level: sandbox.level === 'none' ? 'none' : 'limits' },
      limits: { ...limits, memoryBytes: Math.max(limits.memoryBytes, minMemoryBytes) },
    },
    ending.signal,
    (line) => {
      if (line === readyLine) ready.resolve();
      else waiting?.(JSON.parse(line) as ScorerAnswer);
    },
  );
  const untilEnded = async (): Promise<void> => {
    const { how, printed } = await lineProcess.ended;
    clearTimeout(timer);
    onEnd();
    endAnswer = { kind: 'ended', reason: `it was ${how}: ${printed.slice(0, 300)}` };
    waiting?.(endAnswer);
  };
  const ended = untilEnded();
  const end = (): void => ending.abort();
  const ask: ScorerProcess['ask'] = async (request, signal, onSpent) => {
    signal.addEventListener('abort', end);
    await Promise.race([ready.promise, ended]);
    const startedAt = performance.now();
    try {
      if (endAnswer !== undefined) return endAnswer;
      return await new Promise<ScorerAnswer>((resolve) => {
        waiting = resolve;
        lineProcess.writeLine(JSON.stringify(request));
      });
    } finally {
      waiting = undefined;
      const ms = performance.now() - startedAt;
      spentMs += ms;
      onSpent(ms);
      signal.removeEventListener('abort', end);
    }
  };
  return {
    ask,
    endAfter: (ms) => {
      timer = setTimeout(end, ms).unref();
    },
    keep: () => clearTimeout(timer),
    spentMs: () => spentMs,
    end,
    ended,
  };
};

const nodeOptions = ['--max-old-space-size=64', '--max-semi-space-size=1', boundsByCode];

const programPath = fileURLToPath(new URL('process.ts', import.meta.url));

/** A process is ended when idle for minutes, so this only has to be long. */
const lifetimeMs = 24 * 3600 * 1000;

/** Node reserves more address space than it uses; with less than this it does not start. */
const minMemoryBytes = 2 * 1024 ** 3;
