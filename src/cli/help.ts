import { commands } from './commands.ts';

/** What `shrinkd --help` prints. */
export const overview = `shrinkd: a self-hosted image compression service

Usage: shrinkd COMMAND [flags]

${commands.map(({ name, summary }) => `  ${name.padEnd(9)}  ${summary}`).join('\n')}

Every command takes --help and --json; --version prints the version. Settings come from the file named by --config (or
SHRINKD_CONFIG), then environment variables, then flags. The later one wins.`;

/** What `shrinkd COMMAND --help` prints; the overview for a name that is no command's. */
export const helpOf = (command: string): string =>
  commands.find(({ name }) => name === command)?.help() ?? overview;
