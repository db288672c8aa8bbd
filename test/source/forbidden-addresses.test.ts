import { expect } from 'chai';
import { isInRanges, parseRanges } from '../../src/net/ip-ranges.ts';
import { isForbidden } from '../../src/source/forbidden-addresses.ts';

/** For each range its first and last address, or one address with a name. */
const forbidden: [name: string, ...addresses: string[]][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10/8', '10.0.0.0', '10.255.255.255'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
  ['Alibaba metadata', '100.100.100.200'],
  ['loopback', '127.0.0.0', '127.0.0.1', '127.255.255.255'],
  ['Azure platform', '168.63.129.16'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['cloud metadata', '169.254.169.254', '169.254.170.2'],
  ['private 172.16/12', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['Oracle metadata', '192.0.0.192'],
  ['documentation 1', '192.0.2.0', '192.0.2.255'],
  ['AS112 delegation', '192.31.196.0', '192.31.196.255'],
  ['multicast tunnelling', '192.52.193.0', '192.52.193.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private 192.168/16', '192.168.0.0', '192.168.255.255'],
  ['AS112 direct', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation 2', '198.51.100.0', '198.51.100.255'],
  ['documentation 3', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv4-compatible', '::8.8.8.8', '::7f00:1'],
  ['IPv4-mapped', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
  ['IPv4-translated', '::ffff:0:8.8.8.8'],
  ['NAT64', '64:ff9b::8.8.8.8', '64:ff9b::7f00:1', '64:ff9b:1::1', '64:ff9b:1:ffff::'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['below global unicast', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IPv6 benchmarking', '2001:2::1'],
  ['ORCHID', '2001:10::1', '2001:20::1'],
  ['drone identities', '2001:30::1'],
  ['end of protocol assignments', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  [
    'IPv6 documentation',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff::',
    '3fff:fff::',
  ],
  ['6to4', '2002::', '2002:7f00:1::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112 IPv6', '2620:4f:8000::', '2620:4f:8000:ffff::'],
  ['unassigned', '4000::', '7fff::1', '8000::', 'a000::', 'e000::'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AWS and Google metadata', 'fd00:ec2::254', 'fd20:ce::254'],
  ['IPv6 link-local', 'fe80::', 'febf:ffff::1'],
  ['zone id', 'fe80::1%eth0', '2606:4700::1%eth0'],
  ['site-local', 'fec0::', 'feff:ffff::1'],
  ['IPv6 multicast', 'ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  [
    'not an address',
    '',
    'localhost',
    '8.8.8',
    '010.8.8.8',
    '134744072',
    '8.8.8.8/32',
    '[2606:4700::1]',
  ],
];

const publicAddresses = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0
  192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2000::1
  2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700::1111
  3ffe:ffff::1 3fff:1000::1
`
  .trim()
  .split(/\s+/);

describe('source addresses', () => {
  for (const [name, ...addresses] of forbidden) {
    it(`forbid ${name}`, () => {
      expect(addresses.filter((address) => !isForbidden(address, []))).to.deep.equal([]);
    });
  }

  it('leave every public neighbour of a forbidden range open', () => {
    expect(publicAddresses.filter((address) => isForbidden(address, []))).to.deep.equal([]);
  });

  it('are no longer forbidden when a listed range covers them', () => {
    const allow = parseRanges(['127.0.0.1/32', '10.0.0.0/8', '::1/128', 'fd00::/8']);
    for (const address of ['127.0.0.1', '10.20.30.40', '::1', 'fd12::1']) {
      expect(isForbidden(address, allow), address).to.equal(false);
      expect(isInRanges(address, allow), address).to.equal(true);
    }
    for (const address of ['127.0.0.2', '192.168.0.1', '::2', 'fe80::1']) {
      expect(isForbidden(address, allow), address).to.equal(true);
      expect(isInRanges(address, allow), address).to.equal(false);
    }
  });

  it('that carry a listed IPv4 address stay forbidden', () => {
    const allow = parseRanges(['0.0.0.0/0']);
    for (const address of ['::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::']) {
      expect(isForbidden(address, allow), address).to.equal(true);
    }
  });

  it('with a zone id stay forbidden whatever is listed', () => {
    const allow = parseRanges(['::/0']);
    expect(isForbidden('fe80::1', allow)).to.equal(false);
    expect(isForbidden('fe80::1%eth0', allow)).to.equal(true);
    expect(isInRanges('fe80::1%eth0', allow)).to.equal(false);
  });
});
