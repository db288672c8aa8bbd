/** What the command line says: words, settings given as flags, and flags of the command itself. */
export type CommandLine = Readonly<{
  words: readonly string[];
  flags: Readonly<Record<string, string | undefined>>;
  json: boolean;
  /** `--accept-empty`, of `serve` alone. */
  acceptEmpty: boolean;
}>;

/** A command: its lines on standard output, its exit code as the result. */
export type Command = (line: CommandLine) => Promise<number>;
