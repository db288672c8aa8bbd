import { expect } from 'chai';
import { inspect } from 'node:util';
import { writeFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/load.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const key = { key: '736563726574', salt: '68656C6C6F', account: 'default' };

describe('the settings of delivery', () => {
  const inFolder = temporaryFolders();
  const load = (delivery: object, environment = {}) => {
    const file = inFolder('config.json');
    writeFileSync(file, JSON.stringify({ delivery }));
    return loadConfig({ flags: { config: file }, environment }).config.delivery;
  };

  it('deliver nothing by default', () => {
    const { keys, sources, outputs } = load({});
    expect({ keys, sources, outputs }).to.deep.equal({ keys: {}, sources: {}, outputs: false });
  });

  it('have keys of the environment and of files, which are not shown', () => {
    const file = inFolder('salt');
    writeFileSync(file, '68656c6c6f\n');
    const given = { main: { key: { env: 'SHRINKD_IMAGES_KEY' }, salt: { file }, account: 'ann' } };
    const { main } = load({ keys: given }, { SHRINKD_IMAGES_KEY: '736563726574' }).keys;
    expect([main?.key.reveal(), main?.salt.reveal()]).to.deep.equal(['736563726574', '68656c6c6f']);
    expect(inspect(main) + JSON.stringify(main)).to.not.match(/736563|68656c/);
  });

  const refused: readonly (readonly [string, object, string])[] = [
    [
      'a key that is no hexadecimal text',
      { keys: { a: { ...key, key: 'secret' } } },
      'delivery.keys.a.key: expected hexadecimal digits',
    ],
    [
      'half a byte',
      { keys: { a: { ...key, salt: 'abc' } } },
      'delivery.keys.a.salt: expected hexadecimal digits',
    ],
    ['a key without an account', { keys: { a: { key: 'aa', salt: 'aa' } } }, 'delivery.keys.a'],
    [
      'a variable that is not set',
      { keys: { a: { ...key, key: { env: 'NONE' } } } },
      'NONE is not set',
    ],
    [
      'a path of its own',
      { prefix: '/output/pictures' },
      'delivery.prefix: expected a path that the service does not use',
    ],
    [
      'an unknown source without signatures',
      { unsigned: { sources: ['none'] } },
      'delivery.unsigned.sources: no source named none in delivery.sources',
    ],
    [
      'more than 10,000 results of a picture',
      { unsigned: { heights: Array.from({ length: 24 }, (_, index) => index + 1) } },
      'delivery.unsigned: expected at most 10000 results of a picture, got 10200',
    ],
    [
      'a base that is no folder',
      { unsigned: { base: 'https://shop.example' } },
      'delivery.unsigned.base: expected an address that ends with a slash',
    ],
    ['a slash at the end', { prefix: '/img/' }, 'delivery.prefix: expected a path such as /img'],
    [
      'an address without a slash',
      { sources: { a: { url: 'https://cdn.example' } } },
      'delivery.sources.a',
    ],
    [
      'an address in another form',
      { sources: { a: { url: 'https://CDN.example/a/../' } } },
      'delivery.sources.a.url: expected https://cdn.example/',
    ],
    ['a store that is not there', { sources: { a: { store: 'media' } } }, 'no store named media'],
    ['a relative folder', { sources: { a: { folder: 'pictures' } } }, 'delivery.sources.a'],
    ['a type that Accept cannot choose', { formats: ['image/png'] }, 'delivery.formats'],
  ];
  for (const [title, delivery, message] of refused) {
    it(`refuse ${title}`, () => expect(() => load(delivery)).to.throw(message));
  }
});
