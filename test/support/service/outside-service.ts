import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { LogLine, SharedService } from './service.ts';

/** What a file tells of a service that runs already; the commands are programs with their arguments. */
type Description = Readonly<{
  url: string;
  certificate: string;
  key: string;
  /** Starts the operator's command on the service's data. */
  operator: readonly [string, ...string[]];
  /** Prints the service's log. */
  log: readonly [string, ...string[]];
}>;

/**
 * The running service that the file in `TEST_SERVICE` describes, which shared services of tests are
 * then; undefined without that variable.
 */
export const outsideService = (): SharedService | undefined => {
  const file = process.env['TEST_SERVICE'];
  if (file === undefined) return undefined;
  const { operator, log, ...service } = JSON.parse(readFileSync(file, 'utf8')) as Description;
  return {
    ...service,
    operator: async (args) => {
      const { stdout } = await promisify(execFile)(operator[0], [...operator.slice(1), ...args]);
      return stdout;
    },
    log: () => logLinesIn(execFileSync(log[0], log.slice(1), { encoding: 'utf8' })),
  };
};

const logLinesIn = (text: string): readonly LogLine[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
