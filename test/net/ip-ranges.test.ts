import { expect } from 'chai';
import { StartError } from '../../src/errors.ts';
import {
  clientNetwork,
  isCidr,
  isInRanges,
  parseRanges,
  withoutMapping,
} from '../../src/net/ip-ranges.ts';

describe('address ranges', () => {
  it('are complete CIDRs, and all other texts are named together', () => {
    const bad = [
      '10.0.0.1',
      '10/8',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/',
      'localhost/8',
      '',
      '/8',
      'fe80::1%eth0/64',
      '10.0.0.0/8/8',
    ];
    expect(bad.filter(isCidr)).to.deep.equal([]);
    const list = bad.map((cidr) => JSON.stringify(cidr)).join(', ');
    expect(() => parseRanges(['10.0.0.0/8', ...bad]))
      .to.throw(StartError, list)
      .with.property('exitCode', 2);
  });

  it('cover addresses of their own family alone', () => {
    const ranges = parseRanges(['10.0.0.0/8', '::1/128']);
    for (const address of ['10.20.30.40', '::1', '0:0::1']) {
      expect(isInRanges(address, ranges), address).to.equal(true);
    }
    for (const address of ['11.0.0.0', '::2', '::ffff:10.0.0.1', '::1%lo', '10', 'localhost', '']) {
      expect(isInRanges(address, ranges), address).to.equal(false);
    }
  });
});

describe('an IPv4-mapped address', () => {
  it('stands for its IPv4 address, however it is written', () => {
    expect(withoutMapping('::ffff:192.0.2.1')).to.equal('192.0.2.1');
    expect(withoutMapping('::FFFF:c000:0201')).to.equal('192.0.2.1');
    for (const other of ['192.0.2.1', '2001:db8::1', '::192.0.2.1', 'unknown', '']) {
      expect(withoutMapping(other)).to.equal(other);
    }
  });
});

describe('the client of an address', () => {
  const clients: readonly (readonly [address: string, client: string])[] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ];
  for (const [address, client] of clients) {
    it(`counts ${address || 'no address'} as ${client || 'one'}`, () => {
      expect(clientNetwork(address)).to.equal(client);
    });
  }
});
