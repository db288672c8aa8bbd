import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { freePort } from '../ports.ts';
import { isListeningFrom, killed } from '../programs.ts';
import { until } from '../until.ts';

type Sentinel = Readonly<{ port: number; close: () => Promise<void> }>;

/** The name under which it watches the primary. */
export const primaryName = 'Main-1';

/** A sentinel that decides alone, two seconds after its primary is gone. */
export const startSentinel = async (
  { program, password }: Readonly<{ program: string; password: string }>,
  primary: Readonly<{ port: number }>,
): Promise<Sentinel> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `requirepass ${password}`,
    `sentinel monitor ${primaryName} 127.0.0.1 ${primary.port} 1`,
    `sentinel down-after-milliseconds ${primaryName} 2000`,
    `sentinel failover-timeout ${primaryName} 2000`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const child: ChildProcess = spawn(program, [file, '--sentinel'], { stdio: 'ignore' });
  const client = createClient({ password, socket: { port, reconnectStrategy: 20 } });
  client.on('error', () => undefined);
  const close = async (): Promise<void> => {
    if (client.isOpen) client.destroy();
    await killed(child);
    await rm(folder, { recursive: true, force: true });
  };
  const replicas = async (): Promise<number> =>
    ((await client.sendCommand(['SENTINEL', 'REPLICAS', primaryName])) as unknown[]).length;
  try {
    await until('the sentinel listens', () => isListeningFrom(child, port));
    await client.connect();
    await until('the sentinel has found the replica', async () => (await replicas()) > 0, 30_000);
  } catch (error) {
    await close();
    throw error;
  }
  return { port, close };
};
