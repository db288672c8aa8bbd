import { expect } from 'chai';
import { bucketProblem, objectKeyProblem, splitPath } from '../../src/storage/object-path.ts';

describe('the path of a request to store', () => {
  for (const [path, bucket, objectKey] of [
    ['bucket/file.png', 'bucket', 'file.png'],
    ['bucket/a/b/file.png', 'bucket', 'a/b/file.png'],
    ['bucket', 'bucket', ''],
    ['bucket/', 'bucket', ''],
    ['/bucket/file.png', '', 'bucket/file.png'],
  ] as const) {
    it(`splits ${path} after the bucket`, () => {
      expect(splitPath(path)).to.deep.equal({ bucket, objectKey });
    });
  }
});

describe('the name of a bucket', () => {
  const rows: readonly (readonly [name: string, objstore: boolean, cstore: boolean])[] = [
    ['pictures', true, true],
    ['abc', true, true],
    ['a'.repeat(63), true, true],
    ['my.pictures-2', true, true],
    ['1pictures', true, true],
    ['under_score', false, true],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}`, false, true],
    ['', false, false],
    ['ab', false, false],
    ['a'.repeat(64), false, false],
    ['Pictures', false, false],
    ['-pictures', false, false],
    ['pictures-', false, false],
    ['.pictures', false, false],
    ['pic..tures', false, false],
    ['192.168.5.4', false, false],
    ['127.0.0.1:9000', false, false],
    ['user@host', false, false],
    ['pictures#', false, false],
    ['pictures?x', false, false],
    ['pictures%2e', false, false],
    ['pictures\\x', false, false],
    ['pic tures', false, false],
    ['pic\ntures', false, false],
    ['bücket', false, false],
    ['arn:aws:s3:us-east-1:1:accesspoint/a', false, false],
    ['bucket--use1-az4--x-s3', false, true],
    ['alias-s3alias', false, true],
    ['point.mrap', false, true],
    ['xn--pictures', false, true],
  ];
  for (const [name, isObjstore, isCstore] of rows) {
    it(`may ${isObjstore ? '' : 'not '}be ${JSON.stringify(name.slice(0, 40))} in S3`, () => {
      expect(bucketProblem('objstore', name) === undefined).to.equal(isObjstore);
    });
    it(`may ${isCstore ? '' : 'not '}be ${JSON.stringify(name.slice(0, 40))} at Google`, () => {
      expect(bucketProblem('cstore', name) === undefined).to.equal(isCstore);
    });
  }
});

describe('the key of an object', () => {
  const good = [
    'a.png',
    'a/b/c.png',
    'with space.png',
    'plus+percent%41&?#.png',
    'ünïcödé/画像.png',
    '...png',
    'a/..b/c',
    'x'.repeat(1024),
    'é'.repeat(512),
  ];
  for (const key of good) {
    it(`may be ${JSON.stringify(key.slice(0, 40))}`, () => {
      expect(objectKeyProblem(key)).to.equal(undefined);
    });
  }
  const bad: readonly (readonly [key: string, expected: RegExp])[] = [
    ['', /file name/],
    ['folder/', /file name/],
    ['a//b', /empty part/],
    ['/a', /empty part/],
    ['..', /\. or \.\./],
    ['a/../b', /\. or \.\./],
    ['./a', /\. or \.\./],
    ['a\0b', /control/],
    ['a\r\nb', /control/],
    ['a\u0085b', /control/],
    ['a\ud800b', /Unicode/],
    ['x'.repeat(1025), /1024 bytes/],
    ['é'.repeat(513), /1024 bytes/],
  ];
  for (const [key, expected] of bad) {
    it(`may not be ${JSON.stringify(key.slice(0, 40))}`, () => {
      expect(objectKeyProblem(key)).to.match(expected);
    });
  }
});
