import type { Command } from './command.ts';
import { settingsHint } from './settings-help.ts';

/** `shrinkd check`: checks the configuration and every tool. Needs no service, and may run beside one. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'check the configuration and every tool',
  help: () => `Usage: shrinkd check [--json] [flags]

Checks the configuration, and runs every tool and the process that computes scores on a built-in
picture. Prints what differs from the defaults, which encoders compete for each type, and a table of the
tools: path, version, the way of bin/programs by which it was got and the day, whether it works, the CPU
of a start, and the time of the whole check. Then come the codecs, the sandbox that the tools run in and
why no stronger one is used, and what the host allows: namespaces, and limits of processes and of control
groups. If outputs are kept in a bucket, it tries what they need of it: objects, the rules that remove
old ones, and the clock. With Redis, it tries the connection, and compares the clocks. Exit code 0 when
all works, 1 when something does not, 2 for an invalid configuration.

${settingsHint}`,
  flags: {},
  takesWords: false,
  run: async (line) => {
    // What it works with is loaded only by a run.
    const { runCheck } = await import('./run-check.ts');
    return runCheck(line);
  },
};
