import { once } from 'node:events';
import type http from 'node:http';
import type http2 from 'node:http2';
import https from 'node:https';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import type { KeyPair } from '../../../src/http/server/certificate.ts';
import { listen, type Listener } from '../../../src/http/server/listen.ts';
import type { KeyType } from '../../../src/http/server/make-certificate.ts';
import { selfSignedKeyPair } from '../../../src/http/server/self-signed.ts';
import { type ConnectionTimeouts, secureServer } from '../../../src/http/server/servers.ts';
import type { RequestListener } from '../../../src/http/server/under-way.ts';

export const times: ConnectionTimeouts = {
  firstByteMs: 20_000,
  headersMs: 20_000,
  requestMs: 20_000,
  idleMs: 20_000,
};
export const host = '127.0.0.1';

export const hello: RequestListener = (request, response) => {
  response.setHeader('X-Version', request.httpVersion);
  response.end('hello');
};

/** A port that speaks HTTPS, with clients for it. */
export type SecurePort = Readonly<{
  server: http2.Http2SecureServer;
  listening: Listener;
  pair: KeyPair;
  /** What it answers to a GET over HTTP/1.1. */
  overHttp1: (agent?: https.Agent | false) => Promise<http.IncomingMessage>;
  /** A connection whose handshake is done. */
  secured: (options?: tls.ConnectionOptions) => Promise<tls.TLSSocket>;
}>;

/** Gives a function that opens a port, which is closed after the test. */
export const securePorts = (): ((
  given?: Partial<ConnectionTimeouts>,
  listener?: RequestListener,
  options?: Parameters<typeof secureServer>[3] & { keyType?: KeyType },
) => Promise<SecurePort>) => {
  let port: SecurePort | undefined;
  afterEach(async () => {
    port?.listening.destroy();
    if (port?.server.listening) await port.listening.close();
    port = undefined;
  });
  return async (given = {}, listener = hello, { keyType = 'ec', ...options } = {}) => {
    const pair = await pairOf(keyType);
    const server = secureServer(listener, pair, { ...times, ...given }, options);
    const listening = await listen(server, { host, port: 0 });
    port = { server, listening, pair, ...clientsOf(listening.port, pair) };
    return port;
  };
};

const clientsOf = (
  port: number,
  { cert: ca }: KeyPair,
): Pick<SecurePort, 'overHttp1' | 'secured'> => ({
  overHttp1: async (agent = false) => {
    const request = https.get({ host, port, ca, agent });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return response;
  },
  secured: async (options = {}) => {
    const socket = tls.connect({ host, port, rejectUnauthorized: false, ...options });
    await once(socket, 'secureConnect');
    return socket;
  },
});

const pairs = new Map<KeyType, Promise<KeyPair>>();

/** Made once: that takes longer than the tests. */
export const pairOf = (keyType: KeyType): Promise<KeyPair> => {
  const pair = pairs.get(keyType) ?? makePair(keyType);
  pairs.set(keyType, pair);
  return pair;
};

const makePair = async (keyType: KeyType): Promise<KeyPair> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-test-'));
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  try {
    return await selfSignedKeyPair(files, new Date(), { keyType });
  } finally {
    await rm(folder, { recursive: true });
  }
};
