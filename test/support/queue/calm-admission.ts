import {
  type JobQueue,
  type JobQueueOptions,
  createJobQueue,
} from '../../../src/queue/admission.ts';
import { createPermits } from '../../../src/queue/permits.ts';

/** Admission without overload. */
export const calmQueue = (
  limits: Pick<JobQueueOptions, 'maxJobs' | 'maxJobsPerAccount'>,
): JobQueue =>
  createJobQueue({
    ...limits,
    permits: createPermits({ slots: 1 }),
    loads: { arrived: () => undefined, completed: () => undefined, stateOf: () => 'calm' },
  });
