import type { Config } from '../config/config.ts';
import type { DataPaths } from '../data/data-folder.ts';
import { createOutputs } from '../outputs/outputs.ts';
import type { Outputs } from '../outputs/output.ts';
import type { State } from '../state/state.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

type OutputsParts = Readonly<{
  paths: DataPaths;
  /** Where running jobs are. */
  workFolder: string;
  /** What the nodes share; a bucket needs it. */
  state: State | undefined;
  now: () => number;
  metrics: Pick<Metrics, 'eviction' | 'bucketCall'>;
  log: Log;
}>;

/** The outputs in the data folder, or in a bucket. What works with a bucket is loaded only then. */
export const openOutputs = async (
  { outputs }: Pick<Config, 'outputs'>,
  { paths, workFolder, state, now, metrics, log }: OutputsParts,
): Promise<Outputs> => {
  const options = {
    ...outputs,
    now,
    onEvict: metrics.eviction,
    onProblem: (problem: string) => log.warn({ problem }, 'outputs'),
  };
  const { kind, bucket: settings } = outputs;
  if (kind === 'files' || state === undefined) {
    return createOutputs({ ...options, folder: paths.outputs });
  }
  const { openBucket } = await import('../storage/bucket/open-bucket.ts');
  const { createBucketRemote } = await import('../outputs/bucket/bucket-remote.ts');
  const bucket = await openBucket(kind, settings, (call) => {
    metrics.bucketCall(call);
    if (call.outcome === 'failed') log.warn(call, 'bucket');
  });
  const remote = createBucketRemote({ ...options, bucket, state });
  // Beside that folder, which is emptied for the jobs.
  const beyond = { remote, spareFolder: `${workFolder}-outputs` };
  const opened = await createOutputs({ ...options, folder: paths.bucketCache, beyond });
  const close = async (): Promise<void> => {
    await opened.close();
    bucket.close();
  };
  return { ...opened, close };
};
