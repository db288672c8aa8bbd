import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  makeServiceFolder,
  removeFolder,
  type RunningService,
  startService,
} from '../service/service.ts';
import type { Radosgw } from '../storage/radosgw.ts';
import { stateConfig } from './cluster.ts';

/** Nodes that are reached directly, on one Redis and one bucket. */
export type BucketCluster = Readonly<{
  nodes: readonly RunningService[];
  close: () => Promise<void>;
}>;

type BucketClusterOptions = Readonly<{
  redisUrl: string;
  radosgw: Radosgw;
  /** That of a proxy in front of radosgw. */
  bucketPort?: number;
  /** Of outputs. */
  outputs?: object;
  /** Of `outputs.bucket`. */
  bucket?: object;
  /** Settings of all nodes beside those of the cluster. */
  config?: object;
}>;

/** The configuration of a node. The credentials are written to `folder`. */
export const bucketConfig = async (
  folder: string,
  options: BucketClusterOptions,
): Promise<object> => ({
  ...stateConfig(options.redisUrl, join(folder, 'secret.key')),
  quality: { mode: 'fixed' },
  ...options.config,
  ...(await bucketOutputs(folder, options)),
});

/** The settings of outputs in a bucket. The credentials are written to `folder`. */
export const bucketOutputs = async (
  folder: string,
  {
    radosgw,
    bucketPort = radosgw.port,
    outputs,
    bucket,
  }: Omit<BucketClusterOptions, 'redisUrl' | 'config'>,
): Promise<object> => {
  const credentialsFile = join(folder, 's3.json');
  await writeFile(credentialsFile, JSON.stringify(radosgw.user));
  return {
    outputs: {
      kind: 's3',
      bucket: {
        name: radosgw.bucket,
        endpoint: `http://127.0.0.1:${bucketPort}`,
        credentialsFile,
        deadlineSeconds: 10,
        ...bucket,
      },
      ...outputs,
    },
  };
};

export const startBucketCluster = async (
  size: number,
  options: BucketClusterOptions,
): Promise<BucketCluster> => {
  const folder = await makeServiceFolder();
  const nodes: RunningService[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    await removeFolder(folder);
  };
  try {
    const config = await bucketConfig(folder, options);
    // The first node makes the secret and the account.
    for (let index = 0; index < size; index += 1) {
      const own = join(folder, `node-${index}`);
      await mkdir(join(own, 'work'), { recursive: true });
      nodes.push(await startService(own, { config }));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { nodes, close };
};
