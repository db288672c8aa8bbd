import type { Command, CommandLine } from './command.ts';
import { favourMemory } from './favour-memory.ts';

/** `shrinkd compare`: tries another configuration before the service gets it. */
export const compareCommand: Command = {
  name: 'compare',
  summary: 'compare two configurations on the same pictures',
  help: () => `Usage: shrinkd compare --new CONFIG.json PATH... [flags]

Compresses a random sample of the pictures in files and folders with the present configuration and with
another one, and writes nothing. Prints for each type: bytes, mean score, mean and lowest score of the worst
place, and CPU of both, and names the pictures with which the new one is worse: it fails, the score is more
than 1 lower, that of the worst place more than 3, or it has more than 1.05 times the bytes. Use it before an
encoder, a preset or a target is changed.

  --new CONFIG.json  the other configuration; --config and settings as flags are the present one, and flags
                     hold for both
  --sample N         files of the sample (default: 50)
  --report FILE.html writes a page with both results of the worse pictures
  --include GLOB, --exclude GLOB, --to TYPE, --resize 'METHOD WIDTHxHEIGHT'
                     as of "shrinkd compress"
  --json             an object with all figures

Exit code 0, or 1 when a file has failed.`,
  flags: {
    ...{ new: 'string', sample: 'string', report: 'string', include: 'list', exclude: 'list' },
    ...{ to: 'string', resize: 'string' },
  },
  takesWords: true,
  run: (line) => runCompare(line),
};

const runCompare = async (line: CommandLine): Promise<number> => {
  const { comparePaths } = await import('./compare-paths.ts');
  favourMemory();
  return comparePaths(line);
};
