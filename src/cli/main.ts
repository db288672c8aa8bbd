import { parseArgs } from 'node:util';
import { settings } from '../config/settings.ts';
import { isDiskFull, ServiceError, StartError } from '../errors.ts';
import type { Command, CommandLine } from './command.ts';
import { accountCommand } from './account.ts';
import { checkCommand } from './check.ts';
import { configCommand } from './config.ts';
import { helpOf, overview } from './help.ts';
import { serveCommand } from './serve.ts';
import { usageCommand } from './usage.ts';

const commands: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  check: checkCommand,
  account: accountCommand,
  usage: usageCommand,
  config: configCommand,
};

/** Flags of commands that are no settings. */
const ownFlags = [
  'config',
  'name',
  'email',
  'key',
  'monthly-limit',
  'requests-per-minute',
  'month',
];

const exitCodes = { failed: 1, misused: 2 };

/** Runs the operator's command and gives its exit code; problems go to standard error as plain sentences. */
export const main = async (argv: readonly string[]): Promise<number> => {
  try {
    return await run(argv);
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    return error instanceof StartError ? error.exitCode : exitCodes.failed;
  }
};

/** What people are told; undefined for what nobody has foreseen. */
const sentenceOf = (error: unknown): string | undefined => {
  if (isDiskFull(error)) return `shrinkd: The disk is full, nothing was changed (${error}).`;
  const isOurs = error instanceof StartError || error instanceof ServiceError;
  return isOurs ? `shrinkd: ${error.message}` : undefined;
};

const run = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = parse(argv);
  const [name, ...words] = positionals;
  if (name === undefined || (name === 'help' && words.length === 0)) {
    console.log(overview);
    return name === undefined && values['help'] !== true ? exitCodes.misused : 0;
  }
  const asked = name === 'help' ? (words[0] ?? '') : name;
  const command = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  if (command === undefined) {
    throw new StartError(
      `There is no command "${asked}". "shrinkd --help" lists them.`,
      exitCodes.misused,
    );
  }
  if (values['help'] === true || name === 'help') {
    console.log(helpOf(asked));
    return 0;
  }
  if (asked !== 'account' && words.length > 0) {
    throw new StartError(`"${asked}" takes flags only, got "${words[0]}".`, exitCodes.misused);
  }
  const { help: _help, json, 'accept-empty': accepted, ...flags } = values;
  const acceptEmpty = accepted === true;
  if (acceptEmpty && asked !== 'serve') {
    throw new StartError('--accept-empty belongs to "serve".', exitCodes.misused);
  }
  return command({ words, flags: flags as CommandLine['flags'], json: json === true, acceptEmpty });
};

const parse = (argv: readonly string[]) => {
  const names = [...ownFlags, ...settings.map(({ flag }) => flag)];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...options,
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        'accept-empty': { type: 'boolean' },
      },
    });
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    const [firstLine] = sentence.split('\n');
    throw new StartError(`${firstLine} ("--help" lists the flags.)`, exitCodes.misused);
  }
};
