import { readFile } from 'node:fs/promises';
import { StartError, systemCodeOf } from '../errors.ts';
import { accountProblemsOf, type StoredAccount } from './stored-account.ts';

/**
 * The accounts in an accounts file, in its order; none when there is no file. Throws a `StartError` that
 * names all problems when the file cannot be read or is damaged.
 */
export const readAccountsFile = async (path: string): Promise<readonly StoredAccount[]> => {
  const text = await textOf(path);
  return text === undefined ? [] : accountsIn(path, text);
};

/** The text of an accounts file: `{"version":1,"accounts":[...]}`. */
export const accountsFileOf = (accounts: readonly StoredAccount[]): string =>
  `${JSON.stringify({ version: 1, accounts }, null, 2)}\n`;

const textOf = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw problemWith(path, [`The file cannot be read (${systemCodeOf(error)}).`]);
  }
};

const accountsIn = (path: string, text: string): readonly StoredAccount[] => {
  const file = parsed(path, text);
  if (!isObject(file)) throw problemWith(path, ['The file is not a JSON object.']);
  if (file.version !== 1) throw problemWith(path, ['"version" must be 1.']);
  if (!Array.isArray(file.accounts)) throw problemWith(path, ['"accounts" must be an array.']);
  const accounts: unknown[] = file.accounts;
  const problems = accounts.flatMap((account, index) =>
    (isObject(account) ? accountProblemsOf(account) : ['It must be an object.']).map(
      (problem) => `accounts[${index}]: ${problem}`,
    ),
  );
  if (problems.length > 0) throw problemWith(path, problems);
  return unique(path, accounts as StoredAccount[]);
};

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const problemWith = (path: string, problems: readonly string[]): StartError =>
  new StartError(
    [
      `The accounts file ${path} cannot be used. It was left as it is. Restore it from a backup, or fix it.`,
      ...problems.map((problem) => `- ${problem}`),
    ].join('\n'),
  );
