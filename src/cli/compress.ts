import type { Command, CommandLine } from './command.ts';
import { favourMemory } from './favour-memory.ts';

/** `shrinkd compress`: compresses files and folders. */
export const compressCommand: Command = {
  name: 'compress',
  summary: 'compress the pictures of files and folders',
  help: () => `Usage: shrinkd compress PATH... [flags]

Compresses pictures in files and folders, without a service. It finds AVIF, JPEG, PNG and WebP by their names,
does not follow symbolic links, and goes on where an earlier run has stopped.

Where results go:
  --out FOLDER      a tree that mirrors PATH (default: ./compressed); several PATHs have a folder each
  --in-place        the files themselves; originals are kept in .shrinkd beside PATH
  --no-originals    with --in-place: keeps no originals, so that --undo is not possible
  --undo            gives back what --in-place has replaced, and removes what --beside has made; files that
                    were changed since stay
  --beside          with --to: photo.jpg.webp beside photo.jpg, as web servers expect; with --out there

What is made:
  --to TYPE         same (default), webp, avif, jpeg, png, or smallest of WebP, JPEG and PNG
  --resize 'METHOD WIDTHxHEIGHT'
                    fit 2000x2000, cover 400x400, thumb 150x150, scale 800x or scale x600; never larger
  --preserve KINDS  metadata that is kept: copyright,creation,location
  --preset NAME     archive, high (default) or compact
  --effort NAME     fast, balanced (default) or best
  --target SCORE    30 to 95, in the place of the preset's
  --min-saving 3%   a file that would lose less is left alone

What is told before:
  --dry-run         compresses a random sample to nowhere, and prints what all would save, with an interval of
                    95 %, and how long it would take
  --sample N        files of that sample (default: 50)
  --check           writes nothing; exit code 1 where a file would lose 10 % or more
  --budget 200kB    names each result that is larger; exit code 3

Which files:
  --include GLOB    these files instead of all pictures; may be given several times
  --exclude GLOB    not these files or folders; a pattern without a slash matches a name anywhere

How it runs:
  --server URL      sends the files to a running service, in the place of the engine in this process
  --key KEY         its API key; better in SHRINKD_API_KEY, where other users cannot see it
  --cacert FILE     its self-signed certificate, which is data/tls/cert.pem of the service
  --jobs N          tools at once (default: CPUs); with --server files at once (default: 8)
  --resume          go on where an earlier run has stopped; this is the default
  --no-resume       compress again what is done; not with --in-place
  --report FILE.html
                    writes one page: totals, a histogram, and the files with the largest savings and the lowest
                    scores, with both pictures
  --json            a line of JSON for each file on standard output
  --config FILE     configuration, and all its settings as flags ("shrinkd serve --help")

Ctrl-C finishes the files that are under way, and a second one gives them up. Exit code 0 when all is done,
1 when some files have failed (each is named), 2 for wrong use, 3 for results above the budget, 130 when it was
stopped. 1 goes before 3.`,
  flags: {
    ...{ out: 'string', 'in-place': 'boolean', 'no-originals': 'boolean', beside: 'boolean' },
    ...{ to: 'string', resize: 'string', preserve: 'string', preset: 'string', effort: 'string' },
    ...{ target: 'string', 'min-saving': 'string', include: 'list', exclude: 'list' },
    ...{ jobs: 'string', resume: 'boolean', 'no-resume': 'boolean', undo: 'boolean' },
    ...{ 'dry-run': 'boolean', sample: 'string', check: 'boolean', budget: 'string' },
    ...{ report: 'string', server: 'string', key: 'string', cacert: 'string' },
  },
  takesWords: true,
  run: (line) => runCompress(line),
};

/** What it works with is loaded only by a run. */
const runCompress = async (line: CommandLine): Promise<number> => {
  if (line.switches.has('undo')) {
    const { undoPaths } = await import('./undo-paths.ts');
    favourMemory();
    return undoPaths(line);
  }
  const { compressPaths } = await import('./compress-paths.ts');
  favourMemory();
  return compressPaths(line);
};
