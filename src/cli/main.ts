import { parseArgs } from 'node:util';
import { settings } from '../config/settings.ts';
import { isDiskFull, misused, ServiceError, StartError } from '../errors.ts';
import { didYouMean } from '../did-you-mean.ts';
import { accessHintOf } from './access-hint.ts';
import type { Command, CommandLine, FlagType } from './command.ts';
import { commands } from './commands.ts';
import { closeShared } from './open-accounts.ts';
import { checkOutput, watchOutput } from './standard-output.ts';
import { version } from '../version.ts';

/** What `shrinkd --help` prints. */
const overview = `shrinkd: a self-hosted image compression service

Usage: shrinkd COMMAND [flags]

${commands.map(({ name, summary }) => `  ${name.padEnd(9)}  ${summary}`).join('\n')}

Every command takes --help and --json; --version prints the version. Settings come from the file named by --config (or
SHRINKD_CONFIG), then environment variables, then flags. The later one wins.`;

const exitCodes = { failed: 1, misused: 2 };

/** Runs one command and gives its exit code. Problems go to standard error as plain sentences. */
export const main = async (argv: readonly string[]): Promise<number> => {
  // Files that their owner cannot read would be of no use. What others may do with them is the operator's choice.
  process.umask(process.umask() & 0o077);
  using _watching = watchOutput();
  try {
    const exitCode = await run(argv);
    await checkOutput();
    return exitCode;
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    return error instanceof StartError ? error.exitCode : exitCodes.failed;
  } finally {
    await closeShared();
  }
};

/** The sentence for the operator; undefined for an unexpected error, which is printed whole. */
const sentenceOf = (error: unknown): string | undefined => {
  if (isDiskFull(error)) return `shrinkd: The disk is full, nothing was changed (${error}).`;
  const isExpected = error instanceof StartError || error instanceof ServiceError;
  return isExpected ? `shrinkd: ${error.message}${accessHintOf(error)}` : undefined;
};

const run = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = parse(argv);
  const [first, ...words] = positionals;
  if (values['version'] === true) {
    console.log(`shrinkd ${version} (Node ${process.versions.node})`);
    return 0;
  }
  if (first === undefined || (first === 'help' && words.length === 0)) {
    console.log(overview);
    return first === undefined && values['help'] !== true ? exitCodes.misused : 0;
  }
  const wanted = first === 'help' ? (words[0] ?? '') : first;
  const command = commands.find(({ name }) => name === wanted);
  if (command === undefined) {
    const hint = didYouMean(
      wanted,
      commands.map(({ name }) => name),
    );
    throw misused(`There is no command "${wanted}".${hint} "shrinkd --help" lists them.`);
  }
  if (values['help'] === true || first === 'help') {
    console.log(command.help());
    return 0;
  }
  if (!command.takesWords && words.length > 0) {
    throw misused(`"${wanted}" takes flags only, got "${words[0]}".`);
  }
  return command.run(commandLineOf(command, words, values));
};

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** @throws StartError when a flag of another command is among the values, and for an own one that is empty. */
const commandLineOf = (command: Command, words: readonly string[], values: Values): CommandLine => {
  const { help: _help, version: _version, json, ...given } = values;
  for (const flag of Object.keys(given)) {
    const owners = commands.filter(({ flags }) => Object.hasOwn(flags, flag));
    if (owners.length === 0 || owners.includes(command)) continue;
    const names = owners.map(({ name }) => `"${name}"`).join(' and ');
    throw misused(`--${flag} is a flag of ${names}, not of "${command.name}".`);
  }
  // A script's variable was empty: no flag of a command means anything then. Settings may be empty.
  const empty = ['config', ...Object.keys(command.flags)].find((flag) =>
    [given[flag]].flat().includes(''),
  );
  if (empty !== undefined) throw misused(`--${empty}: expected a value, got "".`);
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string');
  const lists = Object.entries(given).filter(([, value]) => Array.isArray(value));
  const switches = Object.keys(given).filter((flag) => given[flag] === true);
  return {
    words,
    flags: Object.fromEntries(texts) as CommandLine['flags'],
    lists: Object.fromEntries(lists) as CommandLine['lists'],
    switches: new Set(switches),
    json: json === true,
  };
};

/**
 * Reads the flags of all commands, since the command's name may come after them.
 * @throws StartError for a flag that no command has, and for one whose value is missing.
 */
const parse = (argv: readonly string[]): { values: Values; positionals: string[] } => {
  const types: Readonly<Record<string, FlagType>> = {
    config: 'string',
    json: 'boolean',
    ...Object.fromEntries(settings.map(({ flag }) => [flag, 'string'] as const)),
    ...Object.assign({}, ...commands.map(({ flags }) => flags)),
  };
  const options = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, optionOf(type)]),
  );
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...options,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    const unknown = unknownFlag.exec(sentence)?.[1];
    if (unknown === undefined) throw misused(valueProblemOf(sentence));
    const hint = didYouMean(
      unknown,
      Object.keys(types).map((name) => `--${name}`),
    );
    throw misused(`There is no flag "${unknown}".${hint} "--help" lists the flags.`);
  }
};

/** What is wrong with the value of a flag, from the message of `parseArgs`. */
const valueProblemOf = (sentence: string): string => {
  const [, flag] = /^Option '(?:-\w, )?(--[^' ]+)/.exec(sentence) ?? [];
  if (flag === undefined) return sentence;
  if (sentence.includes('does not take')) return `${flag} takes no value.`;
  const hint = sentence.includes('ambiguous') ? ` One with a dash is given as ${flag}=-VALUE.` : '';
  return `${flag}: expected a value.${hint}`;
};

/** In the message of `parseArgs` (util, Node). */
const unknownFlag = /^Unknown option '(-[^']*)'/;

const optionOf = (type: FlagType): Readonly<{ type: 'string' | 'boolean'; multiple?: boolean }> =>
  type === 'list' ? { type: 'string', multiple: true } : { type };
