import type { Accounts } from '../accounts/accounts.ts';
import type { Role } from '../accounts/role.ts';
import type { CommandLine } from './command.ts';
import { print } from './print.ts';

/** Changes the account with an id, prints what was done, and gives the exit code. */
export type AccountChange = (accounts: Accounts, id: string, line: CommandLine) => Promise<number>;

const rotate: AccountChange = async (accounts, id, line) => {
  const { account, key } = await accounts.rotate(id);
  return print(line, { ...account, key }, `Account ${id} has a new API key:\n\n  ${key}\n`);
};

const disable: AccountChange = async (accounts, id, line) =>
  print(line, await accounts.disable(id), `Account ${id} is disabled.`);

const enable: AccountChange = async (accounts, id, line) =>
  print(line, await accounts.enable(id), `Account ${id} is enabled.`);

const approve: AccountChange = async (accounts, id, line) =>
  print(line, await accounts.approve(id), `Account ${id} is approved.`);

const setRole =
  (role: Role, sentence: string): AccountChange =>
  async (accounts, id, line) =>
    print(line, await accounts.update(id, { role }), `Account ${id} ${sentence}`);

const remove: AccountChange = async (accounts, id, line) => {
  await accounts.remove(id);
  return print(line, { id }, `Account ${id} is deleted. Its counts are kept.`);
};

/** What `shrinkd account NAME ACCOUNT` does, by name. */
export const accountChanges: ReadonlyMap<string, AccountChange> = new Map([
  ['rotate', rotate],
  ['disable', disable],
  ['enable', enable],
  ['approve', approve],
  ['promote', setRole('admin', 'is an administrator.')],
  ['demote', setRole('user', 'is an ordinary account.')],
  ['delete', remove],
]);
