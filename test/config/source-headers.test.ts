import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { loadConfig, type LoadedConfig } from '../../src/config/load.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const origin = 'https://images.example.org';

describe('the headers of requests for sources', () => {
  const inFolder = temporaryFolders();

  const load = (headers: unknown, environment: Record<string, string> = {}): LoadedConfig => {
    const config = inFolder('config.json');
    writeFileSync(config, JSON.stringify({ source: { headers } }));
    return loadConfig({ flags: { config }, environment });
  };

  it('are given by origin, and hidden as secrets are', () => {
    const given = {
      '*': { 'User-Agent': 'pictures/1' },
      [origin]: { Authorization: { env: 'SHRINKD_CDN_TOKEN' } },
    };
    const { headers } = load(given, { SHRINKD_CDN_TOKEN: 'Bearer TOKEN' }).config.source;
    expect(headers[origin]?.['Authorization']?.reveal()).to.equal('Bearer TOKEN');
    expect(headers['*']?.['User-Agent']?.reveal()).to.equal('pictures/1');
    expect(JSON.stringify(headers)).not.to.match(/TOKEN|pictures/);
  });

  const expectedOrigin = 'expected *, or an origin such as https://images.example.org';
  const expectedHeader = 'expected the name and the text of an HTTP header';
  const ownHeader = 'the service sets this header itself';
  const refused: readonly (readonly [title: string, headers: object, problem: string])[] = [
    ['a host', { 'example.org': {} }, `example.org: ${expectedOrigin}`],
    ['a path', { [`${origin}/`]: {} }, `${origin}/: ${expectedOrigin}`],
    ['capital letters', { 'https://EXAMPLE.org': {} }, `https://EXAMPLE.org: ${expectedOrigin}`],
    ['the default port', { [`${origin}:443`]: {} }, `${origin}:443: ${expectedOrigin}`],
    ['another scheme', { 'ftp://example.org': {} }, `ftp://example.org: ${expectedOrigin}`],
    ['a line end', { '*': { A: 'b\r\nC: d' } }, `*.A: ${expectedHeader}`],
    ['a name with a space', { '*': { 'A b': 'c' } }, `*.A b: ${expectedHeader}`],
    ['Host', { '*': { Host: 'a' } }, `*.Host: ${ownHeader}`],
    ['Range', { [origin]: { range: 'bytes=0-' } }, `${origin}.range: ${ownHeader}`],
    [
      'a variable that is not set',
      { '*': { A: { env: 'MISSING' } } },
      '*.A: the environment variable MISSING is not set',
    ],
    ['a number', { '*': { A: 1 } }, '*.A: expected'],
  ];
  for (const [title, headers, problem] of refused) {
    it(`are refused with ${title}`, () => {
      expect(() => load(headers)).to.throw(`source.headers.${problem}`);
    });
  }
});
