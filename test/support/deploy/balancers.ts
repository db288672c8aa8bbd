import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isListeningFrom, killed } from '../programs.ts';
import { until } from '../until.ts';
import { deployFile, programPath } from './programs.ts';

/** Ports of a node on loopback: of the API, and the internal one. */
type NodePorts = readonly [port: number, internal: number];

/** A load balancer that runs with the configuration of `deploy/`, for `https://localhost:<port>`. */
export type Balancer = Readonly<{
  /** What an operator does before a node is stopped, besides waiting. */
  takeOut: (index: number) => Promise<void>;
  putBack: (index: number) => Promise<void>;
  /** Its log so far. */
  log: () => Promise<string>;
  close: () => Promise<void>;
}>;

type BalancerOptions = Readonly<{
  /** An empty folder of its own. */
  folder: string;
  port: number;
  pair: Readonly<{ cert: string; key: string }>;
  nodes: readonly NodePorts[];
}>;

export type StartBalancer = (options: BalancerOptions) => Promise<Balancer>;

/** The environment in which `deploy/haproxy/haproxy.cfg` is for these nodes. */
export const haproxyEnvironment = async ({
  folder,
  port,
  pair,
  nodes,
}: BalancerOptions): Promise<Readonly<Record<string, string>>> => {
  const certificate = join(folder, 'shrinkd.pem');
  await writeFile(certificate, `${pair.cert}\n${pair.key}\n`);
  return {
    SHRINKD_LISTEN: `127.0.0.1:${port}`,
    SHRINKD_CERTIFICATE: certificate,
    ...Object.fromEntries(
      nodes.flatMap(([own, internal], index) => [
        [`SHRINKD_NODE${index + 1}`, `127.0.0.1:${own}`],
        [`SHRINKD_NODE${index + 1}_INTERNAL_PORT`, String(internal)],
      ]),
    ),
  };
};

export const startHaproxy: StartBalancer = (options) =>
  startHaproxyWith(deployFile('haproxy/haproxy.cfg'), options);

/** With another file, which knows the same variables. */
export const startHaproxyWith = async (
  config: string,
  options: BalancerOptions,
): Promise<Balancer> => {
  const environment = await haproxyEnvironment(options);
  const { child, log } = run('haproxy', ['-db', '-f', config], environment);
  await listening(child, 'haproxy', options.port);
  const nothing = async (): Promise<void> => undefined;
  return {
    ...{ takeOut: nothing, putBack: nothing, log: async () => log() },
    close: () => killed(child),
  };
};

/**
 * The arguments with which nginx runs `deploy/nginx/nginx.conf`, written to `folder` with the places of this machine:
 * nginx knows no variables of the environment.
 */
export const nginxArgs = async ({
  folder,
  port,
  pair,
  nodes,
}: BalancerOptions): Promise<readonly string[]> => {
  await writeFile(join(folder, 'cert.pem'), pair.cert);
  await writeFile(join(folder, 'key.pem'), pair.key);
  await mkdir(join(folder, 'temporary'), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temporary/${name};`,
  );
  const replaced = [
    ['/etc/nginx/tls/', `${folder}/`],
    ['/var/log/nginx/', `${folder}/`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['http {', `http {\n  ${temporary.join('\n  ')}`],
    ...nodes.map(([own], index) => [`server node${index + 1}:8443 `, `server 127.0.0.1:${own} `]),
  ] as const;
  let text = await readFile(deployFile('nginx/nginx.conf'), 'utf8');
  for (const [from = '', to = ''] of replaced) {
    if (!text.includes(from)) throw new Error(`deploy/nginx/nginx.conf has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  const config = join(folder, 'nginx.conf');
  await writeFile(config, text);
  return ['-p', folder, '-e', 'error.log', '-c', config, '-g', `pid ${folder}/pid; daemon off;`];
};

export const startNginx: StartBalancer = async (options) => {
  const { folder, port, nodes } = options;
  const { child } = run('nginx', await nginxArgs(options), {});
  await listening(child, 'nginx', port);
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const replace = async (from: string, to: string): Promise<void> => {
    const config = await read('nginx.conf');
    await writeFile(join(folder, 'nginx.conf'), config.replace(from, to));
    const workers = await workersOf(child);
    child.kill('SIGHUP');
    await until('nginx has new workers', async () =>
      (await workersOf(child)).some((worker) => !workers.includes(worker)),
    );
  };
  const lineOf = (index: number): string => `server 127.0.0.1:${nodes[index]![0]} `;
  return {
    takeOut: (index) => replace(lineOf(index), `${lineOf(index)}down `),
    putBack: (index) => replace(`${lineOf(index)}down `, lineOf(index)),
    log: () => read('access.log'),
    close: () => killed(child, 'SIGTERM'),
  };
};

const workersOf = async ({ pid }: ChildProcess): Promise<readonly string[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);

const run = (
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Readonly<{ child: ChildProcess; log: () => string }> => {
  const child = spawn(programPath(name) ?? name, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout!.on('data', (data: Buffer) => (printed += data.toString()));
  return { child, log: () => printed };
};

const listening = async (child: ChildProcess, name: string, port: number): Promise<void> => {
  try {
    await until(`${name} listens`, () => isListeningFrom(child, port));
  } catch (error) {
    await killed(child);
    throw error;
  }
};
