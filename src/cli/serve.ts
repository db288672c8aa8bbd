import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Service } from '../compose/service.ts';
import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { dataPaths } from '../data/data-folder.ts';
import { refuseOtherOwner } from '../data/data-owner.ts';
import { StartError } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import { toolPathOf } from '../tools/find-program.ts';
import { hostLimits } from '../tools/process/host-limits.ts';
import { createLauncher } from '../tools/process/launcher.ts';
import { version } from '../version.ts';
import type { Command, CommandLine } from './command.ts';
import { favourMemory } from './favour-memory.ts';
import { settingsTable } from './settings-help.ts';
import { checkOutput } from './standard-output.ts';

/** `shrinkd serve`: runs the service until SIGTERM or SIGINT. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the service',
  help: () => `Usage: shrinkd serve [flags]

Runs the service until SIGTERM or SIGINT; on a terminal also until SIGHUP, which elsewhere reads the
certificate again. Prints "shrinkd ready ADDRESS" on standard output when it accepts requests. Log lines
go to standard error. With --json, standard output is JSON.

  --config FILE   configuration file (SHRINKD_CONFIG)
  --accept-empty  start although accounts, secret or counters are missing from a data folder that has
                  been used, or from Redis, and continue without them. It is meant for one start and has no
                  variable
${settingsTable()}

SHRINKD_API_KEY (32 letters or digits) is the key of the first account, which is made when there is
none. The key is then not printed.`,
  flags: { 'accept-empty': 'boolean' },
  takesWords: false,
  run: (line) => runService(line),
};

const runService = async (line: CommandLine): Promise<number> => {
  const signals = watchSignals();
  refuseFewFiles();
  const { config, apiKey, path, warnings } = loadConfig({ flags: line.flags });
  refuseOtherOwner(dataPaths(config.dataDir));
  // Loaded here, since other commands write no log.
  const { createLog } = await import('../telemetry/log.ts');
  const { log, settled } = await createLog(config.log);
  signals.onHangup(() => log.info('SIGHUP: files of the certificate are read again'));
  // Node would print them between the lines of the log.
  process.removeAllListeners('warning').on('warning', (err) => log.warn({ err }, 'warning'));
  for (const problem of warnings) log.warn({ problem }, 'configuration');
  try {
    const starting = startService(line, { config, apiKey, path, log });
    const first = await Promise.race([starting, signals.stopped]);
    if (typeof first === 'string') {
      log.info({ signal: first }, 'stopping during the start');
      await Promise.race([starting.then(({ close }) => close()), sleep(startEndMs)]).catch(ignored);
      return 0;
    }
    process.on('exit', endAsCrash);
    log.info({ signal: await signals.stopped }, 'stopping');
    process.off('exit', endAsCrash);
    await first.close();
    log.info('stopped');
    return 0;
  } finally {
    await settled(lastLinesMs);
    // Lines for a reader that has stopped, or a start that waits for a file system, would keep the process.
    setTimeout(() => process.exit(), lastLinesMs).unref();
  }
};

/** A service that was ready and ends without being told to has this exit code, by which bin/serve starts it again. */
const crashExitCode = 70;

const endAsCrash = (): void => void (process.exitCode = crashExitCode);

/** How long a start that is to end may take to close what it has opened. A usual one has ended by then. */
const startEndMs = 1000;
/** Time for the last lines to be read. */
const lastLinesMs = 350;

const ignored = (): void => undefined;

type Starting = Pick<LoadedConfig, 'config' | 'apiKey' | 'path'> & Readonly<{ log: Log }>;

const startService = async (
  { switches, json }: CommandLine,
  { config, apiKey, path, log }: Starting,
): Promise<Service> => {
  // A process, which starts while the modules of the service are loaded: each takes a fifth of a second.
  const launching = createLauncher({ path: toolPathOf(config, path) });
  launching.catch(ignored);
  const { compose } = await import('../compose.ts');
  const acceptEmpty = switches.has('accept-empty');
  const service = await compose(config, { log, apiKey, path, acceptEmpty, launching });
  favourMemory();
  log.info({ url: service.url, internal: service.internalUrl, version }, 'listening');
  if (json) printJson(service);
  else print(service, config.outputs);
  await checkOutput(service.firstKey && keyNotShown).catch(({ message }: StartError) =>
    log.error({ problem: message }, 'standard output'),
  );
  return service;
};

const keyNotShown =
  'The API key of the first account was not shown. "shrinkd account rotate default" gives it another.';

/** Connections need more of them; those of the service itself, and of a few jobs. */
const fewestOpenFiles = 128;

/** @throws StartError where the host allows too few open files to start: Node then waits without end. */
const refuseFewFiles = (): void => {
  const { hard } = hostLimits().nofile;
  if (hard >= fewestOpenFiles) return;
  throw new StartError(
    `The host allows ${hard} open files. At least ${fewestOpenFiles} are needed, and one for each connection: raise "ulimit -n", or LimitNOFILE of systemd.`,
  );
};

type Signals = Readonly<{
  /** Resolves with the first signal that ends the service. A second one ends the process at once. */
  stopped: Promise<string>;
  /** Called at each SIGHUP, unless that ends the service. */
  onHangup: (listener: () => void) => void;
}>;

/** A terminal that is closed ends a service that was started on it. Elsewhere SIGHUP asks to read files again. */
const watchSignals = (): Signals => {
  const ending = [...endingSignals, ...(process.stderr.isTTY ? (['SIGHUP'] as const) : [])];
  process.on('SIGHUP', ignored);
  const stopped = new Promise<string>((resolve) => {
    for (const signal of ending) process.once(signal, resolve);
  });
  const onHangup: Signals['onHangup'] = (listener) => {
    if (!process.stderr.isTTY) process.on('SIGHUP', listener);
  };
  return { stopped, onHangup };
};

const endingSignals = ['SIGTERM', 'SIGINT'] as const;

const print = (service: Service, { publicDownload }: Config['outputs']): void => {
  if (service.firstKey !== undefined) {
    console.log(`The first account has been made. Its API key, shown this once:

  ${service.firstKey}
${trustLine(service)}
Try it:

  ${curlLine(service, service.firstKey)}
${publicDownload ? '' : keylessHint}`);
  }
  if (service.setUpUrl !== undefined) console.log(`Set up: ${service.setUpUrl}`);
  console.log(`shrinkd ready ${service.url}`);
};

/** Such clients save the refusal in place of the picture, so the operator is warned in advance. */
const keylessHint = `
Clients that download without the key, such as tinypng-cli, need the setting outputs.publicDownload
(--outputs-public-download true): see docs/clients.md.
`;

const printJson = (service: Service): void => {
  const { url, internalUrl, firstKey, certificatePath, setUpUrl } = service;
  console.log(
    JSON.stringify({
      ready: url,
      internal: internalUrl,
      certificate: certificatePath,
      key: firstKey,
      setup: setUpUrl,
    }),
  );
};

const samplePicture = fileURLToPath(new URL('../../test/fixtures/photo.jpg', import.meta.url));

const trustLine = ({ certificatePath }: Service): string =>
  certificatePath === undefined ? '' : `\nCertificate: ${certificatePath}\n`;

/** A command that works when pasted. Uses the project's sample picture where it is installed. */
const curlLine = ({ certificatePath, url }: Service, key: string): string => {
  const picture = existsSync(samplePicture) ? samplePicture : 'photo.jpg';
  const trust = certificatePath === undefined ? '' : `--cacert ${quoted(certificatePath)} `;
  return `curl -i ${trust}--user api:${key} --data-binary @${quoted(picture)} ${url}/shrink`;
};

const quoted = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
