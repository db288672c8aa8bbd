import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { freePort } from '../ports.ts';
import {
  apiKey,
  makeServiceFolder,
  removeFolder,
  type RunningService,
  type SharedService,
  startService,
} from '../service/service.ts';
import { until } from '../until.ts';

/** Equal nodes with data folders of their own on one Redis, behind a haproxy. */
export type Cluster = Readonly<{
  /** Where clients reach it. */
  balancer: Pick<SharedService, 'url' | 'certificate' | 'key'>;
  nodes: () => readonly RunningService[];
  /** Starts a node again, on its data folder and ports. */
  restart: (index: number) => Promise<void>;
  close: () => Promise<void>;
}>;

/** haproxy; undefined where it is not installed. */
export const haproxy = ['/usr/sbin/haproxy', '/usr/bin/haproxy', '/usr/local/sbin/haproxy'].find(
  (path) => existsSync(path),
);

/** Settings of a node on a Redis. */
export const stateConfig = (url: string, secretFile: string, more: object = {}) => ({
  state: { kind: 'redis', redis: { url, deadlineSeconds: 1, ...more }, secretFile },
});

export const startCluster = async (size: number, redisUrl: string): Promise<Cluster> => {
  const folder = await makeServiceFolder();
  const secretFile = join(folder, 'secret.key');
  const ports = await Promise.all(
    Array.from({ length: size }, async () => [await freePort(), await freePort()] as const),
  );
  const nodes: RunningService[] = [];
  const start = async (index: number): Promise<void> => {
    const own = join(folder, `node-${index}`);
    await mkdir(join(own, 'work'), { recursive: true });
    const [port, internal] = ports[index]!;
    nodes[index] = await startService(own, {
      config: {
        ...stateConfig(redisUrl, secretFile),
        tls: { mode: 'proxy', trustedProxies: ['127.0.0.0/8'] },
        quality: { mode: 'fixed' },
        publicUrl: `https://localhost:${balancerPort}`,
      },
      flags: [
        ...['--host', '127.0.0.1', '--port', String(port), '--internal-port', String(internal)],
        ...['--log-level', 'warn'],
      ],
    });
  };
  const balancerPort = await freePort();
  const certificate = join(folder, 'cert.pem');
  // The first node makes the secret and the account.
  const close = async (): Promise<void> => {
    balancer?.kill('SIGKILL');
    await Promise.all(nodes.map((node) => node.kill()));
    await removeFolder(folder);
  };
  let balancer: ChildProcess | undefined;
  try {
    await start(0);
    await Promise.all(ports.slice(1).map((_, index) => start(index + 1)));
    balancer = await startHaproxy({ folder, port: balancerPort, certificate, ports });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    balancer: { url: `https://localhost:${balancerPort}`, certificate, key: apiKey },
    nodes: () => nodes,
    restart: start,
    close,
  };
};

const startHaproxy = async ({
  folder,
  port,
  certificate,
  ports,
}: Readonly<{
  folder: string;
  port: number;
  certificate: string;
  ports: readonly (readonly [port: number, internal: number])[];
}>): Promise<ChildProcess> => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  await writeFile(certificate, made.cert);
  await writeFile(join(folder, 'both.pem'), `${made.cert}\n${made.private}\n`);
  const servers = ports.map(
    ([own, internal], index) =>
      `  server node${index} 127.0.0.1:${own} check port ${internal} inter 500ms fall 2 rise 1`,
  );
  const config = `
defaults
  mode http
  timeout connect 2s
  timeout client 120s
  timeout server 120s
frontend clients
  bind 127.0.0.1:${port} ssl crt ${folder}/both.pem
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET /readyz
  http-request set-header X-Forwarded-Proto https
  option forwardfor
  retry-on conn-failure
  retries 3
  option redispatch
${servers.join('\n')}
`;
  await writeFile(join(folder, 'haproxy.cfg'), config);
  const child = spawn(haproxy ?? 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    stdio: 'ignore',
  });
  await until('haproxy listens', async () => isListening(port), 10_000);
  return child;
};

const isListening = async (port: number): Promise<boolean> => {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
};
