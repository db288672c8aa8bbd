import { runShrinkd, type RunningService } from '../helpers/service.ts';
import { createClient } from './client.ts';
import { until } from './until.ts';

/** The key of an account added beside a running service, once the service has noticed it. */
export const newAccount = async (
  service: RunningService,
  name: string,
  flags: readonly string[] = [],
): Promise<string> => {
  const add = ['account', 'add', '--name', name, ...flags, '--json', '--data', 'data'];
  const { stdout } = await runShrinkd(service.folder, add);
  const { key } = JSON.parse(stdout) as { key: string };
  const client = createClient({ ...service, key });
  await until('a new key is valid', async () => {
    const { status } = await client.upload(Buffer.alloc(0));
    return status !== 401;
  });
  client.close();
  return key;
};
