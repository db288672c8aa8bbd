import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import { secretOf } from '../../src/redacted.ts';
import { locationOf } from '../../src/storage/location.ts';
import type { NamedStore, StorageSettings } from '../../src/storage/named-store.ts';
import type { StoreRequest, StorageTarget } from '../../src/storage/storage.ts';
import { createTargets } from '../../src/storage/targets.ts';
import { accountId, cstoreRequest, objstoreRequest, settings } from '../support/storage/storing.ts';

const secret = secretOf('secret');
const named = (fields: object): StoreRequest => ({
  service: 'named',
  name: 'media',
  path: 'a/b.png',
  headers: {},
  ...fields,
});
const media: NamedStore = {
  service: 'objstore',
  bucket: 'shop-media',
  prefix: 'images/',
  prefixPerAccount: true,
  accounts: [accountId],
  endpoint: '',
  region: 'eu-central-1',
  forcePathStyle: false,
  acl: 'no-acl',
  accessKeyId: secret,
  secretAccessKey: secret,
};
const archive: NamedStore = {
  service: 'cstore',
  bucket: 'archive',
  prefix: '',
  prefixPerAccount: false,
  endpoint: '',
  serviceAccountKey: secret,
};

const targetOf = (
  request: StoreRequest,
  given: Partial<StorageSettings> = {},
  account = accountId,
): StorageTarget =>
  createTargets({ ...settings, stores: { media, archive }, ...given })(request, account);

const refusalOf = (...asked: Parameters<typeof targetOf>): string => {
  try {
    targetOf(...asked);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).and.have.property('code', 'bad_request');
    return (error as ServiceError).message;
  }
  return expect.fail('it was taken');
};

describe('the target of a request to store', () => {
  const minio = { ...settings.objstore, endpoint: 'http://minio:9000/' };
  const places: readonly (readonly [
    title: string,
    request: StoreRequest,
    given: Partial<StorageSettings>,
    location: string,
  ])[] = [
    ['Amazon S3', objstoreRequest(), {}, 'https://pictures.s3.us-east-1.amazonaws.com/a/b.png'],
    [
      'a bucket with dots',
      objstoreRequest({ path: 'my.pictures/b.png' }),
      {},
      'https://s3.us-east-1.amazonaws.com/my.pictures/b.png',
    ],
    ['other storage', objstoreRequest(), { objstore: minio }, 'http://minio:9000/pictures/a/b.png'],
    [
      'other storage with a path',
      objstoreRequest(),
      { objstore: { ...settings.objstore, endpoint: 'https://example.org/s3/' } },
      'https://pictures.example.org/s3/a/b.png',
    ],
    [
      'the path where that is set',
      objstoreRequest(),
      { objstore: { ...settings.objstore, forcePathStyle: true } },
      'https://s3.us-east-1.amazonaws.com/pictures/a/b.png',
    ],
    [
      'a key that needs encoding',
      objstoreRequest({ path: 'pictures/ü b+c%20/d.png' }),
      {},
      'https://pictures.s3.us-east-1.amazonaws.com/%C3%BC%20b%2Bc%2520/d.png',
    ],
    ['Google', cstoreRequest(), {}, 'https://storage.googleapis.com/pictures/a/b.png'],
    [
      'a named store',
      named({}),
      {},
      `https://shop-media.s3.eu-central-1.amazonaws.com/images/${accountId}/a/b.png`,
    ],
    [
      'a named store elsewhere',
      named({}),
      { stores: { media: { ...media, bucket: 'shop', endpoint: 'http://10.0.0.5:9000' } } },
      `http://10.0.0.5:9000/shop/images/${accountId}/a/b.png`,
    ],
    [
      'a named store at Google',
      named({ name: 'archive' }),
      {},
      'https://storage.googleapis.com/archive/a/b.png',
    ],
  ];
  for (const [title, request, given, location] of places) {
    it(`is at ${title}`, () => {
      expect(locationOf(targetOf(request, given))).to.equal(location);
    });
  }

  it('has the ACL that is asked for, and none for no-acl', () => {
    const acls = ['public-read', 'private', 'no-acl'].map((acl) =>
      targetOf(objstoreRequest({ acl })),
    );
    expect(acls.map((target) => (target as { acl?: string }).acl)).to.deep.equal([
      'public-read',
      'private',
      undefined,
    ]);
  });

  const notAllowed = (name: string): string =>
    `store.name: expected the name of a store that this account may use, got "${name}"`;
  const refused: readonly (readonly [string, StoreRequest, Partial<StorageSettings>, string])[] = [
    [
      'a name that no bucket may have',
      objstoreRequest({ path: 'Pictures/a.png' }),
      {},
      'store.path: expected a bucket name of lower-case letters, digits, dots and hyphens, a letter or digit on either side of each dot, got "Pictures/a.png"',
    ],
    [
      'no key',
      cstoreRequest({ path: 'pictures' }),
      {},
      'store.path: expected a file name at the end, and no empty part between slashes, got "pictures"',
    ],
    [
      'a region that would be another host',
      objstoreRequest({ region: 'evil.example/#' }),
      {},
      'store.region: expected a region such as us-east-1, got "evil.example/#"',
    ],
    [
      'a region that is not allowed',
      objstoreRequest({ region: 'us-east-2' }),
      { objstore: { ...settings.objstore, regions: ['us-east-1', 'eu-west-1'] } },
      'store.region: expected one of "us-east-1", "eu-west-1", got "us-east-2"',
    ],
    [
      'an ACL that is not allowed',
      objstoreRequest({ acl: 'public-read-write' }),
      {},
      'store.acl: expected one of "private", "public-read", "bucket-owner-full-control", "no-acl", got "public-read-write"',
    ],
    ['an unknown store', named({ name: 'other' }), {}, notAllowed('other')],
    ['a name of the language', named({ name: '__proto__' }), {}, notAllowed('__proto__')],
    [
      'a path out of the prefix',
      named({ path: '../../other/a.png' }),
      {},
      'store.path: expected no part that is . or .., got "../../other/a.png"',
    ],
    [
      'a path that is too long with the prefix',
      named({ path: 'x'.repeat(1010) }),
      {},
      `store.path: expected at most 1024 bytes after the bucket, got "${'x'.repeat(59)}...`,
    ],
    [
      'credentials where only named stores may be used',
      objstoreRequest(),
      { ownCredentials: false },
      'store.service: expected "named", got "objstore"',
    ],
  ];
  for (const [title, request, given, message] of refused) {
    it(`is refused for ${title}`, () => {
      expect(refusalOf(request, given)).to.equal(message);
    });
  }

  it('is refused in the same words for a store of other accounts', () => {
    expect(refusalOf(named({}), {}, 'acct_fedcba9876543210')).to.equal(notAllowed('media'));
  });

  it('is refused with all that is wrong', () => {
    const request = objstoreRequest({ path: 'X/', region: '', acl: '', headers: { Host: 'a' } });
    const paths = refusalOf(request)
      .split('; ')
      .map((sentence) => sentence.split(':')[0]);
    expect(paths).to.deep.equal(['store.path', 'store.headers.Host', 'store.region', 'store.acl']);
  });

  it('takes an Expires header at a named store on S3, and none at Google', () => {
    const headers = { Expires: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    expect(targetOf(named({ headers })).headers.expires).to.deep.equal(new Date(headers.Expires));
    const refusal = refusalOf(named({ name: 'archive', path: 'b.png', headers }));
    expect(refusal).to.contain('store.headers.Expires: expected Cache-Control instead');
  });

  it('cannot be outside of the prefix or the endpoint, for whatever path', () => {
    const parts = [
      '..',
      '.',
      '',
      'a',
      '%2e%2e',
      '..%2f',
      '\\..\\',
      'a?b',
      'a#b',
      '@evil',
      ':80',
      '／',
    ];
    for (const first of parts) {
      for (const second of parts) {
        const path = `${first}/${second}`;
        try {
          const { pathname, host } = new URL(
            locationOf(targetOf(named({ path, name: 'archive' }))),
          );
          expect([host, pathname.split('/').length]).to.deep.equal(['storage.googleapis.com', 4]);
          expect(decodeURIComponent(pathname)).to.equal(`/archive/${path}`);
        } catch (error) {
          expect(error).to.have.property('code', 'bad_request');
        }
      }
    }
  });
});
