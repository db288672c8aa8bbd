import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { freePort } from '../ports.ts';
import { hasEnded, isListening, isListeningFrom } from '../programs.ts';
import { type RunningService, startService, toolsPath } from '../service/service.ts';
import { redisPrograms } from '../state/redis-server.ts';
import { until } from '../until.ts';
import { deployFile, programPath, root } from './programs.ts';

type ComposeService = Readonly<{
  restart?: string;
  entrypoint?: readonly string[];
  command?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  volumes?: readonly string[];
  depends_on?: Readonly<Record<string, Readonly<{ condition: string }>>>;
}>;

export type ComposeFile = Readonly<{
  services: Readonly<Record<string, ComposeService>>;
  volumes: Readonly<Record<string, null>>;
}>;

export const readCompose = async (path: string): Promise<ComposeFile> =>
  parse(await readFile(path, 'utf8'), { merge: true }) as ComposeFile;

/** The services of `deploy/compose.cluster.yaml` as processes of this machine, with the same commands and files. */
export type ComposeProcesses = Readonly<{
  url: string;
  secret: (name: string) => Promise<Buffer>;
  nodes: readonly RunningService[];
  /** Runs a service that ends by itself again. */
  runAgain: (name: 'secrets' | 'bucket') => Promise<void>;
  close: () => Promise<void>;
}>;

/** An engine starts a service that has failed again and again. */
const restarts = 3;

/** Names of the services, each after those that it depends on. */
export const startOrder = ({ services }: ComposeFile): readonly string[] => {
  const order: string[] = [];
  const visit = (name: string): void => {
    for (const needed of Object.keys(services[name]!.depends_on ?? {})) visit(needed);
    if (!order.includes(name)) order.push(name);
  };
  for (const name of Object.keys(services)) visit(name);
  return order;
};

export const startComposeProcesses = async (apiKey: string): Promise<ComposeProcesses> => {
  // In the project, since the scripts import its packages.
  const folder = await mkdtemp(join(root, '.tools/compose-'));
  const volumes = join(folder, 'volumes');
  const compose = await readCompose(deployFile('compose.cluster.yaml'));
  for (const name of Object.keys(compose.volumes))
    await mkdir(join(volumes, name), { recursive: true });
  await cp(deployFile(''), join(folder, 'deploy'), { recursive: true });
  const [redisPort, s3Port, port] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = await Promise.all([1, 2, 3].map(async () => [await freePort(), await freePort()]));
  const url = `https://localhost:${port}`;
  const places = new Map([
    ['/opt/shrinkd/deploy', join(folder, 'deploy')],
    ['/run/secrets/shrinkd', join(volumes, 'secrets')],
    ['/var/lib/redis', join(volumes, 'redis')],
    ['/var/lib/s3', join(volumes, 's3')],
    ['/volumes', volumes],
    ['redis:6379', `127.0.0.1:${redisPort}`],
    ['s3:7480', `127.0.0.1:${s3Port}`],
    ['0.0.0.0:7480', `127.0.0.1:${s3Port}`],
    ['10.0.0.0/8', '127.0.0.0/8'],
  ]);
  const anyPlace = new RegExp([...places.keys()].map(RegExp.escape).join('|'), 'g');
  const here = (text: string): string => text.replace(anyPlace, (found) => places.get(found)!);
  const settings = join(folder, 'deploy/compose/cluster.json');
  await writeFile(settings, here(await readFile(settings, 'utf8')));

  const children: ChildProcess[] = [];
  const nodes: RunningService[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    for (const child of children) {
      if (hasEnded(child)) continue;
      const ended = once(child, 'exit');
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const run = (
    name: string,
    added: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): ChildProcess => {
    const { entrypoint = [], command = [], environment = {} } = compose.services[name]!;
    const [program = '', ...given] = [...entrypoint, ...command].map(here);
    const set = Object.entries(environment).map(([key, value]) => [key, here(value)]);
    const child = spawn(programs[program] ?? program, [...given, ...args], {
      env: {
        ...process.env,
        PATH: path,
        ...Object.fromEntries(set),
        SHRINKD_PUBLIC_URL: url,
        ...added,
      },
      stdio: 'ignore',
      // A group of its own, since scripts start programs.
      detached: true,
    });
    children.push(child);
    return child;
  };
  const runToEnd = async (name: string, left = restarts): Promise<void> => {
    const [code] = (await once(run(name), 'exit')) as [number | null];
    if (code === 0) return;
    const isRestarted = compose.services[name]!.restart === 'on-failure';
    if (!isRestarted || left === 0) throw new Error(`the service ${name} ended with code ${code}`);
    return runToEnd(name, left - 1);
  };
  const start: Readonly<Record<string, () => Promise<unknown>>> = {
    secrets: () => runToEnd('secrets'),
    redis: async () => {
      const child = run('redis', {}, ['--port', String(redisPort), '--bind', '127.0.0.1']);
      await until('Redis listens', () => isListeningFrom(child, redisPort));
    },
    s3: async () => {
      let child = run('s3');
      const isUp = (): Promise<boolean> => {
        // radosgw-admin may hang, and the script then ends. A container is started again.
        if (hasEnded(child)) child = run('s3');
        return isListening(s3Port);
      };
      await until('radosgw listens', isUp, 120_000);
    },
    bucket: () => runToEnd('bucket'),
    haproxy: async () => {
      const added = Object.fromEntries(
        ports.flatMap(([own, internal], index) => [
          [`SHRINKD_NODE${index + 1}`, `127.0.0.1:${own}`],
          [`SHRINKD_NODE${index + 1}_INTERNAL_PORT`, String(internal)],
        ]),
      );
      const child = run('haproxy', { ...added, SHRINKD_LISTEN: `127.0.0.1:${port}` });
      await until('haproxy listens', () => isListeningFrom(child, port));
    },
  };
  const startNode = async (index: number): Promise<void> => {
    const own = join(folder, `node${index + 1}`);
    await mkdir(join(own, 'work'), { recursive: true });
    // Its volume, whose files are this user's here.
    await cp(join(volumes, `node${index + 1}`), join(own, 'data'), { recursive: true });
    const [api, internal] = ports[index]!;
    nodes[index] = await startService(own, {
      config: JSON.parse(await readFile(settings, 'utf8')) as object,
      environment: { SHRINKD_API_KEY: apiKey, SHRINKD_PUBLIC_URL: url },
      flags: [
        ...['--host', '127.0.0.1', '--port', String(api), '--internal-host', '127.0.0.1'],
        ...['--internal-port', String(internal), '--log-level', 'warn'],
      ],
    });
  };
  try {
    for (const name of startOrder(compose)) {
      const [, number] = /^node(\d)$/.exec(name) ?? [];
      await (number === undefined ? start[name]!() : startNode(Number(number) - 1));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const secret = (name: string): Promise<Buffer> => readFile(join(volumes, 'secrets', name));
  return { url, secret, nodes, runAgain: runToEnd, close };
};

const path = [
  ...[join(root, '.tools/radosgw/bin'), join(root, 'deploy/compose/radosgw'), toolsPath],
].join(delimiter);

/** The programs of images that are called otherwise here. */
const programs: Readonly<Record<string, string | undefined>> = {
  haproxy: programPath('haproxy'),
  'valkey-server': redisPrograms.map(([, found]) => found).findLast((found) => found !== undefined),
};
