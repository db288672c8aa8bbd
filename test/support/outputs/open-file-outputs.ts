/** Opens and closes outputs as a service with the default settings does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutputs } from '../../../src/compose/open-outputs.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { dataPaths } from '../../../src/data/data-folder.ts';
import type { Log } from '../../../src/telemetry/log.ts';

const folder = await mkdtemp(join(tmpdir(), 'shrinkd-outputs-'));
const { config } = loadConfig({ flags: {}, environment: {} });
const outputs = await openOutputs(config, {
  paths: dataPaths(folder),
  workFolder: join(folder, 'work'),
  state: undefined,
  now: Date.now,
  metrics: { eviction: () => undefined, bucketCall: () => undefined },
  log: console as unknown as Log,
});
await outputs.close();
await rm(folder, { recursive: true });
