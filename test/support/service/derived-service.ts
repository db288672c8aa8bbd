import { compose } from '../../../src/compose.ts';
import type { Config } from '../../../src/config/config.ts';
import { type Derived, merged } from '../../../src/config/derived.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import type { DeepPartial } from '../deep-partial.ts';

/*
 * The program of a service whose derived values are replaced, which no setting can do: by those in TEST_DERIVED, as JSON.
 * Its arguments are flags of settings, each with its value. Its ready line is that of "serve --json".
 */

const args = process.argv.slice(2);
const flags = Object.fromEntries(
  args.flatMap((arg, index) => (index % 2 === 0 ? [[arg.replace('--', ''), args[index + 1]]] : [])),
);
const { config, apiKey, path } = loadConfig({ flags });
const derived = JSON.parse(process.env['TEST_DERIVED'] ?? '{}') as DeepPartial<Derived>;
const { log, settled } = await createLog(config.log);
const service = await compose(merged(config, derived) as Config, { log, apiKey, path });
process.once('SIGTERM', () => void service.close().then(() => settled(1000)));
const { url, internalUrl, certificatePath, setUpUrl } = service;
console.log(
  JSON.stringify({
    ready: url,
    internal: internalUrl,
    certificate: certificatePath,
    setup: setUpUrl,
  }),
);
