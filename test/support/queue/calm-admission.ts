import {
  type Admission,
  type AdmissionOptions,
  createAdmission,
} from '../../../src/queue/admission.ts';
import { createPermits } from '../../../src/queue/fair-semaphore.ts';

/** Admission that knows no overload. */
export const calmAdmission = (
  limits: Pick<AdmissionOptions, 'maxJobs' | 'maxJobsPerAccount'>,
): Admission =>
  createAdmission({
    ...limits,
    permits: createPermits({ slots: 1 }),
    overload: { came: () => undefined, gone: () => undefined, tideOf: () => 'calm' },
  });
