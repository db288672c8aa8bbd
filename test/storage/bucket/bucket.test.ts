import { bucketSuite } from '../../suites/bucket-suite.ts';
import { googleBucket, s3Bucket } from '../../support/outputs/bucket-outputs.ts';
import { type GoogleStorage, startGoogleStorage } from '../../support/storage/google-storage.ts';
import { describeWithRadosgw } from '../../support/storage/radosgw.ts';

describeWithRadosgw('a bucket in S3', (radosgw) => {
  bucketSuite('the bucket', {
    target: () => radosgw().port,
    underTest: (port, more) => s3Bucket(radosgw(), { ...more, port }),
  });
});

describe('a bucket at Google', () => {
  let google: GoogleStorage;
  before(async () => {
    google = await startGoogleStorage();
  });
  after(() => google.close());
  bucketSuite('the bucket', {
    target: () => Number(new URL(google.url).port),
    underTest: (port, more) =>
      googleBucket(google, { ...more, endpoint: `http://127.0.0.1:${port}` }),
  });
});
