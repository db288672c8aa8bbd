import { isIP } from 'node:net';
import { type AddressRange, isInRanges, parseRanges } from '../net/ip-ranges.ts';

/**
 * Whether a source must not be fetched from this IP address: true for all but public unicast, and for text
 * that is no address, unless a range in `allow` has it.
 *
 * An IPv6 address that contains an IPv4 address (mapped, NAT64, 6to4, Teredo) is always forbidden, unless an
 * IPv6 range in `allow` has it. An address with a zone is always forbidden.
 */
export const isForbidden = (address: string, allow: readonly AddressRange[]): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return true;
  return isInRanges(address, forbiddenRanges) && !isInRanges(address, allow);
};

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast, and one cloud address. */
const forbiddenIpv4 = [
  '0.0.0.0/8', // "this network", unspecified: RFC 1122 section 3.2.1.3
  '10.0.0.0/8', // private: RFC 1918
  '100.64.0.0/10', // carrier-grade NAT: RFC 6598; Alibaba metadata 100.100.100.200
  '127.0.0.0/8', // loopback: RFC 1122 section 3.2.1.3
  '168.63.129.16/32', // Azure's platform address, public by number but reachable from inside only
  '169.254.0.0/16', // link-local: RFC 3927; cloud metadata 169.254.169.254 and 169.254.170.2
  '172.16.0.0/12', // private: RFC 1918
  '192.0.0.0/24', // protocol assignments: RFC 6890; Oracle metadata 192.0.0.192
  '192.0.2.0/24', // documentation: RFC 5737
  '192.31.196.0/24', // AS112: RFC 7535
  '192.52.193.0/24', // multicast tunnelling: RFC 7450
  '192.88.99.0/24', // 6to4 relays: RFC 7526
  '192.168.0.0/16', // private: RFC 1918
  '192.175.48.0/24', // AS112: RFC 7534
  '198.18.0.0/15', // benchmarking: RFC 2544
  '198.51.100.0/24', // documentation: RFC 5737
  '203.0.113.0/24', // documentation: RFC 5737
  '224.0.0.0/4', // multicast: RFC 5771
  '240.0.0.0/4', // reserved: RFC 1112 section 4; broadcast 255.255.255.255: RFC 919
];

/** Everything outside 2000::/3, the only global unicast space (RFC 4291, RFC 3587), then special ranges within it. */
const forbiddenIpv6 = [
  // Unspecified ::, loopback ::1, IPv4-compatible ::/96, IPv4-mapped ::ffff:0:0/96: RFC 4291.
  // IPv4-translated ::ffff:0:0:0/96: RFC 7915. NAT64 64:ff9b::/96: RFC 6052, 64:ff9b:1::/48:
  // RFC 8215. Discard 100::/64: RFC 6666.
  '::/3',
  // Unassigned: RFC 4291. Segment routing 5f00::/16: RFC 9602.
  '4000::/2',
  // Unique local fc00::/7: RFC 4193; AWS metadata fd00:ec2::254, Google metadata fd20:ce::254.
  // Link-local fe80::/10 and multicast ff00::/8: RFC 4291. Site-local fec0::/10: RFC 3879.
  '8000::/1',
  // Protocol assignments: RFC 2928. Teredo 2001::/32: RFC 4380. Benchmarking 2001:2::/48: RFC 5180.
  // Multicast tunnelling 2001:3::/32: RFC 7450. AS112 2001:4:112::/48: RFC 7535. ORCHID
  // 2001:10::/28: RFC 4843, 2001:20::/28: RFC 7343. Drone identities 2001:30::/28: RFC 9374.
  '2001::/23',
  '2001:db8::/32', // documentation: RFC 3849
  '2002::/16', // 6to4: RFC 3056
  '2620:4f:8000::/48', // AS112: RFC 7534
  '3fff::/20', // documentation: RFC 9637
];

const forbiddenRanges = parseRanges([...forbiddenIpv4, ...forbiddenIpv6]);
