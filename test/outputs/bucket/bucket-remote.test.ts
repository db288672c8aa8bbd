import type { Outputs } from '../../../src/outputs/output.ts';
import { outputsSuite, type OutputsUnderTest } from '../../suites/outputs-suite.ts';
import { googleBucket, openBucketNode, s3Bucket } from '../../support/outputs/bucket-outputs.ts';
import { type GoogleStorage, startGoogleStorage } from '../../support/storage/google-storage.ts';
import { describeWithRadosgw } from '../../support/storage/radosgw.ts';
import { describeWithRedis, type RedisServer } from '../../support/state/redis-server.ts';

describeWithRadosgw('outputs in S3', (radosgw) => {
  const open =
    (server: () => RedisServer) =>
    (options: OutputsUnderTest): Promise<Outputs> =>
      openBucketNode(s3Bucket(radosgw()), server().url, { ...options, cluster: options.folder });
  const tests = (server: () => RedisServer): void =>
    outputsSuite('the outputs', open(server), { isLimited: false });
  describeWithRedis('with Redis', tests, { only: 'redis-server' });
});

describeWithRedis(
  'outputs at Google with Redis',
  (server) => {
    let google: GoogleStorage;
    before(async () => {
      google = await startGoogleStorage();
    });
    after(() => google.close());
    outputsSuite(
      'the outputs',
      (options) =>
        openBucketNode(googleBucket(google), server().url, { ...options, cluster: options.folder }),
      { isLimited: false },
    );
  },
  { only: 'redis-server' },
);
