import type { Account, Accounts, AccountChanges } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';
import type { SetUpTokens } from '../../state/set-up-tokens.ts';

export type SetUp = ReturnType<typeof createSetUp>;

/**
 * The set-up of a service that no administrator can sign in to. Only a person who reads what the service printed at its
 * start has the token, so no visitor can claim the service.
 */
export const createSetUp = ({
  accounts,
  setUpTokens: tokens,
}: Readonly<{ accounts: Accounts; setUpTokens: SetUpTokens }>) => {
  /** Whether there is no administrator who can sign in. */
  const isNeeded = async (): Promise<boolean> => !(await accounts.list()).some(isWorkingAdmin);

  /** Whether this token may set the service up now. */
  const accepts = async (given: string): Promise<boolean> =>
    (await tokens.accepts(given)) && (await isNeeded());

  /**
   * Makes the oldest account the administrator's, or another one where that account has an owner. It works once.
   * @throws ServiceError `not_found` where the token is not accepted; and as `Accounts.update` does.
   */
  const complete = async (
    given: string,
    owner: Required<Pick<AccountChanges, 'name' | 'email' | 'password'>>,
  ): Promise<Account> => {
    const isTaken = (await accepts(given)) && (await tokens.take(given));
    if (!isTaken) throw new ServiceError('not_found', 'No such set-up.');
    try {
      const [oldest] = await accounts.list();
      const isFree = oldest !== undefined && isUnowned(oldest);
      return isFree
        ? await accounts.update(oldest.id, { ...owner, role: 'admin' })
        : (await accounts.add({ ...owner, role: 'admin' })).account;
    } catch (error) {
      await tokens.giveBack(given);
      throw error;
    }
  };

  /** The path of the set-up page, with the token. */
  const path = async (): Promise<string> => `/setup?token=${await tokens.current()}`;

  return { path, isNeeded, accepts, complete };
};

/** Whether an account is the one of the first start, as far as can be told: another one may be the oldest by now. */
const isUnowned = ({ disabled, hasPassword, approved, role }: Account): boolean =>
  !disabled && !hasPassword && approved && role !== 'demo';

/** Whether an account administers the service and can sign in. */
export const isWorkingAdmin = ({ role, disabled, approved, hasPassword }: Account): boolean =>
  role === 'admin' && !disabled && approved && hasPassword;
