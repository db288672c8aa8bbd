import { pino, type Logger } from 'pino';
import { createLogOutput } from './log-output.ts';

export type Log = Logger;

/** Fields that may hold secrets. They are redacted wherever they appear. */
const secretFields = ['authorization', 'key', 'apiKey', 'token', 'secret', 'password'];

/** The log, and the wait for its last lines. */
type OpenLog = Readonly<{
  log: Log;
  /** Resolves when every line was written or lost, and after `maxMs` at the latest. */
  settled: (maxMs: number) => Promise<void>;
}>;

/**
 * The log on standard error (standard output has only what the commands print): one JSON object a line, or readable
 * text (`pretty`; `auto` is pretty on a terminal). The library for readable text is loaded only when it is used. Lines
 * that cannot be written are lost, and their number is logged when one can be written again.
 */
export const createLog = async ({
  level,
  format,
}: {
  level: string;
  format: 'auto' | 'json' | 'pretty';
}): Promise<OpenLog> => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '**redacted**' },
  };
  const isPretty = format === 'pretty' || (format === 'auto' && process.stderr.isTTY);
  const textOf = isPretty ? await prettyText() : (line: string) => line;
  const output = createLogOutput((lost) =>
    log.warn({ lost }, 'lines of the log could not be written and were lost'),
  );
  const log = pino(options, { write: (line: string) => output.write(textOf(line)) });
  return { log, settled: output.settled };
};

const prettyText = async (): Promise<(line: string) => string> => {
  const { prettyFactory } = await import('pino-pretty');
  const text = prettyFactory({ translateTime: 'HH:MM:ss', colorize: process.stderr.isTTY });
  return (line) => text(line) ?? '';
};
