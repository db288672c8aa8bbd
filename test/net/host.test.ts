import { expect } from 'chai';
import { hostOf } from '../../src/net/host.ts';

describe('the host of a URL', () => {
  for (const [url, host] of [
    ['https://images.example.org:8443/', 'images.example.org'],
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://[::1]:80/', '::1'],
  ] as const) {
    it(`of ${url} is ${host}`, () => {
      expect(hostOf(new URL(url))).to.equal(host);
    });
  }
});
