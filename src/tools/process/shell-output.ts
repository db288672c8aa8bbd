import type { Readable } from 'node:stream';

/**
 * What a tool printed, and the status that its shell reported. Without a status the shell has ended;
 * `problem` is then what it or its sandbox printed about that.
 */
export type Answer = Readonly<
  { printed: string } & ({ exitCode: number } | { exitCode?: never; problem: string })
>;

/** Output beyond this is read and dropped, so that a tool neither blocks nor fills memory. */
const keptOutputBytes = 4096;

/** The longest line of a mark, with room to spare. */
const markLineBytes = 64;

type Question = Readonly<{ mark: Buffer; resolve: (answer: Answer) => void }>;

/**
 * Reads what a shell and its tools print. A tool cannot print the line that ends its answer, because it does
 * not know the mark.
 */
export const createShellOutput = (stdout: Readable, stderr: Readable) => {
  let asked: Question | undefined;
  let kept = Buffer.alloc(0);
  /** Bytes of this answer before `recent`. */
  let passedBytes = 0;
  /** The last bytes, in which the line of the mark may have begun. */
  let recent = Buffer.alloc(0);
  let hasEnded = false;
  /** Of the shell or its sandbox, since the last question. */
  let complaint = '';
  stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(0, keptOutputBytes);
  });

  const answer = (printedBytes: Buffer, exitCode?: number): void => {
    const printed = printedBytes.toString('utf8').trim();
    const problem = complaint.trim();
    asked?.resolve(exitCode === undefined ? { printed, problem } : { printed, exitCode });
    asked = undefined;
  };

  stdout.on('data', (chunk: Buffer) => {
    if (asked === undefined) return;
    if (kept.length < keptOutputBytes) {
      kept = Buffer.concat([kept, chunk.subarray(0, keptOutputBytes - kept.length)]);
    }
    recent = Buffer.concat([recent, chunk]);
    const line = recent.indexOf(asked.mark);
    const lineEnd = line < 0 ? -1 : recent.indexOf('\n', line + asked.mark.length);
    if (lineEnd >= 0) {
      const status = recent.toString('latin1', line + asked.mark.length, lineEnd);
      return answer(kept.subarray(0, passedBytes + line), Number(status));
    }
    const passed = Math.max(0, recent.length - markLineBytes);
    passedBytes += passed;
    recent = recent.subarray(passed);
  });

  /** Resolves when the shell prints the line of `mark`, or has ended. One answer at a time. */
  const answerTo = (mark: string): Promise<Answer> =>
    new Promise((resolve) => {
      asked = { mark: Buffer.from(`\n${mark} `), resolve };
      kept = Buffer.alloc(0);
      recent = Buffer.alloc(0);
      passedBytes = 0;
      if (hasEnded) answer(kept);
      else complaint = '';
    });
  /** The shell has ended; `error` says why it could not be started. */
  const end = (error: Error | undefined): void => {
    hasEnded = true;
    complaint ||= error?.message ?? '';
    answer(kept);
  };
  return { answerTo, end };
};
