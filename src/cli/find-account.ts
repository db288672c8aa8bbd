import type { Account, Accounts } from '../accounts/accounts.ts';
import { StartError } from '../errors.ts';

/**
 * The account with this id or name, else the one with this e-mail address.
 * @throws StartError when there is none, or when several have the address.
 * @throws ServiceError `bad_request` when several have the name.
 */
export const findAccount = async (accounts: Accounts, wanted: string): Promise<Account> => {
  const named = await accounts.get(wanted);
  if (named !== undefined) return named;
  const address = wanted.toLowerCase();
  const [found, other] = (await accounts.list()).filter(
    ({ email }) => email.toLowerCase() === address,
  );
  if (found === undefined) throw new StartError(`There is no account "${wanted}".`);
  if (other !== undefined) {
    throw new StartError(
      `Several accounts have the e-mail address "${wanted}". Use the id of one.`,
    );
  }
  return found;
};
