import { setUpOutputBucket } from '../compose/bucket.ts';
import { misused } from '../errors.ts';
import type { Command, CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { print } from './print.ts';
import { tableOf } from './table.ts';

/** `shrinkd bucket setup`: makes the rules that the bucket of outputs needs. */
export const bucketCommand: Command = {
  name: 'bucket',
  summary: 'make the rules by which the bucket of outputs removes old ones',
  help: () => `Usage: shrinkd bucket setup [--json] [--config FILE]

Makes the lifecycle rules by which the bucket of outputs.bucket removes the objects of outputs that are
no longer used: outputs.retentionSeconds in whole days, and 2 days more. Rules that are right stay as
they are, and rules for other objects are never changed or removed. Run it once before the first start,
and again when outputs.retentionSeconds or outputs.bucket.prefix changes. The key needs the right to
read and change the rules (s3:GetLifecycleConfiguration and s3:PutLifecycleConfiguration, or
storage.buckets.get and storage.buckets.update), which the service itself does not need.`,
  flags: {},
  takesWords: true,
  run: (line) => runSetUp(line),
};

const runSetUp = async ({ words, flags, json }: CommandLine): Promise<number> => {
  if (words.join(' ') !== 'setup') throw misused('Expected "bucket setup".');
  const { config } = loadSettings({ flags });
  const rules = await setUpOutputBucket(config);
  const done = { none: 'unchanged', made: 'made', changed: 'changed' };
  const rows = rules.map(({ prefix, days, change, before }) => [
    `${prefix}*`,
    `${days} days`,
    before === undefined ? done[change] : `${done[change]}, was ${before} days`,
  ]);
  const table = tableOf([['objects', 'removed after', 'rule'], ...rows]);
  return print({ json }, { bucket: config.outputs.bucket.name, rules }, table);
};
