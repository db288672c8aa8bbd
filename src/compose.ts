import { firstAccount } from './accounts/first-account.ts';
import type { Config } from './config/config.ts';
import { dataPaths, workFolderOf } from './data/data-folder.ts';
import { createAdmission } from './queue/admission.ts';
import { createIntake } from './jobs/receive-image.ts';
import { createJobFolders } from './jobs/job-folder.ts';
import { preserve } from './engine/preserve.ts';
import { weightsDigest } from './engine/quality/scorer/weights-digest.ts';
import { createWorkSpace } from './jobs/disk-quota.ts';
import { openEngine } from './engine/open-engine.ts';
import { createApp } from './http/app.ts';
import { arrivalRateOf } from './http/body/min-rate.ts';
import { createInternalApp } from './http/internal.ts';
import { openListeners } from './http/server/open-servers.ts';
import { openData } from './data/open-data.ts';
import { createOutputs } from './outputs/outputs.ts';
import { createRequestLimits } from './rate-limits/request-limits.ts';
import { createDownload } from './service/download.ts';
import { createIdentity } from './service/cache-key.ts';
import { createOperate } from './service/operate.ts';
import { canonicalOperation } from './service/operation.ts';
import { createReceipts } from './service/receipts.ts';
import { createRegister } from './service/register.ts';
import { createSameWork } from './service/single-flight.ts';
import { createShrink } from './service/upload.ts';
import { createSourceFetcher, sourceOptionsOf } from './source/fetch-source.ts';
import { createStorage } from './storage/create-storage.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { killProcessesIn } from './tools/process/leftovers.ts';

export type Service = Readonly<{
  /** Address of the API for clients on this machine. */
  url: string;
  internalUrl: string;
  /** The API key of the account made because there was none; undefined when there was. */
  firstKey: string | undefined;
  certificatePath: string;
  /** Takes no new requests, lets those under way finish within the grace time, and leaves nothing behind. */
  close: () => Promise<void>;
}>;

/** `acceptEmpty`: goes on without accounts, secret or counters that are gone. */
type Given = Readonly<{
  log: Log;
  apiKey?: string | undefined;
  path: string;
  acceptEmpty?: boolean;
}>;

/**
 * Builds every part from the configuration and opens the service: read downward, this is the
 * architecture.
 * @throws StartError naming what stands in the way and how to mend it; nothing is left running.
 */
export const compose = async (
  config: Config,
  { log, apiKey, path, acceptEmpty = false }: Given,
): Promise<Service> => {
  const closers: (() => unknown)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed()) await close();
    closers.length = 0;
  };
  const closedBy = <T>(part: T, close: (part: T) => unknown): T => {
    closers.push(() => close(part));
    return part;
  };
  try {
    return await build();
  } catch (error) {
    await closeAll();
    throw error;
  }

  async function build(): Promise<Service> {
    const now = Date.now;
    const paths = dataPaths(config.dataDir);
    const metrics = createMetrics();
    const data = closedBy(await openData({ config, paths, now, acceptEmpty, log }), (part) =>
      part.close(),
    );
    const { accounts, counters } = data;
    const outputs = closedBy(
      await createOutputs({
        ...config.outputs,
        folder: paths.outputs,
        now,
        onEvict: metrics.eviction,
        onProblem: (problem) => log.warn({ problem }, 'outputs'),
      }),
      (part) => part.close(),
    );

    const workFolder = await workFolderOf(config.workDir, paths);
    const folders = closedBy(await createJobFolders(workFolder, killProcessesIn), (part) =>
      part.close(),
    );
    const openedEngine = closedBy(
      await openEngine(config, {
        folders,
        path,
        secrets: [paths.secret, paths.certificate.key],
        onRun: (run) => {
          metrics.toolRun(run);
          log.info(run, 'tool');
        },
        onOverload: (change) => log.warn(change, 'overload'),
        onChoice: metrics.quality,
        onFailure: (requestId, err) =>
          log.error({ requestId, err }, 'a tool failed on a readable picture'),
      }),
      (part) => part.close(),
    );
    const { engine, permits, loads, versions, choice } = openedEngine;
    const { level } = choice.sandbox;
    log[level === 'none' ? 'warn' : 'info']({ sandbox: level, refused: choice.refused }, 'sandbox');
    const admission = createAdmission({ ...config.queue, permits, loads });

    const storage = closedBy(
      createStorage({
        ...config.storage,
        onPut: (put) => {
          metrics.storagePut(put);
          log[put.outcome === 'failed' ? 'warn' : 'info'](put, 'storage');
        },
      }),
      (part) => part.close(),
    );
    const work = {
      intake: createIntake({ folders, maxBytes: config.limits.uploadBytes, limits: config.limits }),
      engine,
      outputs,
      counters,
      table: config,
      answerMs: config.queue.answerSeconds * 1000,
      onLookup: metrics.cacheLookup,
    };
    const identityOf = createIdentity({ ...config, versions, weights: weightsDigest() });
    const download = createDownload({ outputs });
    const shrink = createShrink({
      ...work,
      sources: createSourceFetcher(sourceOptionsOf(config)),
      sameWork: createSameWork(),
      identityOf,
      onImage: metrics.image,
    });
    const operate = createOperate({
      ...work,
      download,
      storage,
      preserve,
      sameWork: createSameWork(),
      identityOf: (source, operation, account) =>
        identityOf(source, account, canonicalOperation(operation)),
    });
    metrics.observe({
      jobs: admission.inside,
      permitsHeld: permits.held,
      permitSlots: () => permits.slots,
      permitsWaiting: permits.waiting,
      isOverloaded: loads.isOverloaded,
      outputBytes: () => outputs.stats().bytes,
      outputEntries: () => outputs.stats().entries,
      storagePuts: storage.underWay,
    });

    let isReady = false;
    const app = createApp({
      log,
      metrics,
      accounts,
      counters,
      register: createRegister({ ...config.web, ...config.web.newAccounts, accounts }),
      ...createRequestLimits({ ...config.limits, ...config.web.newAccounts, now }),
      shrink,
      operate,
      download,
      receipts: createReceipts({ download, outputs }),
      admission,
      workSpace: createWorkSpace({
        folder: workFolder,
        maxBytes: config.limits.workBytes,
        minFreeBytes: config.limits.workFreeBytes,
      }),
      known: { types: Object.keys(config.types), wildcardTypes: config.wildcardTypes },
      maxJsonBytes: config.limits.jsonBytes,
      maxUploadBytes: config.limits.uploadBytes,
      arrival: arrivalRateOf(config.limits),
      publicUrl: config.publicUrl,
      publicDownload: config.outputs.publicDownload,
      isClosing: () => !isReady,
      trustedProxies: config.tls.mode === 'proxy' ? config.tls.trustedProxies : undefined,
    });
    const firstKey = await firstAccount(accounts, apiKey);
    await data.finishFirstStart();
    const internalApp = createInternalApp({ metrics, isReady: () => isReady });
    const listeners = closedBy(
      await openListeners(config, {
        app,
        internalApp,
        certificate: paths.certificate,
        log,
        onConnectionRefused: metrics.connectionRefused,
      }),
      (part) => part.close(config.shutdown.graceSeconds * 1000),
    );
    isReady = true;
    const close = async (): Promise<void> => {
      isReady = false;
      await closeAll();
    };
    return { ...listeners, firstKey, certificatePath: paths.certificate.cert, close };
  }
};
