import type { Account, Accounts, AccountWithKey } from '../accounts/accounts.ts';
import { ServiceError } from '../errors.ts';

/** Who may make an account without the operator: nobody, or everybody. */
export type Registration = 'closed' | 'open';

export type Register = Readonly<{
  /** @throws ServiceError `registration_closed` when nobody can make an account now. */
  checkOpen: () => void;
  /**
   * Makes an account, which works at once. An e-mail address may have several accounts: nobody has
   * shown that it is theirs, so nobody who names it learns of an account's key or existence.
   * @throws ServiceError `registration_closed`, `bad_request`.
   */
  register: (who: Pick<Account, 'name' | 'email'>) => Promise<AccountWithKey>;
}>;

export type RegisterOptions = Readonly<{
  accounts: Accounts;
  registration: Registration;
  /** Limits of each account that is made here; null: none. */
  monthlyLimit: number | null;
  requestsPerMinute: number | null;
  /** No account is made here when the service has as many, whoever made them. */
  maxAccounts: number;
}>;

/** The use case of `POST /keys` (design, section 8). */
export const createRegister = ({
  accounts,
  registration,
  monthlyLimit,
  requestsPerMinute,
  maxAccounts,
}: RegisterOptions): Register => {
  /** Accounts that are being made: they count, so that concurrent requests stay below `maxAccounts`. */
  let underWay = 0;

  const checkOpen = (): void => {
    if (registration === 'closed') throw registrationClosed();
  };

  const register: Register['register'] = async ({ name, email }) => {
    checkOpen();
    underWay += 1;
    try {
      const present = (await accounts.list()).length;
      if (present + underWay > maxAccounts) throw registrationClosed();
      return await accounts.add({ name, email, monthlyLimit, requestsPerMinute });
    } finally {
      underWay -= 1;
    }
  };

  return { checkOpen, register };
};

/** The WordPress plugin shows this message to its user. */
const registrationClosed = (): ServiceError =>
  new ServiceError('registration_closed', 'Ask the operator of this service for a key.');
