import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { StartError } from '../errors.ts';

export type AddressRange = Readonly<{ base: ipaddr.IPv4 | ipaddr.IPv6; prefixLength: number }>;

/**
 * The ranges that CIDR texts such as `10.0.0.0/8` or `::1/128` describe (RFC 4632, RFC 4291). Bits after
 * the prefix count as zero.
 * @throws StartError naming every text that `rangeProblem` refuses.
 */
export const parseRanges = (cidrs: readonly string[]): readonly AddressRange[] => {
  const problems = cidrs.flatMap((cidr) => rangeProblem(cidr) ?? []);
  if (problems.length > 0) throw new StartError(`Address ranges: ${problems.join('; ')}`, 2);
  return cidrs.flatMap((cidr) => rangeOf(cidr) ?? []);
};

/**
 * What was expected instead of this text; undefined for a complete CIDR. A bare address, a shortened one
 * (`10/8`) and one with a zone are refused. So is an IPv4-mapped address with a prefix of less than 96
 * bits: it covers far more than the IPv4 range that is meant by `::ffff:10.0.0.0/8`.
 */
export const rangeProblem = (cidr: string): string | undefined => {
  const range = rangeOf(cidr);
  if (range === undefined) return `expected an address range such as 10.0.0.0/8, got "${cidr}"`;
  return isMapped(range.base) && range.prefixLength < mappedPrefixLength
    ? `expected an IPv4 range, or a prefix of 96 to 128 bits, got "${cidr}"`
    : undefined;
};

const rangeOf = (cidr: string): AddressRange | undefined => {
  const [, address = '', prefix] = /^([^/]*)\/(\d{1,3})$/.exec(cidr) ?? [];
  const base = parseAddress(address);
  const prefixLength = Number(prefix);
  if (base === undefined || prefixLength > (base.kind() === 'ipv4' ? 32 : 128)) return undefined;
  return { base, prefixLength };
};

const isMapped = (address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();

/** Bits before the IPv4 address in an IPv4-mapped one: `::ffff:0:0/96` (RFC 4291 section 2.5.5.2). */
const mappedPrefixLength = 96;

/** The IPv4 range for one of IPv4-mapped addresses; others unchanged. For use with `withoutMapping`. */
export const rangeWithoutMapping = ({ base, prefixLength }: AddressRange): AddressRange =>
  isMapped(base)
    ? { base: base.toIPv4Address(), prefixLength: prefixLength - mappedPrefixLength }
    : { base, prefixLength };

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
  return parsed !== undefined && isMapped(parsed) ? parsed.toIPv4Address().toString() : address;
};

/**
 * The client of an address for limits: an IPv4 address, or the /64 network of an IPv6 address, since a client
 * has at least such a network (RFC 6177). Text that is no address is returned unchanged.
 */
export const clientNetwork = (address: string): string => networkOf(address, 64);

/**
 * The same with the /48 network of an IPv6 address: one person can have as much (RFC 6177), so 65,536 of the networks
 * above.
 */
export const siteNetwork = (address: string): string => networkOf(address, 48);

const networkOf = (address: string, prefixLength: 48 | 64): string => {
  const [withoutZone = ''] = withoutMapping(address).split('%');
  const parsed = parseAddress(withoutZone);
  if (!(parsed instanceof ipaddr.IPv6)) return withoutZone;
  const network = parsed.parts.slice(0, prefixLength / 16).map((part) => part.toString(16));
  return `${network.join(':')}::/${prefixLength}`;
};

const parseAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  // ipaddr.js also reads shortened notation, such as `10` for 0.0.0.10; isIP does not.
  // A zone (`fe80::1%eth0`, RFC 4007) names an interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  // ipaddr.js treats the IPv4-compatible `::192.0.2.1` like the mapped `::ffff:192.0.2.1`.
  return ipaddr.parse(address.replace(/^::(?=\d+\.)/, '::0:'));
};
