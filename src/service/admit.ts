import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import { ServiceError } from '../errors.ts';
import type { DiskQuota } from '../jobs/disk-quota.ts';
import type { Admission, JobQueue } from '../queue/admission.ts';

export type JobRequest = Readonly<{
  account: Account;
  /** Compressions that the job will add to the account's month; 0 or more. */
  compressions: number;
  /** Content-Length of an uploaded body; undefined where no length is announced, or nothing is uploaded. */
  announcedBytes: number | undefined;
}>;

export type AdmittedJob = Readonly<{
  /** Account and number of the job, for its permits. */
  job: Pick<Admission, 'accountId' | 'jobNumber'>;
  /** Called when the body is on disk. From then on its file counts instead of its announced length. */
  bodyReceived: () => void;
  /** Ends the admission. May be called more than once. */
  release: () => void;
}>;

/**
 * Admits a job before its body is read. The caller releases it.
 * @throws ServiceError in this order: `input_missing` and `too_large` by the announced length,
 * `monthly_limit_exceeded`, `unavailable` by the queue, `unavailable` by the disk.
 */
export type Admit = (request: JobRequest) => Promise<AdmittedJob>;

export type AdmitParts = Readonly<{
  queue: Pick<JobQueue, 'admit'>;
  counters: Pick<Counters, 'checkRoom'>;
  diskQuota: DiskQuota;
  maxUploadBytes: number;
}>;

/** The admission of uploads and operations (design, invariant 7). */
export const createAdmit =
  ({ queue, counters, diskQuota, maxUploadBytes }: AdmitParts): Admit =>
  async ({ account, compressions, announcedBytes }) => {
    checkLength(announcedBytes, maxUploadBytes);
    await checkMonthlyLimit(counters, account, compressions);
    const { accountId, jobNumber, release } = queue.admit(account.id);
    try {
      const bodyReceived = await diskQuota.reserve(announcedBytes || 0);
      return {
        job: { accountId, jobNumber },
        bodyReceived,
        release: () => {
          bodyReceived();
          release();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  };

const checkLength = (announcedBytes: number | undefined, maxBytes: number): void => {
  if (announcedBytes === 0) throw inputMissing();
  if (announcedBytes !== undefined && announcedBytes > maxBytes) {
    throw new ServiceError(
      'too_large',
      `The image may have at most ${maxBytes} bytes, got ${announcedBytes}.`,
      { reason: { id: 'too_many_bytes', most: maxBytes } },
    );
  }
};

/**
 * Accounts at their monthly limit may still request work that is not counted.
 * @throws ServiceError `monthly_limit_exceeded`.
 */
export const checkMonthlyLimit = async (
  counters: Pick<Counters, 'checkRoom'>,
  { id, monthlyLimit }: Account,
  compressions: number,
): Promise<void> => {
  if (compressions > 0) await counters.checkRoom(id, compressions, monthlyLimit);
};

/** The error for a body without bytes. */
export const inputMissing = (): ServiceError =>
  new ServiceError('input_missing', 'Input file is empty.');
