import { demoAccount, firstAccount } from './accounts/first-account.ts';
import { closeWith } from './compose/closing.ts';
import { watchNode } from './compose/node-health.ts';
import { dataTrial } from './data/data-trial.ts';
import { openOutputs } from './compose/open-outputs.ts';
import { openDelivery } from './compose/open-delivery.ts';
import { createObservers, readingsOf } from './compose/observers.ts';
import { openSweeps } from './compose/open-sweeps.ts';
import { openPages } from './compose/open-pages.ts';
import { type ComposeOptions, ownCertificate, pageUrlOf, type Service } from './compose/service.ts';
import { openTracing, tracedOutputs, tracedSources } from './compose/tracing.ts';
import { toolPathOf } from './tools/find-program.ts';
import type { Config } from './config/config.ts';
import { dataPaths, secretFilesOf, workFolderOf } from './data/data-folder.ts';
import { createJobQueue } from './queue/admission.ts';
import { createShares } from './queue/shares.ts';
import { createImageReceiver } from './jobs/receive-image.ts';
import { createJobFolders } from './jobs/job-folder.ts';
import { preserve } from './engine/preserve.ts';
import { weightsDigest } from './engine/scorer/weights-digest.ts';
import { createDiskQuota } from './jobs/disk-quota.ts';
import { openEngine } from './engine/open-engine.ts';
import { createApp } from './http/app.ts';
import { minRateOf } from './http/body/min-rate.ts';
import { createInternalApp } from './http/internal.ts';
import { openServers } from './http/server/open-servers.ts';
import { openTls } from './http/server/reload-certificate.ts';
import { openData } from './data/open-data.ts';
import { writeServiceAddress } from './data/service-address.ts';
import { createRequestLimits } from './rate-limits/request-limits.ts';
import { createAdmit } from './service/admit.ts';
import { createDownload, createDownloadResult } from './service/download.ts';
import { createCacheKeyOf } from './service/cache-key.ts';
import { createOperate } from './service/operate.ts';
import { createProducer } from './service/produce.ts';
import { createReceipts } from './service/receipts.ts';
import { createRegister } from './service/register.ts';
import { createSingleFlight } from './service/single-flight.ts';
import { createUpload } from './service/upload.ts';
import { createSourceFetcher } from './source/fetch-source.ts';
import { createStorage } from './storage/create-storage.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createLauncher } from './tools/process/launcher.ts';
import { killProcessesIn } from './tools/process/leftovers.ts';

/**
 * Builds every part from the configuration and opens the service. Read downward, it is the architecture.
 * Parts are closed in the reverse order.
 * @throws StartError that says what prevents the start and how to fix it. All opened parts are closed.
 */
export const compose = async (
  config: Config,
  { log, apiKey, path, acceptEmpty = false, ...begun }: ComposeOptions,
): Promise<Service> => {
  await using opening = new AsyncDisposableStack();
  const { adopt, adoptWhenOpen } = closeWith(opening);

  const toolPath = toolPathOf(config, path);
  // A process, which keeps this one alive until it is closed: by the engine, or this where there is none.
  const launching = adoptWhenOpen(
    begun.launching ?? createLauncher({ path: toolPath }),
    ({ close }) => close(),
  );
  const now = Date.now;
  const { limits, publicUrl } = config;
  const paths = dataPaths(config.dataDir, config.state.secretFile);
  const metrics = createMetrics();
  const tracing = await openTracing(config.tracing, log);
  if (tracing !== undefined) adopt(tracing);
  const observers = createObservers({ log, metrics, tracing });
  const data = adopt(
    await openData({ config, paths, now, acceptEmpty, log, metrics: observers.state }),
  );
  const { accounts, counters, createWindows } = data;
  const { connections } = metrics;
  const workFolder = await workFolderOf(config.workDir, paths);
  const keptOutputs = adopt(
    await openOutputs(config, {
      ...{ paths, workFolder, state: data.state, now, log },
      metrics: { ...metrics, bucketCall: observers.bucketCall },
    }),
  );
  const outputs = tracedOutputs(keptOutputs, tracing);

  const folders = adopt(await createJobFolders(workFolder, killProcessesIn));
  const opened = adopt(
    await openEngine(config, {
      launcher: await launching,
      folders,
      path: toolPath,
      secrets: secretFilesOf(config, paths),
      onRun: observers.toolRun,
      onOverload: (change) => log.warn(change, 'overload'),
      onQualityStats: metrics.quality,
      onFailure: (requestId, err) =>
        log.error({ requestId, err }, 'a tool failed on a readable picture'),
    }),
  );
  const { engine, preparedFolders, permits, loads, versions, checked, choice, trial } = opened;
  const health = adopt(watchNode({ trials: [trial, dataTrial(paths.folder, data.state)], log }));
  const { level } = choice.sandbox;
  log[level === 'none' ? 'warn' : 'info']({ sandbox: level, refused: choice.refused }, 'sandbox');
  const storage = adopt(createStorage({ ...config.storage, onPut: observers.storagePut }));

  const queue = createJobQueue({ ...config.queue, permits, loads });
  const { workBytes: maxBytes, workFreeBytes: minFreeBytes } = limits;
  const spaceOptions = { folder: workFolder, maxBytes, minFreeBytes, shares: createShares() };
  const diskQuota = createDiskQuota(spaceOptions);
  const maxUploadBytes = limits.uploadBytes;
  const receiving = { folders, preparedFolders, maxBytes: maxUploadBytes, limits };
  const receiver = createImageReceiver(receiving);
  const answerMs = config.queue.answerSeconds * 1000;
  const work = {
    admit: createAdmit({ queue, counters, diskQuota, maxUploadBytes }),
    outputs,
    counters,
    producer: createProducer({ receiver, engine, preserve, outputs, table: config, answerMs }),
    cacheKeyOf: createCacheKeyOf({ ...config, versions, weights: weightsDigest() }),
    onLookup: metrics.cacheLookup,
  };
  const sources = tracedSources(createSourceFetcher(config), tracing);
  const upload = createUpload({
    ...work,
    receiver,
    sources,
    singleFlight: createSingleFlight(),
    onImage: metrics.image,
  });
  const download = createDownload({ accounts, outputs });
  const operate = createOperate({ ...work, download, storage, singleFlight: createSingleFlight() });
  const readings = readingsOf({ queue, permits, loads, outputs, storage });
  metrics.observe(readings);

  let isReady = false;
  const parts = {
    log,
    metrics,
    tracing,
    accounts,
    counters,
    whenBack: data.whenBack,
    register: createRegister({ ...config.web, ...config.web.newAccounts, accounts }),
    ...createRequestLimits(createWindows, config.web.newAccounts),
    upload,
    operate,
    download,
    receipts: createReceipts({ download, outputs }),
    known: { types: Object.keys(config.types), wildcardTypes: config.wildcardTypes },
    maxUploadBytes,
    minRate: minRateOf(limits),
    publicUrl,
    publicDownload: config.outputs.publicDownload,
    isClosing: () => !isReady,
    trustedProxies: config.tls.mode === 'proxy' ? config.tls.trustedProxies : undefined,
  };
  const making = { ...opened, receiver, preserve, sources, createWindows, diskQuota, now };
  const delivery = await openDelivery(config, { ...parts, ...data, ...work, ...making });
  if (delivery !== undefined) adopt(delivery);
  const sweeping = { ...parts, ...data, ...work, ...making, paths, workFolder };
  const sweeps = adopt(await openSweeps(config, sweeping));
  const web = await openPages(config, {
    ...parts,
    ...data,
    ...{ paths, readings, hitShare: metrics.hitShare, now, sandbox: level, tools: checked, sweeps },
    addresses: delivery?.addresses,
    downloadResult: createDownloadResult({ download, outputs }),
  });
  const firstKey = await firstAccount(accounts, apiKey);
  const { enabled, demo, newAccounts } = config.web;
  if (enabled && demo.enabled) await demoAccount(accounts, newAccounts);
  await data.finishFirstStart();
  const servers = opening.adopt(
    await openServers(config, {
      app: createApp({ ...parts, sweeps, now, delivery, web: web?.middleware }),
      internalApp: createInternalApp({
        metrics,
        problem: () =>
          isReady ? (data.problem() ?? health.problem()) : 'The service is starting or ending.',
      }),
      // Made last: a data folder that has one has been used.
      certificate: openTls(config, paths.certificate, { log, onUse: connections.certificate }),
      log,
      metrics: metrics.connections,
    }),
    ({ close }) => close(config.shutdown),
  );
  isReady = true;
  // Only now, since a start need not wait for them.
  preparedFolders.fill();
  const running = opening.move();
  const close = (): Promise<void> => {
    isReady = false;
    return running.disposeAsync();
  };
  await writeServiceAddress(paths, publicUrl || servers.url);
  const setUpUrl = web?.setUpPath && `${pageUrlOf(config, servers.url)}${web.setUpPath}`;
  return { ...servers, firstKey, certificatePath: ownCertificate(config, paths), setUpUrl, close };
};
