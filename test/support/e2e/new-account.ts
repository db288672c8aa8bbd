import type { SharedService } from '../service/service.ts';
import { createClient } from './client.ts';
import { until } from '../until.ts';

/** The key of an account added beside a running service, once the service has noticed it. */
export const newAccount = async (
  service: SharedService,
  name: string,
  flags: readonly string[] = [],
): Promise<string> => {
  const added = await service.operator(['account', 'add', '--name', name, ...flags, '--json']);
  const { key } = JSON.parse(added) as { key: string };
  const client = createClient({ ...service, key });
  await until('a new key is valid', async () => {
    const { status } = await client.upload(Buffer.alloc(0));
    return status !== 401;
  });
  client.close();
  return key;
};
