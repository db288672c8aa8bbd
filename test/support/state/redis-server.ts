import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RedisClient } from '@redis/client';
import { freePort } from '../ports.ts';
import { isListeningFrom, killed } from '../programs.ts';
import { until } from '../until.ts';

/** A Redis or Valkey of a test on loopback, with its files in a folder of its own. */
export type RedisServer = Readonly<{
  port: number;
  url: string;
  program: string;
  /** Its own files. */
  folder: string;
  /** Sends a command on a connection of the test. */
  send: (...command: string[]) => Promise<unknown>;
  /** It does nothing from now on, but its connections stay. */
  freeze: () => void;
  thaw: () => void;
  /** Ends it at once. Its files stay. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`, on the same port and files. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}>;

const valkey = fileURLToPath(new URL('../../../.tools/valkey/bin/valkey-server', import.meta.url));

/** The programs that tests of the state run on. */
export const redisPrograms: readonly (readonly [name: string, program: string | undefined])[] = [
  ['redis-server', onPath('redis-server')],
  ['valkey-server', existsSync(valkey) ? valkey : undefined],
];

function onPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Tests on a server of their own, for each program. Where one is not installed they are pending with the reason;
 * in CI that is a failure.
 */
export const describeWithRedis = (
  title: string,
  tests: (server: () => RedisServer) => void,
  { flags = [], only }: Readonly<{ flags?: readonly string[]; only?: string }> = {},
): void => {
  for (const [name, program] of redisPrograms) {
    if (only !== undefined && name !== only) continue;
    describe(`${title} (${name})`, function () {
      let server: RedisServer | undefined;
      before(async function () {
        if (program === undefined) {
          const reason = `no ${name}; "bin/setup --for test" brings it on Debian 12 and 13`;
          if ((process.env['CI'] ?? '') !== '') throw new Error(reason);
          console.log(`    pending: ${reason}`);
          return this.skip();
        }
        server = await startRedis({ program, flags });
      });
      after(() => server?.close());
      // Hooks beside the one that skips would run; those within do not.
      describe('on a server', () => tests(() => server!));
    });
  }
};

const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];

type StartOptions = Readonly<{ program?: string; flags?: readonly string[]; port?: number }>;

/** Starts of a program that ends at once, as it does where somebody has taken its port. */
const attempts = 3;
const longestStartMs = 30_000;

/**
 * The caller closes it.
 * @throws the error of the last attempt.
 */
export const startRedis = async (
  options: StartOptions = {},
  left = attempts - 1,
): Promise<RedisServer> => {
  try {
    return await startOnce(options);
  } catch (error) {
    if (left === 0) throw error;
    return startRedis(options, left - 1);
  }
};

const protocol = { RESP: 2 } as const;

/** One class for all servers, which takes 27 ms of CPU to make. */
const newClient = RedisClient.factory(protocol);

const startOnce = async ({
  program = redisPrograms.find(([, path]) => path !== undefined)?.[1] ?? 'redis-server',
  flags = [],
  ...given
}: StartOptions): Promise<RedisServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-redis-'));
  const port = given.port ?? (await freePort());
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...[...durable, '--loglevel', 'warning', '--enable-debug-command', 'yes', ...flags],
  ];
  const client = newClient({
    ...protocol,
    socket: { port, reconnectStrategy: 20 },
    disableClientInfo: true,
  });
  client.on('error', () => undefined);
  const answers = (): Promise<boolean> =>
    client.sendCommand(['PING']).then(
      () => true,
      () => false,
    );
  let child: ChildProcess;
  const run = async (): Promise<void> => {
    child = spawn(program, args, { stdio: 'ignore' });
    const isListening = (): Promise<boolean> => isListeningFrom(child, port);
    await until(`${program} listens`, isListening, longestStartMs);
    if (!client.isOpen) await client.connect();
    await until(`${program} answers`, answers, longestStartMs);
  };
  const kill = (): Promise<void> => killed(child);
  const close = async (): Promise<void> => {
    if (client.isOpen) client.destroy();
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await run();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    program,
    folder,
    send: (...command) => client.sendCommand(command),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    restart: run,
    close,
  };
};
