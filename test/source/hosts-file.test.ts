import { rename, rm, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { createHostsFile, parseHosts } from '../../src/source/hosts-file.ts';
import { createResolve } from '../../src/source/resolve.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('a hosts file', () => {
  const file = temporaryFolders();

  const lines: readonly (readonly [string, Record<string, readonly string[]>])[] = [
    ['', {}],
    ['127.0.0.1 localhost', { localhost: ['127.0.0.1'] }],
    ['10.0.0.1\tone  two\tThree', { one: ['10.0.0.1'], two: ['10.0.0.1'], three: ['10.0.0.1'] }],
    ['  ::1 one # two', { one: ['::1'] }],
    ['# 10.0.0.1 one', {}],
    ['10.0.0.1 one#two', { one: ['10.0.0.1'] }],
    ['10.0.0.1 one\n::1 one\n10.0.0.1 one', { one: ['10.0.0.1', '::1'] }],
    ['10.0.0.1 one.\r\n10.0.0.2 two\r\n', { one: ['10.0.0.1'], two: ['10.0.0.2'] }],
    ['10.0.0.1', {}],
    ['10.1 one\nname two\n256.0.0.1 three', {}],
    ['10.0.0.1 __proto__ constructor', { ['__proto__']: ['10.0.0.1'], constructor: ['10.0.0.1'] }],
  ];
  for (const [text, expected] of lines) {
    it(`is understood: ${JSON.stringify(text)}`, () => {
      expect([...parseHosts(text)]).to.deep.equal(Object.entries(expected));
    });
  }

  it('answers in any case and with a trailing dot', async () => {
    await writeFile(file('hosts'), '10.0.0.1 Image.Example');
    const hosts = createHostsFile(file('hosts'));
    expect(await hosts('image.example')).to.deep.equal(['10.0.0.1']);
    expect(await hosts('IMAGE.example.')).to.deep.equal(['10.0.0.1']);
    expect(await hosts('other.example')).to.deep.equal([]);
  });

  it('is read again when it changes, is replaced, goes and comes', async () => {
    const hosts = createHostsFile(file('hosts'));
    expect(await hosts('one')).to.deep.equal([]);
    await writeFile(file('hosts'), '10.0.0.1 one');
    expect(await hosts('one')).to.deep.equal(['10.0.0.1']);
    await writeFile(file('hosts'), '10.0.0.200 one');
    expect(await hosts('one')).to.deep.equal(['10.0.0.200']);
    await writeFile(file('new'), '10.0.0.201 one');
    await rename(file('new'), file('hosts'));
    expect(await hosts('one')).to.deep.equal(['10.0.0.201']);
    await rm(file('hosts'));
    expect(await hosts('one')).to.deep.equal([]);
  });

  it('comes before the name servers, which are not asked', async () => {
    await writeFile(file('hosts'), '10.0.0.1 image.example\n::1 image.example');
    const resolve = createResolve({ hostsFile: file('hosts'), nameServers: ['127.0.0.1:1'] });
    const addresses = await resolve('image.example', new AbortController().signal);
    expect(addresses).to.deep.equal([
      { address: '10.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });
});
