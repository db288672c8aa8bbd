import type http2 from 'node:http2';
import { isIPv6 } from 'node:net';
import type Koa from 'koa';
import type { Config } from '../config/config.ts';
import { StartError } from '../errors.ts';
import type { Log } from '../telemetry/log.ts';
import { type KeyPair, type KeyPairFiles, readKeyPair, selfSignedKeyPair } from './certificate.ts';
import { createConnectionLimit } from './connection-limit.ts';
import type { RequestState } from './context.ts';
import {
  type ClientTimes,
  listen,
  type Listening,
  plainServer,
  reloadOnChange,
  secureServer,
} from './listen.ts';

export type Listeners = Readonly<{
  url: string;
  internalUrl: string;
  /** Lets requests under way finish for `graceMs`, then cuts them. */
  close: (graceMs: number) => Promise<void>;
}>;

type ListenerParts = Readonly<{
  app: Koa<RequestState>;
  internalApp: Koa;
  /** Where a self-signed certificate is kept. */
  certificate: KeyPairFiles;
  log: Log;
  /** Told of each address that has too many connections. */
  onConnectionRefused: () => void;
}>;

/**
 * Opens the API's port, in the TLS mode of the configuration, and the internal one.
 * @throws StartError when a port or a certificate cannot be used.
 */
export const openListeners = async (config: Config, parts: ListenerParts): Promise<Listeners> => {
  const { app, internalApp, log } = parts;
  const times = timesOf(config);
  const isProxied = config.tls.mode === 'proxy';
  const files = config.tls.mode === 'files' ? config.tls : parts.certificate;
  const server = isProxied
    ? plainServer(app.callback(), times)
    : secureServer(
        app.callback(),
        await keyPairOf(config, files),
        times,
        connectionLimit(config, parts),
      );
  const api = await listen(server, config);
  const stopReloading = isProxied
    ? () => undefined
    : reloadOnChange(server as http2.Http2SecureServer, files, (problem) =>
        problem === undefined
          ? log.info('the TLS certificate was read again')
          : log.error(
              { err: problem },
              'the changed TLS certificate is not usable; the present one stays',
            ),
      );
  const internal = await listenInternally(config, api.port, plainServerOf(internalApp, times), log);
  const close = async (graceMs: number): Promise<void> => {
    stopReloading();
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

const connectionLimit = ({ limits }: Config, { log, onConnectionRefused }: ListenerParts) =>
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

const timesOf = ({ limits }: Config): ClientTimes => ({
  firstByteMs: limits.firstByteSeconds * 1000,
  headersMs: limits.headersSeconds * 1000,
  requestMs: limits.requestSeconds * 1000,
  idleMs: limits.idleSeconds * 1000,
});

const keyPairOf = async ({ tls }: Config, files: KeyPairFiles): Promise<KeyPair> =>
  tls.mode === 'files' ? readKeyPair(files) : selfSignedKeyPair(files, new Date());

const plainServerOf = (app: Koa, times: ClientTimes) => () => plainServer(app.callback(), times);

/** A port that was not asked for is a default: where it is taken, any free one does, and the log says which. */
const listenInternally = async (
  { internal }: Config,
  apiPort: number,
  createServer: () => ReturnType<typeof plainServer>,
  log: Log,
): Promise<Listening> => {
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

/** How a client on this machine names the host we listen on. */
const shownHost = (host: string): string => {
  if (['', '0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'].includes(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
};
