import { existsSync } from 'node:fs';
import type { Account, Accounts } from '../accounts/accounts.ts';
import type { Config } from '../config/config.ts';
import { dataPaths, type DataPaths, makeDataFolder } from '../data/data-folder.ts';
import { StartError } from '../errors.ts';
import { openAccounts } from '../data/open-data.ts';
import type { Command, CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { openExistingAccounts } from './open-accounts.ts';
import { tableOf } from './table.ts';

const misused = 2;

/** `shrinkd account add|list|rotate|disable|enable`. Only `add` makes a data folder. */
export const accountCommand: Command = {
  name: 'account',
  summary: 'add, list, rotate, disable or enable accounts',
  help: () => `Usage: shrinkd account add --name NAME [--email ADDRESS] [--key KEY]
                           [--monthly-limit N] [--requests-per-minute N]
       shrinkd account list
       shrinkd account rotate|disable|enable ID-OR-NAME

Changes the accounts of a data folder (--data DIR, SHRINKD_DATA_DIR). A service that runs on it uses
the change within a second. add and rotate print the API key once; it cannot be printed again.`,
  flags: {
    name: 'string',
    email: 'string',
    key: 'string',
    'monthly-limit': 'string',
    'requests-per-minute': 'string',
  },
  takesWords: true,
  run: (line) => runAction(line),
};

const runAction = async (line: CommandLine): Promise<number> => {
  const [action = '', name] = line.words;
  if (!actions.includes(action)) {
    throw new StartError(
      'Expected add, list, rotate, disable or enable after "account". "shrinkd account --help" explains them.',
      misused,
    );
  }
  const { config } = loadSettings(line);
  const paths = dataPaths(config.dataDir);
  if (action === 'add') return add(config, paths, line);
  const accounts = await openExistingAccounts(config, paths);
  if (action === 'list') return list(accounts, line);
  const { id } = await find(accounts, name);
  if (action === 'rotate') {
    const { account, key } = await accounts.rotate(id);
    return print(line, { ...account, key }, `Account ${id} has a new API key:\n\n  ${key}\n`);
  }
  return action === 'disable'
    ? print(line, await accounts.disable(id), `Account ${id} is disabled.`)
    : print(line, await accounts.enable(id), `Account ${id} is enabled.`);
};

const actions = ['add', 'list', 'rotate', 'disable', 'enable'];

const print = ({ json }: CommandLine, value: unknown, sentence: string): number => {
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
  // Named because a service on another folder does not have the account.
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
  return print(line, { ...made.account, key: made.key }, sentence);
};

/** The number given with a flag; null, which means no limit, without the flag. */
const wholeNumber = ({ flags }: CommandLine, flag: string): number | null => {
  const text = flags[flag];
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) {
    throw new StartError(`--${flag}: expected a whole number, got "${text}".`, misused);
  }
  return Number(text);
};

const find = async (accounts: Accounts, idOrName: string | undefined): Promise<Account> => {
  if (idOrName === undefined) throw new StartError('Expected an account, by id or name.', misused);
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
  return print(line, all, tableOf([head, ...rows]));
};
