import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Balancer, type StartBalancer, startHaproxy } from '../deploy/balancers.ts';
import { operatorsPair } from '../http/certificates.ts';
import { freePort } from '../ports.ts';
import {
  apiKey,
  makeServiceFolder,
  removeFolder,
  type RunningService,
  type SharedService,
  startService,
} from '../service/service.ts';

/** Equal nodes with data folders of their own on one Redis, behind a load balancer. */
export type Cluster = Readonly<{
  /** Where clients reach it. */
  address: Pick<SharedService, 'url' | 'certificate' | 'key'>;
  balancer: Balancer;
  nodes: () => readonly RunningService[];
  /** Starts a node again, on its data folder and ports. */
  restart: (index: number) => Promise<void>;
  close: () => Promise<void>;
}>;

/** Settings of a node on a Redis. */
export const stateConfig = (url: string, secretFile: string, more: object = {}) => ({
  state: { kind: 'redis', redis: { url, deadlineSeconds: 3, ...more }, secretFile },
});

type ClusterOptions = Readonly<{
  size: number;
  /** Of each node by its index, where they reach Redis on ways of their own. */
  redisUrl: string | ((index: number) => string);
  /** haproxy by default. */
  startBalancer?: StartBalancer;
  /** Settings of all nodes beside those of the cluster. */
  config?: object;
  flags?: readonly string[];
  /** Of `state.redis`. */
  redis?: object;
  environment?: (index: number) => Readonly<Record<string, string>>;
}>;

export const startCluster = async ({
  size,
  redisUrl,
  startBalancer = startHaproxy,
  config = {},
  flags = ['--log-level', 'warn'],
  redis,
  environment = () => ({}),
}: ClusterOptions): Promise<Cluster> => {
  const folder = await makeServiceFolder();
  const secretFile = join(folder, 'secret.key');
  const ports = await Promise.all(
    Array.from({ length: size }, async () => [await freePort(), await freePort()] as const),
  );
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const nodes: RunningService[] = [];
  const start = async (index: number): Promise<void> => {
    const own = join(folder, `node-${index}`);
    await mkdir(join(own, 'work'), { recursive: true });
    const [nodePort, internal] = ports[index]!;
    nodes[index] = await startService(own, {
      config: {
        ...stateConfig(
          typeof redisUrl === 'string' ? redisUrl : redisUrl(index),
          secretFile,
          redis,
        ),
        tls: { mode: 'proxy', trustedProxies: ['127.0.0.1/32'] },
        quality: { mode: 'fixed' },
        publicUrl: url,
        ...config,
      },
      flags: [
        ...['--host', '127.0.0.1', '--port', String(nodePort)],
        ...['--internal-port', String(internal), ...flags],
      ],
      environment: environment(index),
    });
  };
  const certificate = join(folder, 'cert.pem');
  const pair = await operatorsPair({ commonName: 'localhost' });
  await writeFile(certificate, pair.cert);
  let balancer: Balancer | undefined;
  const close = async (): Promise<void> => {
    await balancer?.close();
    await Promise.all(nodes.map((node) => node.kill()));
    await removeFolder(folder);
  };
  try {
    // The first node makes the secret and the account.
    await start(0);
    await Promise.all(ports.slice(1).map((_, index) => start(index + 1)));
    const own = join(folder, 'balancer');
    await mkdir(own);
    balancer = await startBalancer({ folder: own, port, pair, nodes: ports });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    address: { url, certificate, key: apiKey },
    balancer,
    nodes: () => nodes,
    restart: start,
    close,
  };
};
