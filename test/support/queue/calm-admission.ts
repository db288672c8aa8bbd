import type { DiskQuota } from '../../../src/jobs/disk-quota.ts';
import {
  type JobQueue,
  type JobQueueOptions,
  createJobQueue,
} from '../../../src/queue/admission.ts';
import { createPermits } from '../../../src/queue/permits.ts';

/** Admission without overload. */
export const calmQueue = (limits: Pick<JobQueueOptions, 'maxJobs'>): JobQueue =>
  createJobQueue({
    ...limits,
    permits: createPermits({ slots: 1 }),
    loads: { arrived: () => undefined, completed: () => undefined, stateOf: () => 'calm' },
  });

/** A work folder with room for everything. */
export const boundlessDisk: DiskQuota = {
  reserve: async () => ({
    arrived: () => undefined,
    received: () => undefined,
    release: () => undefined,
  }),
};
