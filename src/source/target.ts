import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { ServiceError } from '../errors.ts';
import { hostOf } from '../net/host.ts';
import { type AddressRange, isInRanges } from '../net/ip-ranges.ts';
import { isForbidden } from './forbidden-addresses.ts';
import type { Resolve } from './resolve.ts';

type TargetRules = Readonly<{
  allow: readonly AddressRange[];
  resolve: Resolve;
}>;

/** A URL and its checked addresses. Connections are made to these addresses only. */
export type FetchTarget = Readonly<{
  url: URL;
  /** Host name or IP address, IPv6 without brackets. */
  host: string;
  port: number;
  addresses: readonly LookupAddress[];
}>;

/**
 * The absolute http or https URL in `text`, relative to `base` for a redirect. The WHATWG parser converts
 * every form of an IPv4 address (decimal, octal, hexadecimal, short) to dotted decimal.
 * Throws `source_not_found` for other schemes, for credentials, and for text that is no URL.
 */
export const parseSourceUrl = (text: string, base?: URL): URL => {
  const url = URL.parse(text, base?.href);
  if (url === null) throw refusal('Cannot parse URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusal('Only http and https URLs are supported');
  }
  if (url.username !== '' || url.password !== '') {
    throw refusal('Credentials in the URL are not allowed');
  }
  return url;
};

/**
 * Resolves the URL's host once and checks all its addresses. One forbidden address refuses the name, since
 * DNS rebinding mixes public and internal addresses. Throws `source_not_found` before any connection, so
 * that clients cannot find out whether a forbidden address responds. The cause names the address for the
 * log.
 */
export const resolveTarget = async (
  url: URL,
  rules: TargetRules,
  signal: AbortSignal,
): Promise<FetchTarget> => {
  const host = hostOf(url);
  const port = portOf(url);
  const addresses = await addressesOf(host, rules.resolve, signal);
  checkAddresses(host, addresses, rules.allow);
  checkPort(port, addresses, rules.allow);
  return { url, host, port, addresses };
};

// The URL parser removes the default port of the scheme.
const portOf = ({ protocol, port }: URL): number => {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
};

const addressesOf = async (
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> => {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await resolve(host, signal).catch((cause: unknown) => {
    if (cause instanceof ServiceError) throw cause;
    throw refusal(noAddress, cause);
  });
  if (addresses.length === 0) throw refusal(noAddress);
  return addresses;
};

const checkAddresses = (
  host: string,
  addresses: readonly LookupAddress[],
  allow: readonly AddressRange[],
): void => {
  const forbidden = addresses.find(({ address }) => isForbidden(address, allow));
  if (forbidden === undefined) return;
  throw refusal(noAddress, `${host} has the forbidden address ${forbidden.address}`);
};

/** Of addresses that are public. Those that are allowed may use any port. */
const allowedPorts = [80, 443];

const checkPort = (
  port: number,
  addresses: readonly LookupAddress[],
  allow: readonly AddressRange[],
): void => {
  if (allowedPorts.includes(port)) return;
  if (addresses.every(({ address }) => isInRanges(address, allow))) return;
  throw refusal('Port is not allowed');
};

/** The same for names without addresses and with forbidden ones, so that clients cannot find out internal names. */
const noAddress = 'Host has no address that may be fetched';

const refusal = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('source_not_found', message, { cause });
