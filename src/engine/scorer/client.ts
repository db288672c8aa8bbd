import { ServiceError } from '../../errors.ts';
import type { Permits } from '../../queue/permits.ts';
import type { ToolEnd } from '../../tools/tool-outcome.ts';
import { ScorerFailure } from './failure.ts';
import type {
  FoundThumb,
  MakeRequest,
  ScoreRequest,
  ScorerAnswer,
  ScorerRequest,
  ScorerWork,
  Scores,
  Survey,
  ThumbRequest,
} from './protocol.ts';
import {
  type ScorerProcess,
  type ScorerProcessOptions,
  startScorerProcess,
  type TimedAnswer,
} from './scorer-process.ts';
import type { Client } from '../../tools/tool-runner.ts';

export type ScorerUse = Readonly<{
  client: Client;
  /** Moment on the monotonic clock (ms) by which there must be an answer. */
  endBy: number;
}>;

/** The milliseconds are those of the work, without waiting or starting a process. */
export type Measured = Scores & Readonly<{ milliseconds: number }>;

export type ScorerOptions = ScorerProcessOptions &
  Readonly<{
    permits: Permits;
    /** Longest time of one request. */
    deadlineMs: number;
    /** A process without a request for so long is ended; 5 minutes when absent. */
    idleMs?: number;
  }>;

/** Works on pixels in processes of their own, at most as many as there are permits. */
export const createScorer = (options: ScorerOptions) => {
  const { permits, limits, deadlineMs, idleMs = 300_000 } = options;
  const idle: ScorerProcess[] = [];
  const all = new Set<ScorerProcess>();

  const remove = (scorer: ScorerProcess): void => {
    all.delete(scorer);
    if (idle.includes(scorer)) idle.splice(idle.indexOf(scorer), 1);
  };

  const start = (): ScorerProcess => {
    const scorer = startScorerProcess(options, () => remove(scorer));
    all.add(scorer);
    return scorer;
  };

  /** One that was ended for its idleness, and has not yet been heard to end, is passed over. */
  const nextIdle = (): ScorerProcess | undefined => {
    const scorer = idle.pop();
    return scorer === undefined || scorer.isUsable() ? scorer : nextIdle();
  };

  const giveBack = (scorer: ScorerProcess): void => {
    if (!scorer.isUsable()) return;
    // At its CPU limit the kernel would end it in the middle of a request.
    if (scorer.spentMs() > (limits.cpuSeconds * 1000) / 2) return scorer.end();
    idle.push(scorer);
    scorer.endAfter(idleMs);
  };

  const askProcess = async (
    request: ScorerRequest,
    { client, endBy }: ScorerUse,
  ): Promise<TimedAnswer> => {
    const scorer = nextIdle() ?? start();
    scorer.keep();
    try {
      const ms = Math.ceil(Math.min(deadlineMs, Math.max(1, endBy - performance.now())));
      const signal = AbortSignal.any([client.signal, AbortSignal.timeout(ms)]);
      const answer = await scorer.ask(request, signal);
      client.signal.throwIfAborted();
      return answer;
    } finally {
      giveBack(scorer);
    }
  };

  const ask = async (request: ScorerRequest, use: ScorerUse): Promise<TimedAnswer> => {
    const maxWaitMs = Math.max(1, use.endBy - performance.now());
    const permit = await permits.acquire({ ...use.client, maxWaitMs });
    try {
      // The client may have gone since. A signal that has aborted already would end neither the work nor, late, its time.
      use.client.signal.throwIfAborted();
      return await askProcess(request, use);
    } finally {
      permit.release();
    }
  };

  return {
    /**
     * How a thumbnail of a picture is made. Waits for a permit like a tool. A process that ends before it
     * answers is replaced once, since nothing else can be done for the request.
     * @throws ServiceError `unavailable`; ScorerFailure for a picture that cannot be read; the signal's reason
     * on abort.
     */
    thumb: async (request: ThumbRequest, use: ScorerUse): Promise<FoundThumb> => {
      const asked = { kind: 'thumb', ...request } as const;
      const first = await ask(asked, use);
      const { answer } = first.answer.kind === 'ended' ? await ask(asked, use) : first;
      if (answer.kind === 'ended') throw searchEnded(answer.reason);
      return valueOf<'thumb'>(answer);
    },
    /**
     * Whether a pixel of a PNG is not opaque. What is decoded for it is kept for `survey`.
     * @throws as `score`.
     */
    isTransparent: async (pixels: string, use: ScorerUse): Promise<boolean> => {
      const { answer } = await ask({ kind: 'isTransparent', pixels }, use);
      return valueOf<'isTransparent'>(answer);
    },
    /** Reads the pixels of a source, and writes the sample tiles of a large one to the file `sample`. */
    survey: async (pixels: string, sample: string, use: ScorerUse): Promise<Survey> => {
      const { answer } = await ask({ kind: 'survey', pixels, sample }, use);
      return valueOf<'survey'>(answer);
    },
    /**
     * Makes one file of another, without a process for each; declines a source of a kind that it is not made of.
     * @throws as `score`.
     */
    make: async (request: MakeRequest, use: ScorerUse): Promise<ToolEnd> => {
      const { answer, milliseconds } = await ask({ kind: 'make', ...request }, use);
      return { verdict: valueOf<'make'>(answer) ? 'done' : 'declined', milliseconds };
    },
    /**
     * Likeness of a result to what was surveyed. Waits for a permit like a tool.
     * @throws ScorerFailure; ServiceError `unavailable`; the signal's reason on abort.
     */
    score: async (request: ScoreRequest, use: ScorerUse): Promise<Measured> => {
      const { answer, milliseconds } = await ask({ kind: 'score', ...request }, use);
      return { ...valueOf<'score'>(answer), milliseconds };
    },
    /** Number of running processes. */
    processes: (): number => all.size,
    /** Ends them all. */
    close: async (): Promise<void> => {
      const ends = [...all].map(({ ended }) => ended);
      for (const scorer of all) scorer.end();
      await Promise.all(ends);
    },
  };
};

export type Scorer = ReturnType<typeof createScorer>;

/** Memory has run out, or time: the request may succeed later. */
const searchEnded = (reason: string): ServiceError =>
  new ServiceError('unavailable', 'The service is short of memory or time. Try again later.', {
    retryAfterSeconds: 5,
    cause: new ScorerFailure(reason, { isLasting: false }),
  });

/** A process answers a request of a kind with the value of that kind. @throws ScorerFailure where there is none. */
const valueOf = <Kind extends keyof ScorerWork>(
  answer: ScorerAnswer,
): ReturnType<ScorerWork[Kind]> => {
  if (answer.kind === 'done') return answer.value as ReturnType<ScorerWork[Kind]>;
  throw new ScorerFailure(answer.reason, { isLasting: answer.kind === 'failed' });
};
