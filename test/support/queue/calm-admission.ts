import {
  type Admission,
  type AdmissionOptions,
  createAdmission,
} from '../../../src/queue/admission.ts';
import { createPermits } from '../../../src/queue/permits.ts';

/** Admission without overload. */
export const calmAdmission = (
  limits: Pick<AdmissionOptions, 'maxJobs' | 'maxJobsPerAccount'>,
): Admission =>
  createAdmission({
    ...limits,
    permits: createPermits({ slots: 1 }),
    loads: { arrived: () => undefined, completed: () => undefined, stateOf: () => 'calm' },
  });
