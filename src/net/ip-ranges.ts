import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { StartError } from '../errors.ts';

export type AddressRange = Readonly<{ base: ipaddr.IPv4 | ipaddr.IPv6; prefixLength: number }>;

/**
 * The ranges of CIDR texts such as `10.0.0.0/8` or `::1/128` (RFC 4632, RFC 4291).
 * @throws StartError naming every text that `isCidr` refuses.
 */
export const parseRanges = (cidrs: readonly string[]): readonly AddressRange[] => {
  const unreadable = cidrs.filter((cidr) => !isCidr(cidr));
  if (unreadable.length > 0) {
    const list = unreadable.map((cidr) => JSON.stringify(cidr)).join(', ');
    throw new StartError(`Not an address range such as "10.0.0.0/8" or "::1/128": ${list}`, 2);
  }
  return cidrs.map((cidr) => {
    const [base, prefixLength] = ipaddr.parseCIDR(cidr);
    return { base, prefixLength };
  });
};

/** Whether a text is a complete CIDR; false for a bare address, a shortened one (`10/8`), one with a zone. */
export const isCidr = (text: string): boolean =>
  parseAddress(text.split('/')[0] ?? '') !== undefined && ipaddr.isValidCIDR(text);

/**
 * Whether this IP address is in one of `ranges`; false for text that is no address, and for an address with a
 * zone. An IPv6 address is in no IPv4 range, even if it contains an IPv4 address.
 */
export const isInRanges = (address: string, ranges: readonly AddressRange[]): boolean => {
  const parsed = parseAddress(address);
  return (
    parsed !== undefined &&
    ranges.some(
      ({ base, prefixLength }) =>
        base.kind() === parsed.kind() && parsed.match([base, prefixLength]),
    )
  );
};

/** The IPv4 address of an IPv4-mapped address (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2); others unchanged. */
export const withoutMapping = (address: string): string => {
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : address;
};

/**
 * The client of an address for limits: an IPv4 address, or the /64 network of an IPv6 address, since a client
 * has at least such a network (RFC 6177). Text that is no address is returned unchanged.
 */
export const clientNetwork = (address: string): string => {
  const [withoutZone = ''] = withoutMapping(address).split('%');
  const parsed = parseAddress(withoutZone);
  if (!(parsed instanceof ipaddr.IPv6)) return withoutZone;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};

const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  // ipaddr.js also reads shortened notation, such as `10` for 0.0.0.10; isIP does not.
  // A zone (`fe80::1%eth0`, RFC 4007) names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  // ipaddr.js treats the IPv4-compatible `::192.0.2.1` like the mapped `::ffff:192.0.2.1`.
  return ipaddr.parse(address.replace(/^::(?=\d+\.)/, '::0:'));
};
