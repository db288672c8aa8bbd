import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import type { Config } from '../../config/config.ts';
import { StartError } from '../../errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Log } from '../../telemetry/log.ts';
import { createConnectionLimit } from './connection-limit.ts';
import type { RequestState } from '../context.ts';
import { listen, type Listener } from './listen.ts';
import type { ServerCertificate } from './reload-certificate.ts';
import { type ConnectionTimeouts, plainServer, secureServer } from './servers.ts';

export type OpenServers = Readonly<{
  url: string;
  internalUrl: string;
  /**
   * Goes on accepting requests for `drainSeconds`. Then lets those under way finish for `graceSeconds`, and closes
   * their connections.
   */
  close: (times: Config['shutdown']) => Promise<void>;
}>;

type ServerParts = Readonly<{
  app: Koa<RequestState>;
  internalApp: Koa;
  /** Undefined for a service behind a proxy. */
  certificate: Promise<ServerCertificate | undefined>;
  log: Log;
  metrics: Pick<Metrics['connections'], 'refused'>;
}>;

/**
 * Opens the API's port, in the TLS mode of the configuration, and the internal one.
 * @throws StartError when a port or a certificate cannot be used.
 */
export const openServers = async (config: Config, parts: ServerParts): Promise<OpenServers> => {
  const { app, internalApp, log } = parts;
  const times = timesOf(config);
  const certificate = await parts.certificate;
  const secure =
    certificate &&
    secureServer(app.callback(), certificate.pair, times, {
      admits: connectionLimit(config, parts),
      offersHttp2: config.tls.http2,
    });
  const api = await listen(secure ?? plainServer(app.callback(), times), config);
  const stopKeeping = secure && certificate?.keepCurrent(secure);
  const internalServer = () => plainServer(internalApp.callback(), times);
  const internal = await listenInternally(config, api.port, internalServer, log);
  const close = async ({ drainSeconds, graceSeconds }: Config['shutdown']): Promise<void> => {
    if (drainSeconds > 0) await sleep(drainSeconds * 1000);
    stopKeeping?.();
    const cut = setTimeout(api.destroy, graceSeconds * 1000);
    await api.close();
    clearTimeout(cut);
    internal.destroy();
    await internal.close();
  };
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${shownHost(config.host)}:${api.port}`,
    internalUrl: `http://${shownHost(config.internal.host)}:${internal.port}`,
    close,
  };
};

const connectionLimit = ({ limits }: Config, { log, metrics }: ServerParts) =>
  createConnectionLimit({
    max: limits.connectionsPerAddress,
    onRefused: (address) => {
      metrics.refused();
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
