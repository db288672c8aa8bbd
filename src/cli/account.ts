import { existsSync } from 'node:fs';
import type { Account, Accounts } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load.ts';
import { dataPaths, type DataPaths, makeDataFolder } from '../data/data-folder.ts';
import { StartError } from '../errors.ts';
import { openAccounts } from '../data/open-data.ts';
import type { Command, CommandLine } from './command.ts';
import { openExistingAccounts } from './open-accounts.ts';
import { tableOf } from './table.ts';

const misused = 2;

/** `shrinkd account add|list|rotate|disable|enable`. Only `add` makes a data folder. */
export const accountCommand: Command = async (line) => {
  const [action = '', name] = line.words;
  if (!actions.includes(action)) {
    throw new StartError(
      'Say add, list, rotate, disable or enable. "shrinkd account --help" explains.',
      misused,
    );
  }
  const { config } = loadConfig(line);
  const paths = dataPaths(config.dataDir);
  if (action === 'add') return add(config, paths, line);
  const accounts = await openExistingAccounts(config, paths);
  if (action === 'list') return list(accounts, line);
  const { id } = await find(accounts, name);
  if (action === 'rotate') {
    const { account, key } = await accounts.rotate(id);
    return tell(line, { ...account, key }, `Account ${id} has a new API key:\n\n  ${key}\n`);
  }
  return action === 'disable'
    ? tell(line, await accounts.disable(id), `Account ${id} is disabled.`)
    : tell(line, await accounts.enable(id), `Account ${id} is enabled.`);
};

const actions = ['add', 'list', 'rotate', 'disable', 'enable'];

const tell = ({ json }: CommandLine, value: unknown, sentence: string): number => {
  console.log(json ? JSON.stringify(value, undefined, 2) : sentence);
  return 0;
};

const add = async (config: Config, paths: DataPaths, line: CommandLine): Promise<number> => {
  const { name, email = 'admin@localhost', key } = line.flags;
  if (name === undefined)
    throw new StartError('--name: expected the name of the account.', misused);
  const fields = {
    name,
    email,
    key,
    monthlyLimit: wholeNumber(line, 'monthly-limit'),
    requestsPerMinute: wholeNumber(line, 'requests-per-minute'),
  };
  // A service on another folder would know nothing of the account.
  const where = existsSync(paths.folder) ? '' : ` in the new data folder ${paths.folder}`;
  await makeDataFolder(paths);
  const { accounts, finishFirstStart } = await openAccounts({
    config,
    paths,
    now: Date.now,
    isFirst: true,
  });
  const made = await accounts.add(fields);
  await finishFirstStart();
  const sentence = `Account ${made.account.id} (${name}) has been made${where}. Its API key, shown this once:\n\n  ${made.key}\n`;
  return tell(line, { ...made.account, key: made.key }, sentence);
};

/** The number a flag gives; null, which is no limit, without it. */
const wholeNumber = ({ flags }: CommandLine, flag: string): number | null => {
  const text = flags[flag];
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) {
    throw new StartError(`--${flag}: expected a whole number, got "${text}".`, misused);
  }
  return Number(text);
};

const find = async (accounts: Accounts, idOrName: string | undefined): Promise<Account> => {
  if (idOrName === undefined) throw new StartError('Say which account, by id or name.', misused);
  const account = await accounts.get(idOrName);
  if (account === undefined) throw new StartError(`There is no account "${idOrName}".`);
  return account;
};

const list = async (accounts: Accounts, line: CommandLine): Promise<number> => {
  const all = await accounts.list();
  const rows = all.map((account) => [
    account.id,
    account.name,
    account.email,
    account.disabled ? 'disabled' : 'enabled',
    String(account.monthlyLimit ?? 'none'),
    String(account.requestsPerMinute ?? 'none'),
    account.createdAt,
  ]);
  const head = ['id', 'name', 'email', 'state', 'monthly limit', 'requests/minute', 'created'];
  return tell(line, all, tableOf([head, ...rows]));
};
