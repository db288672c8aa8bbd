import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { loadConfig, type LoadedConfig } from '../../src/config/load.ts';
import type { NamedStore } from '../../src/storage/named-store.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const objstore = { service: 'objstore', bucket: 'media', region: 'eu-west-1' };
const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'SECRETEXAMPLE' };

describe('named stores in the configuration', () => {
  const inFolder = temporaryFolders();

  const load = (
    stores: unknown,
    environment: Readonly<Record<string, string>> = {},
    storage: object = {},
  ): LoadedConfig => {
    const config = inFolder('config.json');
    writeFileSync(config, JSON.stringify({ storage: { ...storage, stores } }));
    return loadConfig({ flags: { config }, environment });
  };

  const storeOf = (...given: Parameters<typeof load>): NamedStore =>
    load(...given).config.storage.stores['media'] ?? expect.fail('there is no store');

  const problemsOf = (...given: Parameters<typeof load>): readonly string[] => {
    try {
      load(...given);
    } catch (error) {
      return (error as Error).message.split('\n  - ').slice(1);
    }
    return expect.fail('it was accepted');
  };

  it('are none unless they are given', () => {
    expect(loadConfig({ flags: {}, environment: {} }).config.storage.stores).to.deep.equal({});
  });

  it('have all their fields, and their secrets hidden', () => {
    const store = storeOf({ media: { ...objstore, ...keys } });
    const { accessKeyId, secretAccessKey, ...others } = store as Extract<
      NamedStore,
      { service: 'objstore' }
    >;
    expect(others).to.deep.equal({
      ...objstore,
      prefix: '',
      prefixPerAccount: false,
      endpoint: '',
      forcePathStyle: false,
      acl: 'no-acl',
    });
    expect([accessKeyId.reveal(), secretAccessKey.reveal()]).to.deep.equal(Object.values(keys));
    expect(JSON.stringify(store)).not.to.match(/AKIAEXAMPLE|SECRETEXAMPLE/);
  });

  it('take secrets from the environment and from files', () => {
    writeFileSync(inFolder('key.json'), '  {"client_email":"a"}\n');
    const fromFile = storeOf({
      media: {
        service: 'cstore',
        bucket: 'media',
        serviceAccountKey: { file: inFolder('key.json') },
      },
    });
    expect(fromFile).to.have.property('serviceAccountKey');
    expect(
      (fromFile as { serviceAccountKey: { reveal: () => string } }).serviceAccountKey.reveal(),
    ).to.equal('{"client_email":"a"}');
    // A variable with our prefix that a store names is no slip of the pen.
    const references = {
      accessKeyId: { env: 'SHRINKD_MEDIA_ID' },
      secretAccessKey: { env: 'SECRET' },
    };
    const fromVariables = storeOf(
      { media: { ...objstore, ...references } },
      { SHRINKD_MEDIA_ID: 'AKIAEXAMPLE', SECRET: 'SECRETEXAMPLE' },
    ) as Extract<NamedStore, { service: 'objstore' }>;
    expect(fromVariables.accessKeyId.reveal()).to.equal('AKIAEXAMPLE');
    expect(fromVariables.secretAccessKey.reveal()).to.equal('SECRETEXAMPLE');
  });

  const path = 'storage.stores.media';
  const refused: readonly (readonly [title: string, store: unknown, problem: string])[] = [
    [
      'an unknown service',
      { service: 's4', bucket: 'media' },
      `${path}.service: expected one of "objstore", "cstore", got "s4"`,
    ],
    [
      'no bucket',
      { ...keys, service: 'objstore', region: 'a' },
      `${path}.bucket: expected a value, got nothing`,
    ],
    [
      'no secret',
      { ...objstore, accessKeyId: 'AKIAEXAMPLE' },
      `${path}.secretAccessKey: expected a value, got nothing`,
    ],
    [
      'a prefix without a slash',
      { ...objstore, ...keys, prefix: 'a' },
      `${path}.prefix: expected text that ends with a slash, or nothing, got "a"`,
    ],
    [
      'a region that is no label',
      { ...objstore, ...keys, region: 'a.b' },
      `${path}.region: expected a region such as us-east-1, got "a.b"`,
    ],
    [
      'an account by its name',
      { ...objstore, ...keys, accounts: ['shop'] },
      `${path}.accounts[0]: expected the id of an account, got "shop"`,
    ],
    [
      'an endpoint that is no address',
      { ...objstore, ...keys, endpoint: 'ftp://a' },
      `${path}.endpoint: expected an http or https address, or nothing, got "ftp://a"`,
    ],
    [
      'a variable that is not set',
      { ...objstore, ...keys, secretAccessKey: { env: 'NOWHERE' } },
      `${path}.secretAccessKey: the environment variable NOWHERE is not set`,
    ],
    [
      'a file that is not there',
      { ...objstore, ...keys, secretAccessKey: { file: '/nowhere' } },
      `${path}.secretAccessKey: the file /nowhere cannot be read: ENOENT`,
    ],
    [
      'keys of another service',
      { service: 'cstore', bucket: 'media', serviceAccountKey: 'a', region: 'a' },
      `${path}.region: expected one of service, bucket, prefix, prefixPerAccount, accounts, endpoint, serviceAccountKey, got an unknown name`,
    ],
  ];
  for (const [title, store, problem] of refused) {
    it(`are refused for ${title}`, () => {
      expect(problemsOf({ media: store })).to.deep.equal([problem]);
    });
  }

  it('are refused without a word of their secrets', () => {
    const problems = problemsOf({
      media: { ...objstore, accessKeyId: { text: 'AKIAEXAMPLE' }, secretAccessKey: 5 },
      archive: { service: 'cstore', bucket: 'a', serviceAccountKey: ['SECRETEXAMPLE'] },
    }).join();
    expect(problems).to.include('secretAccessKey').and.include('serviceAccountKey');
    expect(problems).not.to.match(/AKIAEXAMPLE|SECRETEXAMPLE/);
  });

  it('are not quoted from a file that is no JSON', () => {
    for (const text of [
      '{"secretAccessKey": SECRETEXAMPLE',
      '{"secretAccessKey":"SECRETEXAMPLE',
      '{"secretAccessKey":"SECRETEXAMPLE"]',
    ]) {
      writeFileSync(inFolder('config.json'), text);
      const flags = { config: inFolder('config.json') };
      expect(() => loadConfig({ flags, environment: {} }))
        .to.throw(/config\.json: .*JSON|config\.json: Unexpected token/)
        .and.to.have.property('message')
        .that.does.not.include('SECRET');
    }
  });

  it('are refused together with wrong settings of storage', () => {
    const storage = { deadlineSeconds: 0, objstore: { endpoint: 'nowhere', regions: ['a b'] } };
    expect(
      problemsOf({ 'a b': { ...objstore, ...keys } }, {}, storage).map(
        (line) => line.split(':')[0],
      ),
    ).to.have.members([
      'storage.deadlineSeconds',
      'storage.objstore.endpoint',
      'storage.objstore.regions[0]',
      'storage.stores',
      'storage.stores.a b',
    ]);
  });
});
