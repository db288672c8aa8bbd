import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LineProcess, Launcher } from '../../../tools/process/launcher.ts';
import type { Permits } from '../../../queue/permits.ts';
import type { Sandbox, ToolLimits } from '../../../tools/process/sandbox.ts';
import { ScorerFailure } from './failure.ts';
import {
  readyLine,
  type Scores,
  type ScorerAnswer,
  type ScorerRequest,
  type Survey,
} from './protocol.ts';
import type { Client } from '../../../tools/tool-runner.ts';

/** For whom something is measured, and by when (monotonic clock, ms). */
export type ScorerUse = Readonly<{ client: Client; endBy: number; onSpent: (ms: number) => void }>;

/** Measures pictures in processes of their own, at most as many as there are permits. */
export type Scorer = Readonly<{
  /** Looks at the pixels of a source, and writes the mosaic that stands for a large one. */
  survey: (pixels: string, mosaic: string, use: ScorerUse) => Promise<Survey>;
  /**
   * How much a result looks like what was surveyed. Waits for a permit like any tool.
   * @throws ScorerFailure; ServiceError `unavailable`; the signal's reason on abort.
   */
  score: (request: ScoreRequest, use: ScorerUse) => Promise<Scores>;
  /** Processes that are there now. */
  processes: () => number;
  /** Ends them all. */
  close: () => Promise<void>;
}>;

export type ScoreRequest = Omit<Extract<ScorerRequest, { kind: 'score' }>, 'kind'>;

export type ScorerOptions = Readonly<{
  launcher: Launcher;
  permits: Permits;
  limits: ToolLimits;
  /** Of tools; a process serves the folders of all jobs, so it is held by no more than the limits. */
  sandbox: Sandbox;
  /** Longest time for one request. */
  deadlineMs: number;
  /** A process without work for so long is ended. */
  idleMs?: number;
}>;

export const createScorer = (options: ScorerOptions): Scorer => {
  const { permits, limits, deadlineMs, idleMs = 300_000 } = options;
  const idle: ScorerProcess[] = [];
  const all = new Set<ScorerProcess>();

  const forget = (helper: ScorerProcess): void => {
    all.delete(helper);
    if (idle.includes(helper)) idle.splice(idle.indexOf(helper), 1);
  };

  const started = (): ScorerProcess => {
    const helper = startProcess(options, () => forget(helper));
    all.add(helper);
    return helper;
  };

  const giveBack = (helper: ScorerProcess): void => {
    if (!all.has(helper)) return;
    // Long before the kernel would end it in the midst of a request.
    if (helper.spentMs() > (limits.cpuSeconds * 1000) / 2) return helper.end();
    idle.push(helper);
    helper.sleep(idleMs);
  };

  const ask = async (request: ScorerRequest, use: ScorerUse): Promise<ScorerAnswer> => {
    const { client, endBy, onSpent } = use;
    const maxWaitMs = Math.max(1, endBy - performance.now());
    const permit = await permits.acquire({ ...client, maxWaitMs });
    const startedAt = performance.now();
    const helper = idle.pop() ?? started();
    helper.awake();
    try {
      const ms = Math.ceil(Math.min(deadlineMs, Math.max(1, endBy - startedAt)));
      const signal = AbortSignal.any([client.signal, AbortSignal.timeout(ms)]);
      const answer = await helper.ask(request, signal, onSpent);
      client.signal.throwIfAborted();
      return answer;
    } finally {
      giveBack(helper);
      permit.release();
    }
  };

  return {
    survey: async (pixels, mosaic, use) => {
      const answer = await ask({ kind: 'survey', pixels, mosaic }, use);
      return answer.kind === 'survey' ? answer.survey : fail(answer);
    },
    score: async (request, use) => {
      const answer = await ask({ kind: 'score', ...request }, use);
      return answer.kind === 'scores' ? answer.scores : fail(answer);
    },
    processes: () => all.size,
    close: async () => {
      const ends = [...all].map(({ ended }) => ended);
      for (const helper of all) helper.end();
      await Promise.all(ends);
    },
  };
};

const fail = (answer: ScorerAnswer): never => {
  if (answer.kind === 'failed') throw new ScorerFailure(answer.reason, { isLasting: true });
  const reason = answer.kind === 'ended' ? answer.reason : 'an answer to something else';
  throw new ScorerFailure(reason, { isLasting: false });
};

type ScorerProcess = Readonly<{
  /**
   * One request at a time. Ends the process when `signal` aborts. `onSpent` is told the milliseconds of
   * the work, the start of the process apart.
   */
  ask: (
    request: ScorerRequest,
    signal: AbortSignal,
    onSpent: ScorerUse['onSpent'],
  ) => Promise<ScorerAnswer>;
  /** Ends after so many milliseconds, unless it is awoken. */
  sleep: (ms: number) => void;
  awake: () => void;
  spentMs: () => number;
  end: () => void;
  ended: Promise<void>;
}>;

const programPath = fileURLToPath(new URL('process.ts', import.meta.url));

/** A longer life is of no use, and timers know no longer one. */
const lifetimeMs = 24 * 3600 * 1000;

/** Node reserves addresses it never uses; with less than this it does not start. */
const leastMemoryBytes = 2 * 1024 ** 3;

const startProcess = (
  { launcher, limits, sandbox }: ScorerOptions,
  onEnd: () => void,
): ScorerProcess => {
  const ending = new AbortController();
  const ready = Promise.withResolvers<void>();
  let waiting: ((answer: ScorerAnswer) => void) | undefined;
  let lastWords: ScorerAnswer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let spentMs = 0;
  const conversation: LineProcess = launcher.startLineProcess(
    {
      argv: [process.execPath, '--max-old-space-size=64', '--max-semi-space-size=1', programPath],
      // No job's folder: the process serves them all.
      cwd: '/',
      environment: { LC_ALL: 'C' },
      deadlineMs: lifetimeMs,
      sandbox: { level: sandbox.level === 'none' ? 'none' : 'limits' },
      limits: { ...limits, memoryBytes: Math.max(limits.memoryBytes, leastMemoryBytes) },
    },
    ending.signal,
    (line) => {
      if (line === readyLine) ready.resolve();
      else waiting?.(JSON.parse(line) as ScorerAnswer);
    },
  );
  const untilEnded = async (): Promise<void> => {
    const { how, printed } = await conversation.ended;
    clearTimeout(timer);
    onEnd();
    lastWords = { kind: 'ended', reason: `it was ${how}: ${printed.slice(0, 300)}` };
    waiting?.(lastWords);
  };
  const ended = untilEnded();
  const end = (): void => ending.abort();
  const ask: ScorerProcess['ask'] = async (request, signal, onSpent) => {
    signal.addEventListener('abort', end);
    await Promise.race([ready.promise, ended]);
    const startedAt = performance.now();
    try {
      if (lastWords !== undefined) return lastWords;
      return await new Promise<ScorerAnswer>((resolve) => {
        waiting = resolve;
        conversation.writeLine(JSON.stringify(request));
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
    sleep: (ms) => {
      timer = setTimeout(end, ms).unref();
    },
    awake: () => clearTimeout(timer),
    spentMs: () => spentMs,
    end,
    ended,
  };
};

/** Names the weights that scores are made with: part of the identity of work. */
export const weightsDigest = (): string =>
  createHash('sha256')
    .update(readFileSync(new URL('../../../image/score/weights.json', import.meta.url)))
    .digest('hex');
