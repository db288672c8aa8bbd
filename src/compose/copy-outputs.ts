import type { Config } from '../config/config.ts';
import { openCommandState } from '../data/command-state.ts';
import { type DataPaths, takeDataFolder } from '../data/data-folder.ts';
import { ServiceError, StartError } from '../errors.ts';
import { openBucketSide } from '../outputs/bucket/copy-bucket.ts';
import { openFilesSide } from '../outputs/bucket/copy-files.ts';
import { type CopiedOutputs, copyEntries, type CopyingOptions } from '../outputs/bucket/copying.ts';
import { openBucket } from '../storage/bucket/open-bucket.ts';

type CopyOutputsOptions = Pick<CopyingOptions, 'isDryRun' | 'onProgress'> &
  Readonly<{
    config: Config;
    paths: DataPaths;
    to: 'redis' | 'files';
    onProblem: (message: string) => void;
  }>;

/**
 * Copies the outputs of a stopped service to the bucket of the configuration (with `to` redis), or back to files.
 * Undefined where the configuration has no bucket.
 * @throws StartError where the service runs, or Redis or the bucket cannot be used.
 */
export const copyOutputs = async (
  options: CopyOutputsOptions,
): Promise<CopiedOutputs | undefined> => {
  const { config, paths, to, isDryRun, onProgress, onProblem } = options;
  const { kind, bucket: settings, retentionSeconds, maxBytes } = config.outputs;
  if (kind === 'files') return undefined;
  await using opening = new AsyncDisposableStack();
  const lock = await takeDataFolder(paths);
  opening.defer(lock.release);
  const state = await openCommandState(config.state.redis);
  opening.defer(state.close);
  const bucket = await openBucket(kind, settings, () => undefined);
  opening.defer(bucket.close);
  const common = { retentionSeconds, now: Date.now, onProblem };
  const there = openBucketSide({ ...common, bucket, state });
  const isTarget = to === 'files' && !isDryRun;
  const here = await openFilesSide({ ...common, folder: paths.outputs, maxBytes, isTarget });
  opening.defer(here.close);
  const [from, target, atOnce] = to === 'redis' ? [here, there, 8] : [there, here, 1];
  try {
    return await copyEntries({ from, to: target, atOnce, isDryRun, onProgress });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const why = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    throw new StartError(`${error.message}${why} The next copy goes on from here.`, 1, error);
  }
};
