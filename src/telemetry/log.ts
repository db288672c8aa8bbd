import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Log lines go to standard error. Standard output has only what the commands print. */
const standardError = 2;

/** Fields that may hold secrets. They are redacted wherever they appear. */
const secretFields = ['authorization', 'key', 'apiKey', 'token', 'secret', 'password'];

/**
 * The log: one JSON object a line, or readable text (`pretty`; `auto` is pretty on a terminal). The library
 * for readable text is loaded only when it is used.
 */
export const createLog = async ({
  level,
  format,
}: {
  level: string;
  format: 'auto' | 'json' | 'pretty';
}): Promise<Log> => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '**redacted**' },
  };
  if (format === 'pretty' || (format === 'auto' && process.stderr.isTTY)) {
    const { default: pretty } = await import('pino-pretty');
    return pino(
      options,
      pretty({
        destination: standardError,
        sync: true,
        translateTime: 'HH:MM:ss',
        colorize: process.stderr.isTTY,
      }),
    );
  }
  return pino(options, pino.destination({ fd: standardError, sync: false }));
};
