import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Service } from '../compose/service.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load.ts';
import { createLog } from '../telemetry/log.ts';
import { toolPathOf } from '../tools/find-program.ts';
import { createLauncher } from '../tools/process/launcher.ts';
import type { Command, CommandLine } from './command.ts';
import { settingsTable } from './settings-help.ts';

/** `shrinkd serve`: runs the service until SIGTERM or SIGINT. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the service',
  help: () => `Usage: shrinkd serve [flags]

Runs the service until SIGTERM or SIGINT. Prints "shrinkd ready ADDRESS" on standard output when it
accepts requests. Log lines go to standard error. With --json, standard output is JSON.

  --config FILE   configuration file (SHRINKD_CONFIG)
  --accept-empty  start although accounts, secret or counters are missing from a data folder that has
                  been used, and continue without them. It is meant for one start and has no variable
${settingsTable()}

SHRINKD_API_KEY (32 letters or digits) is the key of the first account, which is made when there is
none. The key is then not printed.`,
  flags: { 'accept-empty': 'boolean' },
  takesWords: false,
  run: (line) => runService(line),
};

const runService = async ({ flags, switches, json }: CommandLine): Promise<number> => {
  const acceptEmpty = switches.has('accept-empty');
  const { config, apiKey, path, warnings } = loadConfig({ flags });
  const log = await createLog(config.log);
  // A process, which starts while the modules of the service are loaded: each takes a fifth of a second.
  const launching = createLauncher({ path: toolPathOf(config, path) });
  launching.catch(() => undefined);
  const { compose } = await import('../compose.ts');
  for (const problem of warnings) log.warn({ problem }, 'configuration');
  const stopped = stopSignal();
  const service = await compose(config, { log, apiKey, path, acceptEmpty, launching });
  log.info({ url: service.url, internal: service.internalUrl }, 'listening');
  if (json) printJson(service);
  else print(service, config.outputs);
  const signal = await stopped;
  log.info({ signal }, 'stopping');
  await service.close();
  log.info('stopped');
  return 0;
};

/** Resolves with the first SIGTERM or SIGINT. A second one ends the process at once. */
const stopSignal = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
  });

const print = (service: Service, { publicDownload }: Config['outputs']): void => {
  if (service.firstKey !== undefined) {
    console.log(`The first account has been made. Its API key, shown this once:

  ${service.firstKey}

Certificate: ${service.certificatePath}

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

/** A command that works when pasted. Uses the project's sample picture where it is installed. */
const curlLine = ({ certificatePath, url }: Service, key: string): string => {
  const picture = existsSync(samplePicture) ? samplePicture : 'photo.jpg';
  const trust = url.startsWith('https:') ? `--cacert ${quoted(certificatePath)} ` : '';
  return `curl -i ${trust}--user api:${key} --data-binary @${quoted(picture)} ${url}/shrink`;
};

const quoted = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
