import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError, systemCodeOf } from '../errors.ts';
import { createHostsFile } from './hosts-file.ts';

/** The addresses of a host name; gives up when `signal` aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

export type ResolveOptions = Readonly<{
  hostsFile?: string;
  /** `127.0.0.1:5353` and the like, in place of those in `/etc/resolv.conf`. */
  nameServers?: readonly string[];
}>;

/** More are not looked at: each is checked, and an answer over TCP has room for thousands. */
const maxAddresses = 64;

/** How long the other family's answer is waited for once there are addresses (as in RFC 8305 section 3). */
const secondFamilyMs = 300;

/**
 * Looks names up in the hosts file, then asks the name servers for IPv4 and IPv6 addresses side by side.
 * Unlike `dns.lookup` it waits in none of libuv's few threads, so that no number of names whose servers
 * are silent holds up another, and a look-up can be cancelled. A name is asked for as it is: the search
 * domains of `resolv.conf` and other sources of names (mDNS, LDAP) are not used. `localhost` and names
 * below it are this machine, and no name server is asked (RFC 6761 section 6.3).
 * Throws `source_not_found` where no name server answered; else the error of the DNS, or nothing found
 * as an empty list.
 */
export const createResolve = ({
  hostsFile = '/etc/hosts',
  nameServers,
}: ResolveOptions = {}): Resolve => {
  const hosts = createHostsFile(hostsFile);
  return async (hostname, signal) => {
    const local = await hosts(hostname);
    if (local.length > 0) return local.map(withFamily);
    if (/(^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1'].map(withFamily);
    signal.throwIfAborted();
    // One each: cancelling cancels all that a resolver was asked, and it knows `resolv.conf` as it is now.
    const resolver = new Resolver({ timeout: firstTryMs, tries: triesPerServer });
    if (nameServers !== undefined) resolver.setServers([...nameServers]);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return (await askBoth(resolver, hostname)).slice(0, maxAddresses).map(withFamily);
    } finally {
      signal.removeEventListener('abort', cancel);
      cancel();
    }
  };
};

/** The next tries wait longer; the caller's signal ends them. */
const firstTryMs = 1000;
const triesPerServer = 3;

/** IPv4 first: not every machine has a way to IPv6 addresses. */
const askBoth = async (resolver: Resolver, hostname: string): Promise<readonly string[]> => {
  const four = resolver.resolve4(hostname);
  const six = resolver.resolve6(hostname);
  const both = Promise.allSettled([four, six]);
  const enough = new AbortController();
  const firstFound = Promise.any([four, six]).then(() =>
    delay(secondFamilyMs, undefined, { signal: enough.signal }),
  );
  await Promise.race([both, firstFound]).catch(() => both);
  enough.abort();
  firstFound.catch(() => undefined);
  // Settles what is still asked for.
  resolver.cancel();
  const answers = await both;
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  throw failureOf(answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : [])));
};

/** Silence says more than the other answer: it may be the one that has the addresses. */
const failureOf = (errors: readonly unknown[]): unknown => {
  const silence = errors.find((error) => silent.includes(systemCodeOf(error) ?? ''));
  if (silence === undefined) return errors[0];
  return new ServiceError('source_not_found', 'Name server did not respond in time', {
    cause: silence,
  });
};

const silent = ['ETIMEOUT', 'ECONNREFUSED'];

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });
