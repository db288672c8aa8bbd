import type { Config } from '../config/config.ts';
import { openCommandState } from '../data/command-state.ts';
import { type DataPaths, takeDataFolder } from '../data/data-folder.ts';
import { ServiceError, StartError } from '../errors.ts';
import type { CopiedOutputs, CopyingOptions } from '../outputs/bucket/copying.ts';
import { openBucket } from '../storage/bucket/open-bucket.ts';

export type CopyOutputsOptions = Pick<CopyingOptions, 'isDryRun' | 'onProgress' | 'onProblem'> &
  Readonly<{ config: Config; paths: DataPaths; to: 'redis' | 'files' }>;

/**
 * Copies the outputs of a stopped service to the bucket of the configuration (with `to` redis), or back to files.
 * Undefined where the configuration has no bucket.
 * @throws StartError where the service runs, or Redis or the bucket cannot be used.
 */
export const copyOutputs = async (
  options: CopyOutputsOptions,
): Promise<CopiedOutputs | undefined> => {
  const { config, paths, to, ...rest } = options;
  const { kind, bucket: settings, retentionSeconds, maxBytes } = config.outputs;
  if (kind === 'files') return undefined;
  await using opening = new AsyncDisposableStack();
  const lock = await takeDataFolder(paths);
  opening.defer(lock.release);
  const state = await openCommandState(config.state.redis);
  opening.defer(state.close);
  const bucket = await openBucket(kind, settings, () => undefined);
  opening.defer(bucket.close);
  const copying = {
    ...rest,
    bucket,
    state,
    retentionSeconds,
    folder: paths.outputs,
    now: Date.now,
  };
  try {
    if (to === 'redis') {
      const { copyToBucket } = await import('../outputs/bucket/copy-to-bucket.ts');
      return await copyToBucket(copying);
    }
    const { copyToFiles } = await import('../outputs/bucket/copy-to-files.ts');
    return await copyToFiles({ ...copying, maxBytes });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const why = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    throw new StartError(`${error.message}${why} The next copy goes on from here.`, 1, error);
  }
};
