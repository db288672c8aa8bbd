import { ErrorReply, RedisClient } from '@redis/client';
import { isIP } from 'node:net';
import type { Secret } from '../redacted.ts';

type HostAndPort = Readonly<{ host: string; port: number }>;

export type LibraryOptions = HostAndPort &
  Readonly<{
    username?: string;
    password: Secret | undefined;
    database?: number;
    /** Undefined: no TLS. */
    tls: Tls | undefined;
    connectTimeoutMs: number;
  }>;

export type Tls = Readonly<{
  /** Authorities whose certificates are accepted, in PEM; undefined: those of Node. */
  ca: string | undefined;
  /** Name that the certificate must have; empty: the host. */
  serverName: string;
}>;

export type LibraryClient = ReturnType<typeof createLibraryClient>;

const protocol = { RESP: 2 } as const;

/**
 * Clients of one class. `createClient` makes a class with all commands for each address, in 27 ms of CPU, which took a
 * fifth of one while Redis was away.
 */
const newClient = RedisClient.factory(protocol);

/**
 * A client of the library for one connection, which the library does not make again. It keeps no commands for
 * later. Errors are those of its calls.
 */
export const createLibraryClient = (options: LibraryOptions) => {
  const { host, port, username, password, database = 0, tls, connectTimeoutMs } = options;
  const socket = {
    host,
    port,
    connectTimeout: connectTimeoutMs,
    reconnectStrategy: false as const,
  };
  const client = newClient({
    ...protocol,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password: password.reveal() }),
    database,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: tls === undefined ? socket : { ...socket, ...tlsOf(tls, host) },
  });
  client.on('error', () => undefined);
  return client;
};

/** Whether Redis has refused a command, with this code where one is given. */
export const isReply = (error: unknown, code = ''): boolean =>
  error instanceof ErrorReply && error.message.startsWith(code);

/** A client of TLS may not ask for an address by name (RFC 6066, section 3); it is compared all the same. */
const tlsOf = ({ ca, serverName }: Tls, host: string) => ({
  tls: true as const,
  ...(ca !== undefined && { ca }),
  servername: serverName || (isIP(host) === 0 ? host : ''),
});
