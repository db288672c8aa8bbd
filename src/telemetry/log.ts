import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Lines go to standard error: standard output carries only what the commands print. */
const standardError = 2;

/** Fields that hold secrets wherever they come from; nobody logs them on purpose. */
const secretFields = ['authorization', 'key', 'apiKey', 'token', 'secret', 'password'];

/**
 * The log: a JSON line each, or lines for eyes (`pretty`; `auto` is pretty on a terminal). The library
 * that formats for eyes is only loaded where it is used.
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
