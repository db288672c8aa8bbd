import { isIPv6 } from 'node:net';
import type Koa from 'koa';
import type { Config } from '../../config/config.ts';
import { StartError } from '../../errors.ts';
import type { Log } from '../../telemetry/log.ts';
import type { KeyPairFiles } from './certificate.ts';
import { createConnectionLimit } from './connection-limit.ts';
import type { RequestState } from '../context.ts';
import { listen, type Listener } from './listen.ts';
import { openCertificate } from './reload-certificate.ts';
import { type ConnectionTimeouts, plainServer, secureServer } from './servers.ts';

export type OpenServers = Readonly<{
  url: string;
  internalUrl: string;
  /** Lets requests under way finish for `graceMs`, then closes their connections. */
  close: (graceMs: number) => Promise<void>;
}>;

type ServerParts = Readonly<{
  app: Koa<RequestState>;
  internalApp: Koa;
  /** Files of the self-signed certificate. */
  certificate: KeyPairFiles;
  log: Log;
  /** Called for each address that has too many connections. */
  onConnectionRefused: () => void;
}>;

/**
 * Opens the API's port, in the TLS mode of the configuration, and the internal one.
 * @throws StartError when a port or a certificate cannot be used.
 */
export const openServers = async (config: Config, parts: ServerParts): Promise<OpenServers> => {
  const { app, internalApp, log } = parts;
  const times = timesOf(config);
  const isProxied = config.tls.mode === 'proxy';
  const { server, keepCurrent } = isProxied
    ? { server: plainServer(app.callback(), times), keepCurrent: () => () => undefined }
    : await openSecureServer(config, parts);
  const api = await listen(server, config);
  const stopKeeping = keepCurrent();
  const internal = await listenInternally(config, api.port, plainServerOf(internalApp, times), log);
  const close = async (graceMs: number): Promise<void> => {
    stopKeeping();
    const cut = setTimeout(api.destroy, graceMs);
    await api.close();
    clearTimeout(cut);
    internal.destroy();
    await internal.close();
  };
  return {
    url: `${isProxied ? 'http' : 'https'}://${shownHost(config.host)}:${api.port}`,
    internalUrl: `http://${shownHost(config.internal.host)}:${internal.port}`,
    close,
  };
};

const openSecureServer = async (config: Config, parts: ServerParts) => {
  const { tls } = config;
  const { certificate: selfSigned, log } = parts;
  const { pair, keepCurrent } = await openCertificate({ tls, selfSigned, log });
  const server = secureServer(parts.app.callback(), pair, timesOf(config), {
    admits: connectionLimit(config, parts),
    offersHttp2: tls.http2,
  });
  return { server, keepCurrent: () => keepCurrent(server) };
};

const connectionLimit = ({ limits }: Config, { log, onConnectionRefused }: ServerParts) =>
  createConnectionLimit({
    max: limits.connectionsPerAddress,
    onRefused: (address) => {
      onConnectionRefused();
      log.warn(
        { address, max: limits.connectionsPerAddress },
        'too many connections of an address',
      );
    },
  });

const timesOf = ({ limits }: Config): ConnectionTimeouts => ({
  firstByteMs: limits.firstByteSeconds * 1000,
  headersMs: limits.headersSeconds * 1000,
  requestMs: limits.requestSeconds * 1000,
  idleMs: limits.idleSeconds * 1000,
});

const plainServerOf = (app: Koa, times: ConnectionTimeouts) => () =>
  plainServer(app.callback(), times);

/** The default port is replaced by a free one where it is taken. The log names the port. */
const listenInternally = async (
  { internal }: Config,
  apiPort: number,
  createServer: () => ReturnType<typeof plainServer>,
  log: Log,
): Promise<Listener> => {
  const { host } = internal;
  if (internal.port !== null) return listen(createServer(), { host, port: internal.port });
  try {
    return await listen(createServer(), { host, port: Math.min(apiPort + 1, 65_535) });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const listening = await listen(createServer(), { host, port: 0 });
    log.warn(
      { wanted: apiPort + 1, port: listening.port },
      'the internal port is taken; using another',
    );
    return listening;
  }
};

/** The host of the service for a client on this machine. */
const shownHost = (host: string): string => {
  if (['', '0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
};
