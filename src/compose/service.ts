import type { Config } from '../config/config.ts';
import type { DataPaths } from '../data/data-folder.ts';
import type { Log } from '../telemetry/log.ts';
import type { Launcher } from '../tools/process/launcher.ts';

/** A running service. */
export type Service = Readonly<{
  /** Address of the API for clients on this machine. */
  url: string;
  internalUrl: string;
  /** The API key of the first account, where this start has created it. */
  firstKey: string | undefined;
  /** The self-signed certificate; undefined where the service has another one, or none. */
  certificatePath: string | undefined;
  /** Address that makes the first administrator; undefined where there is one. */
  setUpUrl: string | undefined;
  /**
   * Accepts no new requests once `shutdown.drainSeconds` are over, lets those under way finish within the grace time,
   * and removes temporary files.
   */
  close: () => Promise<void>;
}>;

export type ComposeOptions = Readonly<{
  log: Log;
  /** The API key of the first account; generated where absent. */
  apiKey?: string | undefined;
  /** PATH to look for tools in. */
  path: string;
  /** The launcher, where it has been begun already. It is closed with the service, and where that cannot start. */
  launching?: Promise<Launcher>;
  /** Continues without accounts, secret or counters that are missing. */
  acceptEmpty?: boolean;
}>;

/** The path of `certificatePath` above. */
export const ownCertificate = (
  { tls }: Pick<Config, 'tls'>,
  { certificate }: DataPaths,
): string | undefined => (tls.mode === 'self-signed' ? certificate.cert : undefined);

/** Where pages are found. Behind a proxy, the service's own address answers people with an error. */
export const pageUrlOf = (
  { publicUrl, tls }: Pick<Config, 'publicUrl' | 'tls'>,
  ownUrl: string,
): string => publicUrl || (tls.mode === 'proxy' ? 'https://ADDRESS-OF-THE-PROXY' : ownUrl);
