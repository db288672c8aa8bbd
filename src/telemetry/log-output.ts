import { fstatSync, write, writeSync } from 'node:fs';

/** Characters of lines that may wait for a slow reader. Later lines are lost. */
const maxWaiting = 1024 ** 2;

/** `written`: whole lines before the error. */
type Done = (error?: Error | null, written?: number) => void;

/**
 * Standard error for a log, which the service does not wait for. Lines are lost while it cannot be written: its disk or
 * its pipe is full, or its reader has gone. Once a line was written again, `onLost` learns their number, and writes a
 * line about it.
 */
export const createLogOutput = (onLost: (lines: number) => void) => {
  const writeText = isStream() ? toStream() : toFile;
  let waiting: string[] = [];
  let waitingLength = 0;
  let isWriting = false;
  let lost = 0;
  /** Of the lost lines, those that a line tells of that waits or is being written. */
  let told = 0;
  let isTelling = false;
  const onSettled: (() => void)[] = [];

  const tellLoss = (): void => {
    told = lost;
    isTelling = true;
    onLost(lost);
    isTelling = false;
  };

  const next = (): void => {
    const lines = waiting;
    const toldBefore = told;
    [waiting, waitingLength, isWriting] = [[], 0, true];
    writeText(lines.join(''), (error, written = 0) => {
      isWriting = false;
      const isTold = toldBefore > 0 && (!error || written > 0);
      if (isTold) lost -= toldBefore;
      if (toldBefore > 0) told = 0;
      if (error) lost += lines.length - written - (toldBefore > 0 && !isTold ? 1 : 0);
      else if (lost > 0) tellLoss();
      if (!isWriting && waiting.length > 0) next();
      if (!isWriting) onSettled.splice(0).forEach((resolve) => resolve());
    });
  };

  process.once('exit', () => {
    if (!isStream() && waiting.length > 0) toFileAtOnce(waiting.join(''));
  });

  return {
    /** Writes a line. Never throws, and never waits. */
    write: (line: string): void => {
      // Before the others, since it tells of lines before them.
      if (isTelling) return void waiting.unshift(line);
      if (waitingLength + line.length > maxWaiting) {
        lost += 1;
        return;
      }
      waiting.push(line);
      waitingLength += line.length;
      if (!isWriting) next();
    },
    /** Resolves when every line was written or lost, and after `maxMs` at the latest. */
    settled: (maxMs: number) =>
      new Promise<void>((resolve) => {
        if (!isWriting) return resolve();
        const timer = setTimeout(resolve, maxMs);
        onSettled.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
};

const standardError = 2;

/** A pipe, a socket or a terminal. Node writes to these without waiting, except to a terminal. */
const isStream = (): boolean => {
  if (process.stderr.isTTY) return true;
  const stats = fstatSync(standardError);
  return stats.isFIFO() || stats.isSocket();
};

const toStream = (): ((text: string, done: Done) => void) => {
  // Each write reports its error too. Without a listener it would end the process.
  process.stderr.on('error', () => undefined);
  return (text, done) => void process.stderr.write(text, done);
};

/** Not by `process.stderr`, which waits for files. Before an error, a part of a line may have been written. */
let isTorn = false;

const toFile = (text: string, done: Done): void => {
  const bytes = Buffer.from(isTorn ? `\n${text}` : text);
  const from = (start: number): void =>
    write(standardError, bytes, start, bytes.length - start, undefined, (error, bytesWritten) => {
      if (error) {
        const whole = bytes
          .subarray(0, start)
          .reduce((sum, byte) => sum + Number(byte === 0x0a), 0);
        const written = Math.max(0, whole - Number(isTorn));
        isTorn ||= start > 0;
        return done(error, written);
      }
      if (start + bytesWritten < bytes.length) return from(start + bytesWritten);
      isTorn = false;
      done();
    });
  from(0);
};

const toFileAtOnce = (text: string): void => {
  try {
    writeSync(standardError, text);
  } catch {
    // There is no other place to report it.
  }
};
