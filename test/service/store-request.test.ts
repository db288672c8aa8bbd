import { inspect } from 'node:util';
import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import {
  canonicalOperation,
  isPlainDownload,
  parseOperation,
  type OperationRequest,
} from '../../src/service/operation.ts';

const types = ['image/webp', 'image/jpeg', 'image/png'];
const parse = (body: unknown): OperationRequest =>
  parseOperation(body, { types, wildcardTypes: types });

const objstore = {
  service: 'objstore',
  objstore_access_key_id: 'AKIAEXAMPLE',
  objstore_secret_access_key: 'SECRETEXAMPLE',
  region: 'us-west-1',
  path: 'bucket/a.png',
};
const s3 = {
  service: 's3',
  aws_access_key_id: 'AKIAEXAMPLE',
  aws_secret_access_key: 'SECRETEXAMPLE',
  region: 'us-west-1',
  path: 'bucket/a.png',
};
const cstore = { service: 'cstore', cstore_access_token: 'TOKENEXAMPLE', path: 'bucket/a.png' };
const gcs = { service: 'gcs', gcp_access_token: 'TOKENEXAMPLE', path: 'bucket/a.png' };
const named = { service: 'named', name: 'media', path: 'a.png' };

/** A request with its secrets revealed, to be compared. */
const storeIn = (body: object): object | undefined => {
  const { store } = parse({ store: body });
  return (
    store &&
    Object.fromEntries(
      Object.entries(store).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'object' && value !== null && 'reveal' in value
          ? (value as { reveal: () => string }).reveal()
          : value,
      ]),
    )
  );
};

const refusalOf = (store: unknown): string => {
  try {
    parse({ store });
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError).and.have.property('code', 'bad_request');
    return (error as ServiceError).message;
  }
  return expect.fail('it was taken');
};

describe('store in a request', () => {
  const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'SECRETEXAMPLE' };
  const place = { path: 'bucket/a.png', headers: {} };
  const ofS3 = { service: 'objstore', ...place, ...keys, region: 'us-west-1', acl: 'public-read' };
  const ofGoogle = { service: 'cstore', ...place, accessToken: 'TOKENEXAMPLE' };
  const taken: readonly (readonly [title: string, body: object, request: object])[] = [
    ['objstore', objstore, ofS3],
    ['s3', s3, ofS3],
    ['objstore with an ACL', { ...objstore, acl: 'no-acl' }, { ...ofS3, acl: 'no-acl' }],
    ['cstore', cstore, ofGoogle],
    ['gcs', gcs, ofGoogle],
    ['a named store', named, { service: 'named', path: 'a.png', headers: {}, name: 'media' }],
    ['null fields', { ...s3, acl: null, headers: null }, ofS3],
    [
      'headers, null ones left out',
      { ...gcs, headers: { 'Cache-Control': 'public', Expires: null } },
      { ...ofGoogle, headers: { 'Cache-Control': 'public' } },
    ],
  ];
  for (const [title, body, request] of taken) {
    it(`is taken as ${title}`, () => {
      expect(storeIn(body)).to.deep.equal(request);
    });
  }

  it('is absent where it is left out or null', () => {
    expect(parse({}).store).to.equal(undefined);
    expect(parse({ store: null }).store).to.equal(undefined);
  });

  const services = '"objstore", "s3", "cstore", "gcs", "named"';
  const without = (body: object, field: string): object =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
  const refused: readonly (readonly [title: string, body: unknown, message: string])[] = [
    ['a text', 's3', 'store: expected an object or null, got "s3"'],
    ['no service', without(s3, 'service'), 'store.service: expected a value, got nothing'],
    [
      'an unknown service',
      { ...s3, service: 'azure' },
      `store.service: expected one of ${services}, got "azure"`,
    ],
    ['no path', without(s3, 'path'), 'store.path: expected a value, got nothing'],
    ['a null path', { ...s3, path: null }, 'store.path: expected a value, got nothing'],
    ['an empty path', { ...s3, path: '' }, 'store.path: expected text that is not empty, got ""'],
    ['no region', without(s3, 'region'), 'store.region: expected a value, got nothing'],
    [
      'no key',
      without(objstore, 'objstore_access_key_id'),
      'store.objstore_access_key_id: expected a value, got nothing',
    ],
    [
      'no secret',
      without(s3, 'aws_secret_access_key'),
      'store.aws_secret_access_key: expected a value, got nothing',
    ],
    [
      'no token',
      without(cstore, 'cstore_access_token'),
      'store.cstore_access_token: expected a value, got nothing',
    ],
    ['no name', without(named, 'name'), 'store.name: expected a value, got nothing'],
    [
      'a secret with a line break',
      { ...s3, aws_secret_access_key: 'SECRET\nEXAMPLE' },
      'store.aws_secret_access_key: expected 1 to 512 printable ASCII characters without spaces, got **redacted**',
    ],
    [
      'a token that would be another header',
      { ...gcs, gcp_access_token: 'TOKEN\r\nX: EXAMPLE' },
      'store.gcp_access_token: expected 1 to 4096 printable ASCII characters without spaces, got **redacted**',
    ],
    [
      'a header that is no text',
      { ...s3, headers: { Expires: 5 } },
      'store.headers.Expires: expected a string or null, got 5',
    ],
    [
      'an endpoint',
      { ...s3, endpoint: 'http://127.0.0.1/' },
      'store.endpoint: expected one of service, path, headers, aws_access_key_id, aws_secret_access_key, region, acl, got an unknown name',
    ],
    [
      'a token for S3',
      { ...objstore, cstore_access_token: 'TOKENEXAMPLE' },
      'store.cstore_access_token: expected one of service, path, headers, objstore_access_key_id, objstore_secret_access_key, region, acl, got an unknown name',
    ],
    [
      'keys for a named store',
      { ...named, aws_access_key_id: 'AKIAEXAMPLE' },
      'store.aws_access_key_id: expected one of service, path, headers, name, got an unknown name',
    ],
  ];
  for (const [title, body, message] of refused) {
    it(`is refused for ${title}`, () => {
      expect(refusalOf(body)).to.equal(message);
    });
  }

  it('names all problems at once, and repeats no secret', () => {
    const message = refusalOf({ ...s3, path: '', region: 5, aws_access_key_id: 'TOP SECRET' });
    expect(message.split('; ').map((sentence) => sentence.split(':')[0])).to.have.members([
      'store.path',
      'store.region',
      'store.aws_access_key_id',
    ]);
    expect(message).not.to.include('TOP SECRET');
  });

  it('is no part of the operation', () => {
    const resize = { resize: { method: 'fit', width: 5, height: 5 } };
    const [stored, sent] = [parse({ ...resize, store: s3 }), parse(resize)];
    expect(stored.operation).to.deep.equal(sent.operation);
    expect(canonicalOperation(stored.operation)).to.equal(canonicalOperation(sent.operation));
    expect(isPlainDownload(parse({ store: s3 }).operation)).to.equal(true);
  });

  it('shows no secret, however it is printed', () => {
    for (const body of [objstore, s3, cstore, gcs]) {
      const request = parse({ store: body });
      const printed = [inspect(request, { depth: 9, showHidden: true }), JSON.stringify(request)];
      for (const text of printed) {
        expect(text).to.include('**redacted**');
        expect(text).not.to.match(/AKIAEXAMPLE|SECRETEXAMPLE|TOKENEXAMPLE/);
      }
    }
  });
});
