import type { Secret } from '../redacted.ts';
import { inTime } from './in-time.ts';
import {
  createLibraryClient,
  type LibraryClient,
  type LibraryOptions,
  type Tls,
} from './library-client.ts';

/** Where Redis is, and how it is reached. */
export type RedisAddress = Readonly<{
  /** `redis://` or `rediss://` (TLS), with user, host, port and number of the database. */
  url: string;
  password: Secret | undefined;
  /** Authorities whose certificates are accepted, in PEM; undefined: those of Node. */
  ca?: string | undefined;
  /** Name that the certificates of all servers must have; empty: that of each host. */
  serverName?: string;
  /** Sentinels as `HOST:PORT`. The host of `url` is then the name of the primary that they watch. */
  sentinels?: readonly string[];
  sentinelPassword?: Secret | undefined;
}>;

/**
 * How the primary is reached now. With sentinels, the first that answers decides; a later connection asks again.
 * @throws Error that says what each sentinel answered.
 */
export const primaryOf = async (
  address: RedisAddress,
  deadlineMs: number,
): Promise<LibraryOptions> => {
  const { protocol, hostname, port, username, pathname } = new URL(address.url);
  const { password, ca, serverName = '', sentinels = [], sentinelPassword } = address;
  const tls = protocol === 'rediss:' ? { ca, serverName } : undefined;
  const named = { host: withoutBrackets(hostname), port: Number(port || 6379) };
  const asked = { name: decodeURIComponent(hostname), password: sentinelPassword, tls, deadlineMs };
  return {
    ...(sentinels.length === 0 ? named : await askSentinels(sentinels, asked)),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    password,
    database: Number(pathname.slice(1) || 0),
    tls,
    connectTimeoutMs: deadlineMs,
  };
};

/**
 * Checks that the server is no replica, which names in the DNS and sentinels may lead to while a failover is under way.
 * A user who may not ask is believed: a replica refuses to write.
 */
export const checkIsPrimary = async (client: LibraryClient): Promise<void> => {
  const role = await client.sendCommand<readonly unknown[]>(['ROLE']).catch(() => []);
  if (role[0] === 'slave') throw new Error('it is a replica. Name the primary, or its sentinels');
};

type PrimaryQuery = Readonly<{
  name: string;
  password: Secret | undefined;
  tls: Tls | undefined;
  deadlineMs: number;
}>;

const askSentinels = async (sentinels: readonly string[], asked: PrimaryQuery) => {
  const problems: string[] = [];
  for (const sentinel of sentinels) {
    try {
      return await askSentinel(sentinel, asked);
    } catch (error) {
      problems.push(`${sentinel}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`no sentinel names the primary (${problems.join('; ')})`);
};

const askSentinel = async (sentinel: string, { name, password, tls, deadlineMs }: PrimaryQuery) => {
  const { hostname, port } = new URL(`redis://${sentinel}`);
  const client = createLibraryClient({
    host: withoutBrackets(hostname),
    port: Number(port || 26379),
    password,
    tls,
    connectTimeoutMs: deadlineMs,
  });
  try {
    const asking = client
      .connect()
      .then(() =>
        client.sendCommand<readonly string[] | null>(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]),
      );
    const answer = await inTime(asking, deadlineMs);
    if (answer === null) throw new Error(`it watches no primary named ${name}`);
    const [host = '', primaryPort = ''] = answer;
    return { host, port: Number(primaryPort) };
  } finally {
    client.destroy();
  }
};

/** IPv6 addresses have brackets in URLs. */
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
