import type { Account, Accounts, AccountChanges } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';
import type { SetUpTokens } from '../../state/set-up-tokens.ts';

/**
 * The set-up of a service that no administrator can sign in to. Only whoever reads what the service printed at its
 * start has the token, so no visitor can claim the service.
 */
export type SetUp = Readonly<{
  /** The path of the set-up page, with the token. */
  path: () => Promise<string>;
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

export const createSetUp = ({
  accounts,
  setUpTokens: tokens,
}: Readonly<{ accounts: Accounts; setUpTokens: SetUpTokens }>): SetUp => {
  const isNeeded = async (): Promise<boolean> => !(await accounts.list()).some(isWorkingAdmin);

  const accepts: SetUp['accepts'] = async (given) =>
    (await tokens.accepts(given)) && (await isNeeded());

  const complete: SetUp['complete'] = async (given, owner) => {
    const isTaken = (await accepts(given)) && (await tokens.take(given));
    if (!isTaken) throw new ServiceError('not_found', 'No such set-up.');
    try {
      const [oldest] = await accounts.list();
      const isFree = oldest !== undefined && !oldest.disabled && !oldest.hasPassword;
      return isFree
        ? await accounts.update(oldest.id, { ...owner, role: 'admin' })
        : (await accounts.add({ ...owner, role: 'admin' })).account;
    } catch (error) {
      await tokens.giveBack(given);
      throw error;
    }
  };

  const path = async (): Promise<string> => `/setup?token=${await tokens.current()}`;

  return { path, isNeeded, accepts, complete };
};

/** Whether an account administers the service and can sign in. */
export const isWorkingAdmin = ({ role, disabled, approved, hasPassword }: Account): boolean =>
  role === 'admin' && !disabled && approved && hasPassword;
