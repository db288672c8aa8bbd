import type { Compressor } from '../bulk/compressor.ts';
import type { Config } from '../config/config.ts';
import { dataPaths, secretFilesOf, workFolderOf } from '../data/data-folder.ts';
import { openEngine } from '../engine/open-engine.ts';
import { preserve } from '../engine/preserve.ts';
import { weightsDigest } from '../engine/scorer/weights-digest.ts';
import { createJobFolders } from '../jobs/job-folder.ts';
import { createImageReceiver } from '../jobs/receive-image.ts';
import { createCacheKeyOf } from '../service/cache-key.ts';
import { toolPathOf } from '../tools/find-program.ts';
import { createLauncher } from '../tools/process/launcher.ts';
import { killProcessesIn } from '../tools/process/leftovers.ts';
import { closeWith } from './closing.ts';
import { createCompressor } from './create-compressor.ts';

type CompressorOptions = Readonly<{
  /** PATH to look for tools in. */
  path: string;
  /** A folder that this process alone uses, for what a killed process leaves. Its path decides where jobs run. */
  folder: string;
  /** Called with each failure of a tool on a picture that was compressed all the same. */
  onFailure: (failure: Error) => void;
}>;

/** All files are of one account, since nobody else has jobs in this process. */
export const filesOwner = 'files';

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
  const { engine, checkPicture, preview, permits, preparedFolders, versions, close } =
    await openEngine(config, {
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
  const compressor = createCompressor({
    ...{ engine, preserve, checkPicture, preview, receiver, table: config, answerMs },
    client: { accountId: filesOwner },
  });

  preparedFolders.fill();
  const settings = createCacheKeyOf({ ...config, versions, weights: weightsDigest() })(
    '',
    filesOwner,
  );
  const running = opening.move();
  return {
    ...compressor,
    settings,
    atOnce: permits.slots + spareJobs,
    close: () => running.disposeAsync(),
  };
};

/** A job reads, writes and decides between its tools. Others then have its slot. */
export const spareJobs = 2;

const ignored = (): void => undefined;
