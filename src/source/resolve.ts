import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SourceAway, systemCodeOf } from '../errors.ts';
import { createHostsFile } from './hosts-file.ts';

/** The addresses of a host name. Rejects when `signal` aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

type ResolveOptions = Readonly<{
  hostsFile?: string;
  /** `127.0.0.1:5353` and the like, in place of those in `/etc/resolv.conf`. */
  nameServers?: readonly string[];
}>;

/** Further addresses are ignored. Each one is checked, and an answer over TCP can have thousands. */
const maxAddresses = 64;

/** How long to wait for the other family's answer when there are addresses (as in RFC 8305 section 3). */
const secondFamilyMs = 300;

/**
 * Looks names up in the hosts file, then asks the name servers for IPv4 and IPv6 addresses in parallel.
 * Unlike `dns.lookup` it uses no thread of libuv, so that names whose servers do not respond delay no other,
 * and a look-up can be cancelled. The search domains of `resolv.conf` and other sources of names (mDNS, LDAP)
 * are not used. `localhost` and names below it are this machine (RFC 6761 section 6.3).
 * Throws `source_not_found` where no name server answered, else the error of the DNS. The list is empty where
 * the name has no addresses.
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
    // A resolver for each look-up: it reads the present `resolv.conf`, and `cancel` cancels all its queries.
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

/** Of the first query. Later ones wait longer, until the caller's signal aborts. */
const firstTryMs = 1000;
const triesPerServer = 3;

/** IPv4 first, since not every machine can connect to IPv6 addresses. */
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
  // Settles the queries that are still open.
  resolver.cancel();
  const answers = await both;
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  throw failureOf(answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason : [])));
};

/** A timeout takes precedence over the other answer, since the missing answer may have the addresses. */
const failureOf = (errors: readonly unknown[]): unknown => {
  const silence = errors.find((error) => silent.includes(systemCodeOf(error) ?? ''));
  if (silence === undefined) return errors[0];
  return new SourceAway('Name server did not respond in time', silence);
};

const silent = ['ETIMEOUT', 'ECONNREFUSED'];

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });
