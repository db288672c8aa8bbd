import { statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { createPasswords, hashesAtOnce } from '../accounts/passwords.ts';
import { readSecret } from '../accounts/secret.ts';
import type { Config } from '../config/config.ts';
import type { DataPaths } from '../data/data-folder.ts';
import { type CertificateFacts, readCertificateFacts } from '../http/server/certificate-facts.ts';
import { createTurns } from '../queue/turns.ts';
import {
  createDemoLimits,
  createRightPasswordLimits,
  createSignInLimits,
} from '../rate-limits/request-limits.ts';
import type { CreateWindows } from '../rate-limits/windows.ts';
import type { Health } from '../telemetry/health.ts';
import type { GaugeReaders, Metrics } from '../telemetry/metrics.ts';
import type { Web } from '../web/web.ts';
import type { WebOptions } from '../web/web-parts.ts';
import { version } from '../version.ts';
import { ownCertificate } from './service.ts';

type PagesParts = Omit<WebOptions, keyof OpenedOptions> &
  Readonly<{
    paths: DataPaths;
    createWindows: CreateWindows;
    readings: GaugeReaders;
    hitShare: Metrics['hitShare'];
    sandbox: string;
    tools: Health['tools'];
  }>;

/** The options of the pages that are made here. */
type OpenedOptions = Pick<
  WebOptions,
  | 'settings'
  | 'passwords'
  | 'signIns'
  | 'rightPasswords'
  | 'demoUses'
  | 'answerSeconds'
  | 'secret'
  | 'health'
  | 'certificatePath'
  | 'isTrusted'
>;

/** The pages; undefined where they are switched off. Their code is then not loaded, which saves its memory. */
export const openPages = async (config: Config, parts: PagesParts): Promise<Web | undefined> => {
  const { web: settings, tls } = config;
  if (!settings.enabled) return undefined;
  const { paths, createWindows } = parts;
  const atOnce = hashesAtOnce(availableParallelism());
  const turns = { pause: setTimeout, now: () => performance.now() };
  const { openWeb } = await import('../web/web.ts');
  return openWeb({
    ...parts,
    settings,
    passwords: createPasswords({ inTurn: createTurns({ ...turns, atOnce }) }),
    signIns: createSignInLimits(createWindows, settings),
    rightPasswords: createRightPasswordLimits(createWindows),
    demoUses: settings.demo.enabled ? createDemoLimits(createWindows, settings.demo) : undefined,
    answerSeconds: config.queue.answerSeconds,
    secret: await readSecret(paths.secret),
    health: () => healthOf(config, parts),
    certificatePath: ownCertificate(config, paths),
    isTrusted: await isTrusted(tls),
  });
};

/** Behind a proxy, browsers see its certificate, which is taken for one that they accept. */
const isTrusted = async ({ mode, cert }: Config['tls']): Promise<boolean> =>
  mode === 'proxy' || (mode === 'files' && !(await readCertificateFacts(cert)).isSelfSigned);

const healthOf = async (config: Config, parts: PagesParts): Promise<Health> => {
  const { paths, readings, hitShare, sandbox, tools } = parts;
  const { bavail, bsize } = await statfs(paths.folder);
  return {
    queue: {
      jobs: readings.jobs(),
      waiting: readings.permitsWaiting(),
      permitsHeld: readings.permitsHeld(),
      permitSlots: readings.permitSlots(),
      isOverloaded: readings.isOverloaded(),
    },
    cache: {
      bytes: readings.outputBytes(),
      maxBytes: config.outputs.maxBytes,
      entries: readings.outputEntries(),
      hitShare: hitShare(),
    },
    freeBytes: bavail * bsize,
    sandbox,
    version,
    certificate: await certificateOf(config.tls, paths),
    tools,
  };
};

/** Read each time, since certificates are replaced while the service runs. */
const certificateOf = async (
  { mode, cert }: Config['tls'],
  { certificate }: DataPaths,
): Promise<CertificateFacts | undefined> =>
  mode === 'proxy' ? undefined : readCertificateFacts(mode === 'files' ? cert : certificate.cert);
