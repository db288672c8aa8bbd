import {
  type Admission,
  type AdmissionOptions,
  createAdmission,
} from '../../src/engine/admission.ts';
import { createPermits } from '../../src/engine/permits.ts';

/** Admission that knows no overload. */
export const calmAdmission = (
  limits: Pick<AdmissionOptions, 'maxJobs' | 'maxJobsPerAccount'>,
): Admission =>
  createAdmission({
    ...limits,
    permits: createPermits({ slots: 1 }),
    overload: { came: () => undefined, gone: () => undefined, tideOf: () => 'calm' },
  });
