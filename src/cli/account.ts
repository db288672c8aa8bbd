import type { Account, Accounts } from '../accounts/accounts.ts';
import { loadConfig } from '../config/load.ts';
import { dataPaths, makeDataFolder } from '../data-folder.ts';
import { StartError } from '../errors.ts';
import { openAccounts } from '../open-data.ts';
import type { Command, CommandLine } from './main.ts';
import { tableOf } from './table.ts';

const misused = 2;

/** `shrinkd account add|list|rotate|disable|enable`. */
export const accountCommand: Command = async (line) => {
  const { config } = loadConfig(line);
  const paths = dataPaths(config.dataDir);
  await makeDataFolder(paths);
  const [action = '', name] = line.words;
  const { accounts, finishFirstStart } = await openAccounts({
    config,
    paths,
    now: Date.now,
    isFirst: action === 'add',
  });
  switch (action) {
    case 'add': {
      const code = await add(accounts, line);
      await finishFirstStart();
      return code;
    }
    case 'list':
      return list(accounts, line);
    case 'rotate': {
      const { account, key } = await accounts.rotate((await find(accounts, name)).id);
      return tell(
        line,
        { ...account, key },
        `Account ${account.id} has a new API key:\n\n  ${key}\n`,
      );
    }
    case 'disable': {
      const account = await accounts.disable((await find(accounts, name)).id);
      return tell(line, account, `Account ${account.id} is disabled.`);
    }
    case 'enable': {
      const account = await accounts.enable((await find(accounts, name)).id);
      return tell(line, account, `Account ${account.id} is enabled.`);
    }
    default:
      throw new StartError(
        'Say add, list, rotate, disable or enable. "shrinkd account --help" explains.',
        misused,
      );
  }
};

const tell = ({ json }: CommandLine, value: unknown, sentence: string): number => {
  console.log(json ? JSON.stringify(value, undefined, 2) : sentence);
  return 0;
};

const add = async (accounts: Accounts, line: CommandLine): Promise<number> => {
  const { name, email = 'admin@localhost', key } = line.flags;
  if (name === undefined)
    throw new StartError('--name: expected the name of the account.', misused);
  const made = await accounts.add({
    name,
    email,
    key,
    monthlyLimit: wholeNumber(line, 'monthly-limit'),
    requestsPerMinute: wholeNumber(line, 'requests-per-minute'),
  });
  const sentence = `Account ${made.account.id} (${name}) has been made. Its API key, shown this once:\n\n  ${made.key}\n`;
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
