/**
 * Publishes outputs to a bucket until it is killed, three at a time, and prints the id of each that was acknowledged.
 * The arguments are JSON: the bucket, the address of Redis, and the options of the node.
 */
import { join } from 'node:path';
import { publishImages, writeImageFiles } from './image-files.ts';
import { type BucketUnderTest, type NodeOptions, openBucketNode } from './bucket-outputs.ts';

const [underTest, redisUrl, options, work] = process.argv
  .slice(2)
  .map((text) => JSON.parse(text)) as [
  BucketUnderTest,
  string,
  Omit<NodeOptions, 'onProblem'>,
  string,
];
const node = await openBucketNode(underTest, redisUrl, { ...options, onProblem: console.error });

const publish = async (name: string): Promise<never> => {
  for (let count = 0; ; count += 1) {
    const images = await writeImageFiles(join(work, `${name}-${count}-${process.pid}`), {});
    console.log((await publishImages(node, images)).id);
  }
};
await Promise.all(['a', 'b', 'c'].map(publish));
