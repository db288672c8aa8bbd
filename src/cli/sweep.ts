import type { Command, CommandLine } from './command.ts';
import { favourMemory } from './favour-memory.ts';

/** `shrinkd sweep`: compresses the objects of a bucket. */
export const sweepCommand: Command = {
  name: 'sweep',
  summary: 'compress the pictures of a bucket',
  help: () => `Usage: shrinkd sweep s3://BUCKET/PREFIX --credentials FILE [flags]
       shrinkd sweep gs://BUCKET/PREFIX --credentials FILE [flags]

Compresses the pictures of a bucket in S3, S3-compatible storage or Google Cloud Storage that are already there,
without a service. It finds AVIF, JPEG, PNG and WebP by the names of objects, and goes on where an earlier sweep has
stopped. Type, caching headers, metadata, tags, ACL and storage class are kept. Results have a mark in their metadata,
by which other sweeps pass them over.

Where the bucket is:
  --credentials FILE
                    {"accessKeyId": "...", "secretAccessKey": "..."}, or the JSON key of a service account
  --endpoint URL    of S3-compatible storage; --path-style where the bucket is in the path of addresses
  --region NAME     (default: us-east-1)

Where results go:
  --to s3://...     under the same keys there; by default in the place of the objects
  --backup s3://... originals are kept there before they are replaced. A bucket that keeps versions needs none
  --no-originals    keeps no originals, so that --undo is not possible
  --accept-races    for storage that ignores conditional writes: an object that is replaced by somebody in the moment
                    in which its result is stored is lost. Without it such a bucket needs --to
  --undo            gives back what a sweep has replaced: from --backup, or the versions of the bucket
  --no-acl          does not read and keep ACLs, for which the key needs s3:GetObjectAcl

What is made: --convert TYPE (keys stay as they are), and --resize, --preserve, --preset, --effort, --target and
--min-saving as in "shrinkd compress --help".

How it runs:
  --dry-run         compresses a random sample to nowhere, and prints what all would save, and how long it would take
  --sample N        objects of that sample (default: 50)
  --include GLOB, --exclude GLOB
                    as in "shrinkd compress --help"
  --share 50%       share of this machine's CPUs (default: 100%), or --jobs N
  --journal FILE    what was done (default: in .shrinkd of the folder that it runs in)
  --json            a line of JSON for each object on standard output
  --config FILE     configuration, and all its settings as flags ("shrinkd serve --help")

Objects above the limits, of other types, archived, encrypted with keys of their own (SSE-C), or changed meanwhile are
named and not touched. Exit codes are those of "shrinkd compress".`,
  flags: {
    ...{ credentials: 'string', endpoint: 'string', region: 'string', 'path-style': 'boolean' },
    ...{ to: 'string', backup: 'string', 'no-originals': 'boolean', 'accept-races': 'boolean' },
    ...{ undo: 'boolean', 'no-acl': 'boolean', convert: 'string', resize: 'string' },
    ...{ preserve: 'string', preset: 'string', effort: 'string', target: 'string' },
    ...{ 'min-saving': 'string', 'dry-run': 'boolean', sample: 'string', include: 'list' },
    ...{ exclude: 'list', share: 'string', jobs: 'string', journal: 'string' },
  },
  takesWords: true,
  run: (line) => runSweep(line),
};

/** What it works with is loaded only by a run. */
const runSweep = async (line: CommandLine): Promise<number> => {
  const { sweepBucket } = await import('./sweep-bucket.ts');
  favourMemory();
  return sweepBucket(line);
};
