/** A command of the operator's command line. Each one has a file of its own. */
export type Command = Readonly<{
  name: string;
  /** What it does, in a few words, for `shrinkd --help`. */
  summary: string;
  /** What `shrinkd COMMAND --help` prints. */
  help: () => string;
  /** The command's own flags, without dashes, beside those in `CommandLine`. */
  flags: Readonly<Record<string, FlagType>>;
  /** Whether words may follow the command's name. */
  takesWords: boolean;
  /** Prints its lines on standard output and gives the exit code. */
  run: (line: CommandLine) => Promise<number>;
}>;

/** `string` flags take a value, `list` flags one each time they are given, `boolean` flags take none. */
export type FlagType = 'string' | 'list' | 'boolean';

/** What was typed after the command's name. */
export type CommandLine = Readonly<{
  words: readonly string[];
  /** `--config`, settings, and the command's own flags that take a value; names without dashes. */
  flags: Readonly<Record<string, string | undefined>>;
  /** The command's own flags that may be given several times. */
  lists: Readonly<Record<string, readonly string[] | undefined>>;
  /** The command's own flags that take no value. */
  switches: ReadonlySet<string>;
  json: boolean;
}>;
