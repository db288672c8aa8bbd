import { unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:tls';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../telemetry/log.ts';
import { type KeyPair, type KeyPairFiles, readValidKeyPair } from './certificate.ts';
import { type MadeCertificate, selfSignedKeyPair } from './self-signed.ts';
import { secureContextOptions } from './servers.ts';

export type ServerCertificate = Readonly<{
  pair: KeyPair;
  /** Keeps the certificate of the server current. Gives the function that stops it. */
  keepCurrent: (server: Server) => () => void;
}>;

const renewalCheckMs = 3_600_000;
const reloadCheckMs = 1000;

/**
 * The certificate that `tls` names: the operator's, or in mode self-signed that in `selfSigned`, which is
 * made where it is missing and renewed before its end.
 * @throws StartError naming the file that cannot be used.
 */
export const openCertificate = async ({
  tls,
  selfSigned,
  log,
  now = () => new Date(),
  checkMs = renewalCheckMs,
}: Readonly<{
  tls: Config['tls'];
  selfSigned: KeyPairFiles;
  log: Log;
  now?: () => Date;
  checkMs?: number;
}>): Promise<ServerCertificate> => {
  if (tls.mode === 'files') {
    const pair = await readValidKeyPair(tls, now());
    return { pair, keepCurrent: (server) => reloadOnChange(server, tls, { log, now }) };
  }
  const current = (): Promise<KeyPair> =>
    selfSignedKeyPair(selfSigned, now(), {
      keyType: tls.selfSigned.keyType,
      onMade: (making) => logMaking(log, selfSigned.cert, making),
    });
  return {
    pair: await current(),
    keepCurrent: (server) => {
      const stopReloading = reloadOnChange(server, selfSigned, { log, now });
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

/** Does it every so often, never twice at a time. Gives the function that stops it. */
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
 * Uses a changed certificate for new connections. Files that cannot be used, as between the writing of
 * the one and the other, leave the present pair in use.
 */
const reloadOnChange = (
  server: Server,
  files: KeyPairFiles,
  { log, now }: Readonly<{ log: Log; now: () => Date }>,
): (() => void) => {
  const reload = async (): Promise<void> => {
    try {
      server.setSecureContext(secureContextOptions(await readValidKeyPair(files, now())));
      log.info('the TLS certificate was read again');
    } catch (err) {
      log.error({ err }, 'the changed TLS certificate is not usable; the present one stays');
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) {
    watchFile(path, { interval: reloadCheckMs, persistent: false }, (current, before) => {
      // Called when the file is read, too.
      if (current.mtimeMs !== before.mtimeMs || current.ino !== before.ino) void reload();
    });
  }
  return () => paths.forEach((path) => unwatchFile(path));
};
