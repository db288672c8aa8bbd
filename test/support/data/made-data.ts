import { hash } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../../../src/config/config.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { firstAccount } from '../../../src/accounts/first-account.ts';
import { dataPaths, type DataPaths } from '../../../src/data/data-folder.ts';
import { openData } from '../../../src/data/open-data.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { createOutputs } from '../../../src/outputs/outputs.ts';
import { publishImages, writeImageFiles } from '../outputs/image-files.ts';
import { added } from '../counters/added.ts';

/** The configuration of a service that keeps everything it writes in `folder`. */
export const configIn = (folder: string): Config =>
  loadConfig({
    flags: {
      data: join(folder, 'data'),
      'work-dir': join(folder, 'jobs'),
      host: '127.0.0.1',
      port: '0',
      'internal-port': '0',
    },
    environment: {},
  }).config;

export const silent = pino({ level: 'silent' });

/**
 * The data folder of a service that has been started, has counted a compression and, with `hasOutput`,
 * kept an output; it does not run.
 */
export const makeData = async (
  folder: string,
  { hasOutput = true }: Readonly<{ hasOutput?: boolean }> = {},
): Promise<DataPaths> => {
  const config = configIn(folder);
  const paths = dataPaths(config.dataDir);
  const now = Date.now;
  const data = await openData({
    config,
    paths,
    now,
    acceptEmpty: false,
    log: silent,
    metrics: createMetrics().state,
  });
  await firstAccount(data.accounts, keyOf(folder));
  await data.finishFirstStart();
  const [account] = await data.accounts.list();
  await added(data.counters, account!.id, 1);
  await data.close();
  if (hasOutput) {
    const onProblem = (): void => undefined;
    const outputs = await createOutputs({ ...config.outputs, folder: paths.outputs, onProblem });
    await publishImages(outputs, await writeImageFiles(join(folder, 'image'), {}));
    await outputs.close();
  }
  return paths;
};

const keyOf = (folder: string): string => hash('sha256', folder).slice(0, 32);
