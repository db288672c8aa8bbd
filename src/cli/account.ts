import { existsSync } from 'node:fs';
import type { Account, Accounts, AccountWithKey } from '../accounts/accounts.ts';
import { signInLinkMinutes } from '../accounts/links.ts';
import { dataPaths, makeDataFolder } from '../data/data-folder.ts';
import { misused } from '../errors.ts';
import { becomeOwner, nearestFolder } from '../data/data-owner.ts';
import { openAccounts } from '../data/open-data.ts';
import { type AccountChange, accountChanges } from './account-changes.ts';
import { listLinks, revokeLink, signInLink } from './account-links.ts';
import type { Command, CommandLine } from './command.ts';
import { findAccount } from './find-account.ts';
import { loadSettings } from './load-settings.ts';
import { openExisting, openShared } from './open-accounts.ts';
import { print, printOnce } from './print.ts';
import { tableOf } from './table.ts';

/** `shrinkd account ACTION`, with the actions below. Only `add` makes a data folder. */
export const accountCommand: Command = {
  name: 'account',
  summary: 'add, list, change, delete and sign in accounts; revoke links',
  help: () => `Usage: shrinkd account add --name NAME [--email ADDRESS] [--key KEY] [--admin]
                           [--monthly-limit N] [--requests-per-minute N]
       shrinkd account list
       shrinkd account rotate|disable|enable|approve|promote|demote|delete|link ACCOUNT
       shrinkd account links
       shrinkd account revoke LINK

Changes the accounts of a data folder (--data DIR, SHRINKD_DATA_DIR). ACCOUNT is an id, a name or an e-mail
address. A service that runs on the folder uses the change within a second. add and rotate print the API key
once; it cannot be printed again. approve lets the key of an account work that its owner has registered. link
prints an address that signs in to the pages of the service once, within ${signInLinkMinutes} minutes, to set a password. An
account made with --admin, or promoted, administers the service on its pages until it is demoted. delete keeps
the counts of an account, and nothing else. links lists invitations and sign-in links that still work, and revoke
ends one of them. docs/accounts.md says what each change ends.`,
  flags: {
    name: 'string',
    email: 'string',
    key: 'string',
    'monthly-limit': 'string',
    'requests-per-minute': 'string',
    admin: 'boolean',
  },
  takesWords: true,
  run: (line) => runAction(line),
};

const runAction = async (line: CommandLine): Promise<number> => {
  const [name = '', ...words] = line.words;
  const action = actions.get(name);
  if (action === undefined) {
    const names = [...actions.keys()];
    throw misused(
      `Expected ${names.slice(0, -1).join(', ')} or ${names.at(-1)} after "account". "shrinkd account --help" explains them.`,
    );
  }
  const given = Object.keys(accountCommand.flags).find(
    (flag) => line.flags[flag] !== undefined || line.switches.has(flag),
  );
  if (given !== undefined && action.takesFlags !== true) {
    throw misused(`--${given} is a flag of "account add", not of "account ${name}".`);
  }
  const [extra] = words.slice(action.takes === undefined ? 0 : 1);
  if (extra !== undefined) {
    const taken = action.takes === undefined ? 'flags only' : `one ${action.takes}`;
    throw misused(`"account ${name}" takes ${taken}, got "${extra}".`);
  }
  return action.run(line, words[0]);
};

type Action = Readonly<{
  /** Whether it takes the command's own flags. Settings, such as `--data`, go with every action. */
  takesFlags?: true;
  /** What is named after it: an account by id or name, a link by its id. */
  takes?: 'account' | 'link';
  run: (line: CommandLine, word: string | undefined) => Promise<number>;
}>;

const add = async (line: CommandLine): Promise<number> => {
  const { name, email = 'admin@localhost', key } = line.flags;
  if (name === undefined) throw misused('--name: expected the name of the account.');
  const fields = {
    name,
    email,
    key,
    monthlyLimit: wholeNumber(line, 'monthly-limit'),
    requestsPerMinute: wholeNumber(line, 'requests-per-minute'),
    role: line.switches.has('admin') ? ('admin' as const) : undefined,
  };
  const { config } = loadSettings(line);
  const paths = dataPaths(config.dataDir, config.state.secretFile);
  if (config.state.kind === 'redis') {
    return printAdded(line, await (await openShared(config, paths)).accounts.add(fields));
  }
  // Named because a service on another folder does not have the account.
  becomeOwner({ folder: nearestFolder(paths.folder) });
  const where = existsSync(paths.folder) ? '' : ` in the new data folder ${paths.folder}`;
  await makeDataFolder(paths);
  const { accounts, finishFirstStart } = await openAccounts({
    config,
    paths,
    now: Date.now,
    isFirst: true,
  });
  const added = await accounts.add(fields);
  await finishFirstStart();
  return printAdded(line, added, where);
};

const printAdded = (
  line: CommandLine,
  { account, key }: AccountWithKey,
  where = '',
): Promise<number> => {
  const sentence = `Account ${account.id} (${account.name}) has been made${where}. Its API key, shown this once:\n\n  ${key}\n`;
  const remedy = `Account ${account.id} (${account.name}) has been made${where}, and its API key was not shown. "shrinkd account rotate ${account.id}" gives it another.`;
  return printOnce(line, { ...account, key }, sentence, remedy);
};

/** The number given with a flag; null, which means no limit, without the flag. */
const wholeNumber = ({ flags }: CommandLine, flag: string): number | null => {
  const text = flags[flag];
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) {
    throw misused(`--${flag}: expected a whole number, got "${text}".`);
  }
  return Number(text);
};

const list = async (line: CommandLine): Promise<number> => {
  const all = await (await existingAccounts(line)).list();
  const rows = all.map((account) => [
    account.id,
    account.name,
    account.email,
    stateOf(account),
    account.role,
    String(account.monthlyLimit ?? 'none'),
    String(account.requestsPerMinute ?? 'none'),
    account.createdAt,
  ]);
  const head = [
    'id',
    'name',
    'email',
    'state',
    'role',
    'monthly limit',
    'requests/minute',
    'created',
  ];
  return print(line, all, tableOf([head, ...rows]));
};

const stateOf = ({ disabled, approved }: Account): string => {
  if (disabled) return 'disabled';
  return approved ? 'enabled' : 'waiting for approval';
};

const existingAccounts = async (line: CommandLine): Promise<Accounts> =>
  (await openExisting(loadSettings(line).config)).accounts;

/** An action on an account that exists. */
const onAccount = (change: AccountChange): Action => ({
  takes: 'account',
  run: async (line, idOrName) => {
    const accounts = await existingAccounts(line);
    if (idOrName === undefined) {
      throw misused('Expected an account, by id or name.');
    }
    const { id } = await findAccount(accounts, idOrName);
    return change(accounts, id, line);
  },
});

const revoke: Action = {
  takes: 'link',
  run: async (line, id) => {
    if (id === undefined) throw misused('Expected a link, by the id in "links".');
    return revokeLink(await existingAccounts(line), id, line);
  },
};

const actions: ReadonlyMap<string, Action> = new Map([
  ['add', { takesFlags: true, run: add }],
  ['list', { run: list }],
  ...[...accountChanges, ['link', signInLink] as const].map(
    ([name, change]) => [name, onAccount(change)] as const,
  ),
  ['links', { run: async (line) => listLinks(await existingAccounts(line), line) }],
  ['revoke', revoke],
]);
