import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account, Accounts, AccountChanges } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';

/**
 * The set-up of a service that no administrator can sign in to. Only whoever reads what the service printed at its
 * start has the token, so no visitor can claim the service.
 */
export type SetUp = Readonly<{
  /** 128 random bits, new at each start, in memory only. */
  token: string;
  /** Whether there is no administrator who can sign in. */
  isNeeded: () => Promise<boolean>;
  /** Whether this token may set the service up now. */
  accepts: (token: string) => Promise<boolean>;
  /**
   * Makes the oldest account the administrator's, or another one where that account has an owner. It works once.
   * @throws ServiceError `not_found` where the token is not accepted; and as `Accounts.update` does.
   */
  complete: (
    token: string,
    owner: Required<Pick<AccountChanges, 'name' | 'email' | 'password'>>,
  ) => Promise<Account>;
}>;

export const createSetUp = ({ accounts }: Readonly<{ accounts: Accounts }>): SetUp => {
  const token = randomBytes(16).toString('base64url');
  let isUsed = false;

  const isNeeded = async (): Promise<boolean> => !(await accounts.list()).some(isWorkingAdmin);

  const accepts: SetUp['accepts'] = async (given) =>
    isSameText(given, token) && !isUsed && (await isNeeded());

  const complete: SetUp['complete'] = async (given, owner) => {
    if (!(await accepts(given)) || isUsed) throw new ServiceError('not_found', 'No such set-up.');
    // Before anything else is waited for, so that the token works for one of two requests at once.
    isUsed = true;
    try {
      const [oldest] = await accounts.list();
      const isFree = oldest !== undefined && !oldest.disabled && !oldest.hasPassword;
      return isFree
        ? await accounts.update(oldest.id, { ...owner, role: 'admin' })
        : (await accounts.add({ ...owner, role: 'admin' })).account;
    } catch (error) {
      isUsed = false;
      throw error;
    }
  };

  return { token, isNeeded, accepts, complete };
};

/** Whether an account administers the service and can sign in. */
export const isWorkingAdmin = ({ role, disabled, approved, hasPassword }: Account): boolean =>
  role === 'admin' && !disabled && approved && hasPassword;

const isSameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};
