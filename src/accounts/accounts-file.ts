import { readDataFile } from '../durable-file.ts';
import { StartError } from '../errors.ts';
import { isObject } from '../schema.ts';
import { linkProblemsOf, type StoredLink } from './links.ts';
import { accountProblemsOf, type StoredAccount } from './stored-account.ts';

/** All that is stored about accounts: the accounts, oldest first, and the one-time links that are not used yet. */
export type AccountsState = Readonly<{
  accounts: readonly StoredAccount[];
  links: readonly StoredLink[];
}>;

/**
 * What is in an accounts file; nothing when there is no file. Throws a `StartError` that names all problems when the
 * file cannot be read or is damaged.
 */
export const readAccountsFile = async (path: string): Promise<AccountsState> => {
  const file = await readDataFile('accounts', path);
  return file === undefined ? { accounts: [], links: [] } : accountsStateIn(path, file.toString());
};

/** The text of an accounts file: `{"version":1,"accounts":[...],"links":[...]}`. */
export const accountsFileOf = ({ accounts, links }: AccountsState): string =>
  `${JSON.stringify({ version: 1, accounts, links }, null, 2)}\n`;

/** What is in the text of an accounts file. `path` names it in errors. Throws as `readAccountsFile` does. */
export const accountsStateIn = (path: string, text: string): AccountsState => {
  const file = parsed(path, text);
  if (!isObject(file)) throw problemWith(path, ['The file is not a JSON object.']);
  if (file.version !== 1) throw problemWith(path, ['"version" must be 1.']);
  const { accounts, links } = file;
  if (!Array.isArray(accounts)) throw problemWith(path, ['"accounts" must be an array.']);
  if (!Array.isArray(links)) throw problemWith(path, ['"links" must be an array.']);
  const problems = [
    ...problemsInAll('accounts', accounts, accountProblemsOf),
    ...problemsInAll('links', links, linkProblemsOf),
  ];
  if (problems.length > 0) throw problemWith(path, problems);
  return {
    accounts: unique(path, accounts as StoredAccount[]),
    links: links as StoredLink[],
  };
};

const problemsInAll = (
  name: string,
  entries: readonly unknown[],
  problemsOf: (entry: object) => string[],
): readonly string[] =>
  entries.flatMap((entry, index) =>
    (isObject(entry) ? problemsOf(entry) : ['It must be an object.']).map(
      (problem) => `${name}[${index}]: ${problem}`,
    ),
  );

const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the file, and this message may be logged.
    throw problemWith(path, [`The file is not JSON (${Buffer.byteLength(text)} bytes).`]);
  }
};

const unique = (path: string, accounts: readonly StoredAccount[]): readonly StoredAccount[] => {
  const problems = [...repeated(accounts, 'id'), ...repeated(accounts, 'keyDigest')];
  if (problems.length > 0) throw problemWith(path, problems);
  return accounts;
};

const repeated = (accounts: readonly StoredAccount[], field: 'id' | 'keyDigest'): string[] => {
  const firstWith = new Map<string, number>();
  return accounts.flatMap((account, index) => {
    const first = firstWith.get(account[field]);
    if (first !== undefined) {
      return [`accounts[${index}]: "${field}" is also that of accounts[${first}].`];
    }
    firstWith.set(account[field], index);
    return [];
  });
};

const problemWith = (path: string, problems: readonly string[]): StartError =>
  new StartError(
    [
      `The accounts file ${path} cannot be used. It was left as it is. Restore it from a backup, or fix it.`,
      ...problems.map((problem) => `- ${problem}`),
    ].join('\n'),
  );
