import { setTimeout } from 'node:timers/promises';
import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import { inputMissing, ShareFull, tooManyBytes } from '../errors.ts';
import type { DiskQuota, Reservation } from '../jobs/disk-quota.ts';
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
  /** What the job may write. Its `release` is called by the one here. */
  space: Omit<Reservation, 'release'>;
  /** Ends the admission. May be called more than once. */
  release: () => void;
}>;

/**
 * Admits a job before its body is read. The caller releases it.
 * @throws ServiceError in this order: `input_missing` and `too_large` by the announced length,
 * `monthly_limit_exceeded`, `unavailable` by the queue, `unavailable` by the disk.
 */
export type Admit = (request: JobRequest) => Promise<AdmittedJob>;

type AdmitParts = Readonly<{
  queue: Pick<JobQueue, 'admit'>;
  counters: Pick<Counters, 'checkRoom'>;
  diskQuota: DiskQuota;
  maxUploadBytes: number;
  /** How long an account that has its share waits for a refusal. */
  shareRefusalMs?: number;
}>;

/**
 * A client that asks again at once, whatever Retry-After says, makes a connection each time. Their handshakes delay the
 * pictures of other accounts, which have room and tools.
 */
const defaultShareRefusalMs = 2000;

/** The admission of uploads and operations (design, invariant 7). */
export const createAdmit =
  ({ queue, counters, diskQuota, maxUploadBytes, shareRefusalMs }: AdmitParts): Admit =>
  async ({ account, compressions, announcedBytes }) => {
    checkLength(announcedBytes, maxUploadBytes);
    await checkMonthlyLimit(counters, account, compressions);
    let release = (): void => undefined;
    try {
      const { accountId, jobNumber, ...admission } = queue.admit(account.id);
      release = admission.release;
      const space = await diskQuota.reserve(account.id, announcedBytes || 0);
      return {
        job: { accountId, jobNumber },
        space,
        release: () => {
          space.release();
          release();
        },
      };
    } catch (error) {
      release();
      if (error instanceof ShareFull) await setTimeout(shareRefusalMs ?? defaultShareRefusalMs);
      throw error;
    }
  };

const checkLength = (announcedBytes: number | undefined, maxBytes: number): void => {
  if (announcedBytes === 0) throw inputMissing();
  if (announcedBytes !== undefined && announcedBytes > maxBytes) {
    throw tooManyBytes(maxBytes, announcedBytes);
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
