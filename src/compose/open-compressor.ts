import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Compressor } from '../bulk/compressor.ts';
import { howMade } from '../bulk/how-made.ts';
import type { Config } from '../config/config.ts';
import { dataPaths, secretFilesOf, workFolderOf } from '../data/data-folder.ts';
import { openEngine } from '../engine/open-engine.ts';
import { preserve } from '../engine/preserve.ts';
import { weightsDigest } from '../engine/scorer/weights-digest.ts';
import { createJobFolders } from '../jobs/job-folder.ts';
import { createImageReceiver, type ReceivedImage } from '../jobs/receive-image.ts';
import { createCacheKeyOf } from '../service/cache-key.ts';
import { createMakeResult } from '../service/make-result.ts';
import { applicableTo } from '../service/operation.ts';
import { toolPathOf } from '../tools/find-program.ts';
import { createLauncher } from '../tools/process/launcher.ts';
import { killProcessesIn } from '../tools/process/leftovers.ts';
import type { Client } from '../tools/tool-runner.ts';
import { closeWith } from './closing.ts';

type CompressorOptions = Readonly<{
  /** PATH to look for tools in. */
  path: string;
  /** A folder that this process alone uses, for what a killed process leaves. Its path decides where jobs run. */
  folder: string;
  /** Called with each failure of a tool on a picture that was compressed all the same. */
  onFailure: (failure: Error) => void;
}>;

/** All files are of one account, since nobody else has jobs in this process. */
const owner = 'files';

/**
 * The engine, with its pool and its sandbox, for a command that compresses files: without accounts, counts and outputs.
 * @throws StartError as `openEngine` does.
 */
export const openCompressor = async (
  config: Config,
  { path, folder, onFailure }: CompressorOptions,
): Promise<Compressor> => {
  await using opening = new AsyncDisposableStack();
  const { adopt } = closeWith(opening);
  const toolPath = toolPathOf(config, path);
  const launcher = adopt(await createLauncher({ path: toolPath }));
  const paths = dataPaths(folder);
  const workFolder = await workFolderOf(config.workDir, paths);
  const folders = adopt(await createJobFolders(workFolder, killProcessesIn));
  const {
    engine,
    checkPicture,
    preview: showPicture,
    permits,
    preparedFolders,
    versions,
    close,
  } = await openEngine(config, {
    ...{ launcher, folders, path: toolPath },
    secrets: secretFilesOf(config, dataPaths(config.dataDir, config.state.secretFile)),
    onRun: ignored,
    onOverload: ignored,
    onFailure: (_, failure) => onFailure(failure),
  });
  opening.defer(close);
  const { limits } = config;
  const maxBytes = limits.uploadBytes;
  const receiver = createImageReceiver({ folders, preparedFolders, maxBytes, limits });
  const answerMs = config.queue.answerSeconds * 1000;
  const isOurResult = async (): Promise<boolean> => false;
  const make = createMakeResult({ engine, preserve, table: config, answerMs, isOurResult });
  let lastNumber = 0;

  const received = async (body: Readable, signal: AbortSignal): Promise<Received> => {
    const image = await receiver.prepare(await receiver.receive(body, signal));
    lastNumber += 1;
    const requestId = String(lastNumber);
    return { image, client: { requestId, accountId: owner, jobNumber: lastNumber, signal } };
  };

  const compress: Compressor['compress'] = async (body, operation, signal) => {
    const { image, client } = await received(body, signal);
    const { folder: job, path: sourcePath, facts, bytes, sha256 } = image;
    try {
      const { mediaType, width, height } = facts;
      const source = { mediaType, width, height, bytes, sha256, facts };
      const making = { folder: job, sourcePath, source, owner, client };
      const applicable = applicableTo(facts, operation);
      const made = await make({ ...making, operation: applicable });
      return {
        ...made.image,
        path: made.path,
        source,
        ...howMade(made.receipt),
        release: job.remove,
      };
    } catch (error) {
      await job.remove();
      throw error;
    }
  };

  const check: Compressor['check'] = async (body, signal) => {
    const { image, client } = await received(body, signal);
    const { folder: job, facts, bytes: sourceBytes } = image;
    try {
      const endBy = performance.now() + answerMs;
      await checkPicture({ folder: job, sourceBytes, facts, client, endBy });
    } finally {
      await job.remove();
    }
  };

  const preview: Compressor['preview'] = async (body, size, signal) => {
    const { image, client } = await received(body, signal);
    const { folder: job, facts, bytes: sourceBytes } = image;
    try {
      const endBy = performance.now() + answerMs;
      const found = { folder: job, sourceBytes, facts, client, endBy };
      const shown = await readFile(await showPicture(found, size));
      const { width, height } = facts;
      return { url: `data:image/webp;base64,${shown.toString('base64')}`, size: { width, height } };
    } finally {
      await job.remove();
    }
  };

  preparedFolders.fill();
  const settings = createCacheKeyOf({ ...config, versions, weights: weightsDigest() })('', owner);
  const running = opening.move();
  return {
    ...{ compress, check, preview, settings },
    atOnce: permits.slots + spareJobs,
    close: () => running.disposeAsync(),
  };
};

/** A job reads, writes and decides between its tools. Others then have its slot. */
const spareJobs = 2;

type Received = Readonly<{ image: ReceivedImage; client: Client }>;

const ignored = (): void => undefined;
