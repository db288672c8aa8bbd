import type { Accounts } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../errors.ts';
import type { CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';

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

const link: AccountChange = async (accounts, id, line) => {
  const { config } = loadSettings(line);
  if (!config.web.enabled) {
    throw new StartError('There are no pages to sign in to: web.enabled is false.');
  }
  const made = await accounts.addLink({ kind: 'signin', accountId: id });
  const { expiresAt } = made.link;
  const url = `${addressOf(config)}/link?token=${made.token}`;
  const sentence = `This address signs in to account ${id} once, until ${expiresAt}:\n\n  ${url}\n`;
  return print(line, { url, expiresAt }, sentence);
};

/** Address of the service as this machine has it, unless the settings name the one for clients. */
const addressOf = ({ publicUrl, port }: Config): string =>
  publicUrl === '' ? `https://localhost:${port}` : publicUrl;

/** What `shrinkd account NAME ID-OR-NAME` does, by name. */
export const accountChanges: ReadonlyMap<string, AccountChange> = new Map([
  ['rotate', rotate],
  ['disable', disable],
  ['enable', enable],
  ['approve', approve],
  ['link', link],
]);

/** Prints a value with --json, else the sentence. Gives the exit code. */
export const print = ({ json }: CommandLine, value: unknown, sentence: string): number => {
  console.log(json ? JSON.stringify(value, undefined, 2) : sentence);
  return 0;
};
