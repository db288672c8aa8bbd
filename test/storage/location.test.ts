import { expect } from 'chai';
import { encodedKey, isPathStyle, objstoreEndpoint } from '../../src/storage/location.ts';

describe('the endpoint of S3', () => {
  for (const [configured, region, endpoint] of [
    ['', 'us-east-1', 'https://s3.us-east-1.amazonaws.com'],
    ['', 'cn-north-1', 'https://s3.cn-north-1.amazonaws.com.cn'],
    ['https://s3.{region}.example.org/', 'fr-par', 'https://s3.fr-par.example.org'],
    ['http://storage:9000', 'us-east-1', 'http://storage:9000'],
  ] as const) {
    it(`is ${endpoint} for ${configured === '' ? 'Amazon' : configured} in ${region}`, () => {
      expect(objstoreEndpoint(configured, region)).to.equal(endpoint);
    });
  }
});

describe('a bucket in an address', () => {
  const amazon = 'https://s3.us-east-1.amazonaws.com';
  for (const [title, endpoint, bucket, isForced, isInPath] of [
    ['in the host name at Amazon', amazon, 'pictures', false, false],
    ['in the path where that is set', amazon, 'pictures', true, true],
    ['in the path when it has dots', amazon, 'my.pictures', false, true],
    ['in the path of an IPv4 address', 'http://127.0.0.1:9000', 'pictures', false, true],
    ['in the path of an IPv6 address', 'http://[::1]:9000', 'pictures', false, true],
    ['in the path of a name without dots', 'http://minio:9000', 'pictures', false, true],
    ['in the host name of another storage', 'https://s3.example.org', 'pictures', false, false],
  ] as const) {
    it(`is ${title}`, () => {
      expect(isPathStyle(endpoint, bucket, isForced)).to.equal(isInPath);
    });
  }
});

describe('a key in an address', () => {
  it('is percent-encoded but for slashes and what never needs it', () => {
    expect(encodedKey("a b/c+d%/é!'()*/-._~.png")).to.equal(
      'a%20b/c%2Bd%25/%C3%A9%21%27%28%29%2A/-._~.png',
    );
  });
});
