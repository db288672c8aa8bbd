import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { isBound, traitsOf } from '../../../src/storage/sweep/s3-traits.ts';

const headOf = (fields: Partial<HeadObjectCommandOutput>): HeadObjectCommandOutput => ({
  $metadata: {},
  ...fields,
});
const owner = {
  Grantee: { Type: 'CanonicalUser', ID: 'owner' },
  Permission: 'FULL_CONTROL',
} as const;
const everybody = 'http://acs.amazonaws.com/groups/global/AllUsers';

describe('what an upload takes of an object in S3', () => {
  it('is its headers, class and encryption, and nothing about its bytes', () => {
    const kept = {
      ...{ CacheControl: 'max-age=5', StorageClass: 'STANDARD_IA' as const, ContentLanguage: 'de' },
      ...{ ServerSideEncryption: 'aws:kms' as const, SSEKMSKeyId: 'key' },
    } as const;
    const found = headOf({ ...kept, ETag: '"a"', ContentLength: 5, ChecksumCRC32: 'a' });
    expect(traitsOf(found, [], [owner])).to.deep.equal(kept);
  });

  it('is its tags, with all signs', () => {
    const tags = [
      { Key: 'a b', Value: 'c+d&e=ü' },
      { Key: 'empty', Value: '' },
    ];
    expect(traitsOf(headOf({}), tags, [])).to.deep.equal({
      Tagging: 'a%20b=c%2Bd%26e%3D%C3%BC&empty=',
    });
  });

  it('is what others may do with it', () => {
    const grants = [
      owner,
      { Grantee: { Type: 'Group', URI: everybody }, Permission: 'READ' },
      { Grantee: { Type: 'CanonicalUser', ID: 'ann' }, Permission: 'READ' },
      { Grantee: { Type: 'CanonicalUser', ID: 'ben' }, Permission: 'WRITE_ACP' },
    ] as const;
    expect(traitsOf(headOf({}), [], grants)).to.deep.equal({
      GrantFullControl: 'id="owner"',
      GrantRead: `uri="${everybody}", id="ann"`,
      GrantWriteACP: 'id="ben"',
    });
  });

  const cases: readonly (readonly [Partial<HeadObjectCommandOutput>, boolean])[] = [
    [{}, false],
    [{ ExpiresString: 'Wed, 18 May 2033 03:33:20 GMT' }, false],
    [{ ExpiresString: '0' }, true],
    [{ ExpiresString: '-1' }, true],
    [{ ExpiresString: 'never' }, true],
    [{ MissingMeta: 1 }, true],
    [{ ObjectLockMode: 'GOVERNANCE' }, true],
    [{ ObjectLockLegalHoldStatus: 'ON' }, true],
    [{ ObjectLockLegalHoldStatus: 'OFF' }, false],
  ];
  for (const [fields, expected] of cases) {
    it(`${expected ? 'is not all' : 'is all'} of ${JSON.stringify(fields)}`, () =>
      expect(isBound(headOf(fields))).to.equal(expected));
  }
});
