import { fstatSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { StartError, systemCodeOf } from '../errors.ts';

/** What prevented lines of the command from being written. The console says nothing of it. */
let problem: Error | undefined;

const onError = (error: Error): void => {
  // A reader that has gone has read what it wanted.
  if (systemCodeOf(error) !== 'EPIPE') problem ??= error;
};

/** From now on `checkOutput` knows whether lines have been written. Dispose it when the command has ended. */
export const watchOutput = (): Disposable => {
  const { stdout } = process;
  problem = undefined;
  stdout.on('error', onError);
  if (fstatSync(stdout.fd).isFile()) {
    // Node's own takes a part that was written for all of it, as on a disk that becomes full.
    stdout._write = (chunk: Uint8Array, _encoding, done) => {
      try {
        writeFileSync(stdout.fd, chunk);
      } catch (error) {
        return done(error as Error);
      }
      done();
    };
  }
  return { [Symbol.dispose]: () => stdout.off('error', onError) };
};

/**
 * Checks that all lines until now have been written to standard output. `remedy`: what to do where not.
 * @throws StartError where not.
 */
export const checkOutput = async (remedy = ''): Promise<void> => {
  // The error comes after the line.
  await setImmediate();
  if (problem === undefined) return;
  const sentence = `Standard output could not be written (${problem.message}).`;
  throw new StartError([sentence, remedy].join(' ').trim(), 1, problem);
};
