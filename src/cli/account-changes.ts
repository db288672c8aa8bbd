import type { Account, Accounts } from '../accounts/accounts.ts';
import type { Role } from '../accounts/role.ts';
import type { CommandLine } from './command.ts';
import { print, printOnce } from './print.ts';

/** Changes the account with an id, prints what was done, and gives the exit code. */
export type AccountChange = (accounts: Accounts, id: string, line: CommandLine) => Promise<number>;

const rotate: AccountChange = async (accounts, id, line) => {
  const { account, key } = await accounts.rotate(id);
  const sentence = `Account ${id} has a new API key:\n\n  ${key}\n`;
  const remedy = `Account ${id} (${account.name}) has a new API key, which was not shown. The same command gives it another.`;
  return printOnce(line, { ...account, key }, sentence, remedy);
};

/** A change that gives the account as it is then. */
const changed =
  (change: (accounts: Accounts, id: string) => Promise<Account>, sentence: string): AccountChange =>
  async (accounts, id, line) =>
    print(line, await change(accounts, id), `Account ${id} ${sentence}`);

const withRole = (role: Role) => (accounts: Accounts, id: string) => accounts.update(id, { role });

const remove: AccountChange = async (accounts, id, line) => {
  await accounts.remove(id);
  return print(line, { id }, `Account ${id} is deleted. Its counts are kept.`);
};

/** What `shrinkd account NAME ACCOUNT` does, by name. */
export const accountChanges: ReadonlyMap<string, AccountChange> = new Map([
  ['rotate', rotate],
  ['disable', changed((accounts, id) => accounts.disable(id), 'is disabled.')],
  ['enable', changed((accounts, id) => accounts.enable(id), 'is enabled.')],
  ['approve', changed((accounts, id) => accounts.approve(id), 'is approved.')],
  ['promote', changed(withRole('admin'), 'is an administrator.')],
  ['demote', changed(withRole('user'), 'is an ordinary account.')],
  ['delete', remove],
]);
