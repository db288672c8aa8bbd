import { X509Certificate } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:tls';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../telemetry/log.ts';
import { type KeyPair, type KeyPairFiles, readValidKeyPair } from './certificate.ts';
import { type MadeCertificate, selfSignedKeyPair } from './self-signed.ts';
import { secureContextOptions } from './servers.ts';

export type ServerCertificate = Readonly<{
  pair: KeyPair;
  /** Updates the certificate of the server when it changes. Returns the function that stops that. */
  keepCurrent: (server: Server) => () => void;
}>;

const renewalCheckMs = 3_600_000;
const reloadCheckMs = 1000;

/** The certificate of the service, as `openCertificate`; undefined where a proxy has it. */
export const openTls = async (
  { tls }: Pick<Config, 'tls'>,
  selfSigned: KeyPairFiles,
  parts: Readonly<{ log: Log; onUse: (expiresAt: Date) => void }>,
): Promise<ServerCertificate | undefined> =>
  tls.mode === 'proxy' ? undefined : openCertificate({ tls, selfSigned, ...parts });

/**
 * The certificate of the settings `tls`: the operator's, or in mode self-signed the one in `selfSigned`, which
 * is created where it is missing and renewed before its end.
 * @throws StartError naming the file that cannot be used.
 */
export const openCertificate = async ({
  tls,
  selfSigned,
  log,
  onUse,
  now = () => new Date(),
  checkMs = renewalCheckMs,
}: Readonly<{
  tls: Config['tls'];
  selfSigned: KeyPairFiles;
  log: Log;
  /** Called with the end of the certificate, and again with that of each one that replaces it. */
  onUse: (expiresAt: Date) => void;
  now?: () => Date;
  checkMs?: number;
}>): Promise<ServerCertificate> => {
  const use = (pair: KeyPair): KeyPair => {
    onUse(new X509Certificate(pair.cert).validToDate);
    return pair;
  };
  if (tls.mode === 'files') {
    const pair = use(await readValidKeyPair(tls, now()));
    return { pair, keepCurrent: (server) => reloadOnChange(server, tls, { log, now, use }) };
  }
  const current = (): Promise<KeyPair> =>
    selfSignedKeyPair(selfSigned, now(), {
      keyType: tls.selfSigned.keyType,
      onMade: (making) => logMaking(log, selfSigned.cert, making),
    });
  return {
    pair: use(await current()),
    keepCurrent: (server) => {
      const stopReloading = reloadOnChange(server, selfSigned, { log, now, use });
      const stopRenewing = repeatedly(checkMs, () =>
        current().catch((err: unknown) =>
          log.error({ err }, 'the self-signed certificate cannot be renewed'),
        ),
      );
      return () => {
        stopRenewing();
        stopReloading();
      };
    },
  };
};

/** Runs `work` in intervals, never twice at a time. Returns the function that stops it. */
const repeatedly = (everyMs: number, work: () => Promise<unknown>): (() => void) => {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    if (!isStopped) timer = setTimeout(() => void work().then(wait), everyMs).unref();
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};

const logMaking = (log: Log, path: string, { isFirst, ...making }: MadeCertificate): void => {
  const line = { path, ...making };
  if (isFirst) log.info(line, 'a self-signed certificate has been made');
  else
    log.warn(
      line,
      'the self-signed certificate was replaced; its clients have to trust the new one',
    );
};

/**
 * Uses a changed certificate for new connections. The present pair stays in use while the files are unusable,
 * for example between the writing of one and the other.
 */
const reloadOnChange = (
  server: Server,
  files: KeyPairFiles,
  { log, now, use }: Readonly<{ log: Log; now: () => Date; use: (pair: KeyPair) => KeyPair }>,
): (() => void) => {
  const reload = async (): Promise<void> => {
    try {
      const pair = await readValidKeyPair(files, now());
      server.setSecureContext(secureContextOptions(pair));
      use(pair);
      log.info('the TLS certificate was read again');
    } catch (err) {
      log.error({ err }, 'the changed TLS certificate is not usable; the present one stays');
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) {
    watchFile(path, { interval: reloadCheckMs, persistent: false }, (current, before) => {
      // Also called when the file is read.
      if (current.mtimeMs !== before.mtimeMs || current.ino !== before.ino) void reload();
    });
  }
  // For file systems whose changes are not seen.
  process.on('SIGHUP', reload);
  return () => {
    process.off('SIGHUP', reload);
    paths.forEach((path) => unwatchFile(path));
  };
};
