import type { Accounts, AccountWithKey, NewAccount } from '../accounts/accounts.ts';
import { ServiceError } from '../errors.ts';

/**
 * Who creates accounts. `closed` and `invite`: no client; `approval`: every client, but the key works only when an
 * administrator has approved the account; `open`: every client.
 */
export type Registration = 'closed' | 'invite' | 'approval' | 'open';

export type RegisterOptions = Readonly<{
  accounts: Accounts;
  registration: Registration;
  /** Limits of each new account; null: none. */
  monthlyLimit: number | null;
  requestsPerMinute: number | null;
  /** No account is created when the service has so many, including those of the operator. */
  maxAccounts: number;
}>;

/** The use case of `POST /keys` (design, section 8) and of the registration page. */
export const createRegister = ({
  accounts,
  registration,
  monthlyLimit,
  requestsPerMinute,
  maxAccounts,
}: RegisterOptions) => {
  /** Accounts being created. They count too, so that concurrent requests stay within `maxAccounts`. */
  let underWay = 0;

  /** @throws ServiceError `registration_closed` when no account can be created now. */
  const checkOpen = (): void => {
    if (registration === 'closed' || registration === 'invite') throw registrationClosed();
  };

  /**
   * Creates an account, which can be used at once or when it is approved. Addresses are not verified, so a request
   * must not reveal that an address has an account: it makes another one, without the password where one signs in.
   * @throws ServiceError `registration_closed`, `bad_request`.
   */
  const register = async (
    who: Pick<NewAccount, 'name' | 'email' | 'password'>,
  ): Promise<AccountWithKey> => {
    checkOpen();
    underWay += 1;
    try {
      const present = (await accounts.list()).length;
      if (present + underWay > maxAccounts) throw registrationClosed();
      const approved = registration === 'open';
      return await accounts.add({
        ...{ ...who, monthlyLimit, requestsPerMinute, approved },
        yieldsAddress: true,
      });
    } finally {
      underWay -= 1;
    }
  };

  return { checkOpen, register };
};

export type Register = ReturnType<typeof createRegister>;

/** The WordPress plugin shows this message to its user. */
const registrationClosed = (): ServiceError =>
  new ServiceError('registration_closed', 'Ask the operator of this service for a key.');
