import { Histogram, type Registry } from 'prom-client';

/** Notes one object of outputs that was sent or fetched. */
export type BucketMetrics = (
  call: Readonly<{ operation: string; outcome: string; ms: number }>,
) => void;

export const createBucketMetrics = (registry: Registry): BucketMetrics => {
  const calls = new Histogram({
    name: 'shrinkd_bucket_call_duration_seconds',
    help: 'Time to put, read (a record) or fetch (a picture) one object of outputs, all attempts together, by outcome: done, missing, failed, or aborted with its request.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return ({ operation, outcome, ms }) => calls.observe({ operation, outcome }, ms / 1000);
};
