import { expect } from 'chai';
import { StartError } from '../../src/errors.ts';
import {
  clientNetwork,
  isInRanges,
  parseRanges,
  rangeProblem,
  rangeWithoutMapping,
  siteNetwork,
  withoutMapping,
} from '../../src/net/ip-ranges.ts';

describe('address ranges', () => {
  const texts: readonly (readonly [cidr: string, inside: string, outside: string])[] = [
    ['10.0.0.0/8', '10.20.30.40', '11.0.0.0'],
    ['10.0.0.1/8', '10.20.30.40', '11.0.0.0'],
    ['192.0.2.7/32', '192.0.2.7', '192.0.2.8'],
    ['0.0.0.0/0', '255.255.255.255', '::'],
    ['::/0', 'ffff::', '10.0.0.1'],
    ['fd00::1/8', 'fdff::', 'fe00::'],
    ['::1/128', '0:0::1', '::2'],
    ['::ffff:10.0.0.0/104', '::ffff:10.20.30.40', '10.20.30.40'],
    ['::FFFF:a00:1/104', '::ffff:10.20.30.40', '::ffff:11.0.0.0'],
    ['::10.0.0.0/104', '::10.20.30.40', '::ffff:10.20.30.40'],
  ];
  for (const [cidr, inside, outside] of texts) {
    it(`${cidr} has ${inside} and not ${outside}`, () => {
      expect(rangeProblem(cidr)).to.equal(undefined);
      const ranges = parseRanges([cidr]);
      expect([inside, outside].map((address) => isInRanges(address, ranges))).to.deep.equal([
        true,
        false,
      ]);
    });
  }

  const usual = 'expected an address range such as 10.0.0.0/8';
  const longPrefix = 'expected an IPv4 range, or a prefix of 96 to 128 bits';
  const refused: readonly (readonly [cidr: string, problem: string])[] = [
    ['10.0.0.1', usual],
    ['10/8', usual],
    ['10.0.0.0/33', usual],
    ['10.0.0.0/255.0.0.0', usual],
    ['10.0.0.0/-1', usual],
    ['::1/129', usual],
    ['10.0.0.0/', usual],
    ['localhost/8', usual],
    ['', usual],
    ['/8', usual],
    ['fe80::1%eth0/64', usual],
    ['fe80::1/64%eth0', usual],
    ['10.0.0.0/8/8', usual],
    ['::ffff:10.0.0.0/8', longPrefix],
    ['::ffff:0:0/95', longPrefix],
    ['::ffff:10.0.0.0/129', usual],
  ];
  for (const [cidr, problem] of refused) {
    it(`refuse "${cidr}"`, () => {
      expect(rangeProblem(cidr)).to.equal(`${problem}, got "${cidr}"`);
    });
  }

  it('name all problems together', () => {
    const problems = refused.map(([cidr, problem]) => `${problem}, got "${cidr}"`);
    expect(() => parseRanges(['10.0.0.0/8', ...refused.map(([cidr]) => cidr)]))
      .to.throw(StartError, problems.join('; '))
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

describe('a range of IPv4-mapped addresses', () => {
  for (const [cidr, inside, outside] of [
    ['::ffff:10.0.0.0/104', '10.20.30.40', '11.0.0.0'],
    ['::ffff:0:0/96', '255.255.255.255', '::ffff:10.0.0.1'],
    ['::ffff:127.0.0.1/128', '127.0.0.1', '127.0.0.2'],
    ['10.0.0.0/8', '10.20.30.40', '11.0.0.0'],
    ['fd00::/8', 'fd00::1', '10.0.0.1'],
  ] as const) {
    it(`stands for the IPv4 range: ${cidr} has ${inside} and not ${outside}`, () => {
      const ranges = parseRanges([cidr]).map(rangeWithoutMapping);
      expect([inside, outside].map((address) => isInRanges(address, ranges))).to.deep.equal([
        true,
        false,
      ]);
    });
  }
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

  const sites: readonly (readonly [address: string, site: string])[] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::', '2001:db8:1::/48'],
    ['2001:db8:2::', '2001:db8:2::/48'],
  ];
  for (const [address, site] of sites) {
    it(`is at the site ${site} with ${address}`, () => {
      expect(siteNetwork(address)).to.equal(site);
    });
  }
});
