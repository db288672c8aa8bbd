import { fileURLToPath } from 'node:url';
import { compiledSources, relativeImports } from '../../tools/process/compiled-sources.ts';
import { startMessageProcess } from '../../tools/process/message-process.ts';
import type { Sandbox, ToolLimits } from '../../tools/process/sandbox.ts';
import { readyMessage, type ScorerAnswer, type ScorerRequest } from './protocol.ts';

export type ScorerProcess = Readonly<{
  /**
   * Takes one request at a time. Ends the process when `signal` aborts. The time is that of the work, without the start
   * of the process.
   */
  ask: (request: ScorerRequest, signal: AbortSignal) => Promise<TimedAnswer>;
  /** Ends the process after so many milliseconds, unless `keep` is called. */
  endAfter: (ms: number) => void;
  keep: () => void;
  /** Whether it may be asked: it has not ended, and was not told to. */
  isUsable: () => boolean;
  /** Time of all its work. */
  spentMs: () => number;
  end: () => void;
  ended: Promise<void>;
}>;

/** An answer, and the milliseconds that it took. */
export type TimedAnswer = Readonly<{ answer: ScorerAnswer; milliseconds: number }>;

export type ScorerProcessOptions = Readonly<{
  /** Where the programs that confine it are found, as in PATH. */
  path: string;
  limits: ToolLimits;
  /** That of tools. A scoring process reads the folders of all jobs, so only the limits apply to it. */
  sandbox: Sandbox;
}>;

/** Starts a process that works on pixels. `onEnd` is called when it has ended. */
export const startScorerProcess = (
  { path, limits, sandbox }: ScorerProcessOptions,
  onEnd: () => void,
): ScorerProcess => {
  const ready = Promise.withResolvers<void>();
  let waiting: ((answer: ScorerAnswer) => void) | undefined;
  let endAnswer: ScorerAnswer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let spentMs = 0;
  let isUsable = true;
  const child = startMessageProcess(
    {
      argv: [process.execPath, ...nodeOptions, programPath],
      environment: { LC_ALL: 'C', ...compiledSources() },
      limits: { ...limits, memoryBytes: Math.max(limits.memoryBytes, minMemoryBytes) },
      level: sandbox.level === 'none' ? 'none' : 'limits',
      path,
    },
    (message) => {
      if (message === readyMessage) ready.resolve();
      else waiting?.(message as ScorerAnswer);
    },
  );
  const untilEnded = async (): Promise<void> => {
    const { how, printed } = await child.ended;
    clearTimeout(timer);
    isUsable = false;
    onEnd();
    endAnswer = { kind: 'ended', reason: `it was ${how}: ${printed.slice(0, 300)}` };
    waiting?.(endAnswer);
  };
  const ended = untilEnded();
  // It is heard of the end some time after the signal.
  const end = (): void => {
    isUsable = false;
    child.kill();
  };
  const ask: ScorerProcess['ask'] = async (request, signal) => {
    signal.addEventListener('abort', end);
    await Promise.race([ready.promise, ended]);
    const startedAt = performance.now();
    const answered = (resolve: (answer: ScorerAnswer) => void): void => {
      waiting = resolve;
      child.send(request);
    };
    const answer = endAnswer ?? (await new Promise(answered));
    waiting = undefined;
    signal.removeEventListener('abort', end);
    const milliseconds = performance.now() - startedAt;
    spentMs += milliseconds;
    return { answer, milliseconds };
  };
  return {
    ask,
    endAfter: (ms) => {
      timer = setTimeout(end, ms).unref();
    },
    keep: () => clearTimeout(timer),
    spentMs: () => spentMs,
    isUsable: () => isUsable,
    end,
    ended,
  };
};

/**
 * Where the processor checks the bounds of WebAssembly's memory, Node reserves 10 GB of addresses for it, and ends at an
 * address space of 16 GiB. Checked by code, it takes what it uses (node(1)).
 */
const boundsByCode = '--disable-wasm-trap-handler';

const nodeOptions = [
  ...['--max-old-space-size=64', '--max-semi-space-size=1', boundsByCode],
  ...relativeImports,
];

const programPath = fileURLToPath(new URL('process.ts', import.meta.url));

/** Node reserves more address space than it uses; with less than this it does not start. */
const minMemoryBytes = 2 * 1024 ** 3;
