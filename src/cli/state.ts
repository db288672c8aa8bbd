import { dataPaths } from '../data/data-folder.ts';
import { misused } from '../errors.ts';
import type { Command, CommandLine } from './command.ts';
import { favourMemory } from './favour-memory.ts';
import { loadSettings } from './load-settings.ts';
import { print } from './print.ts';
import { tableOf } from './table.ts';
import type { copyOutputs } from '../compose/copy-outputs.ts';

/** `shrinkd state copy`: copies accounts, counts and outputs between files and Redis with a bucket. */
export const stateCommand: Command = {
  name: 'state',
  summary: 'copy accounts, counts and outputs from files to Redis and a bucket, or back',
  help: () => `Usage: shrinkd state copy --to redis|files [--dry-run] [--json] [--config FILE]

Copies accounts, links and counts from the data folder to the Redis that state.redis names, or back, and
reads them back. With outputs.kind s3 or google, outputs are copied to the bucket, or back to the data
folder, and read back too. The services must be stopped. A target that has other accounts is refused. A copy
that was interrupted is completed by the next one. Nothing is removed where it was.`,
  flags: { to: 'string', 'dry-run': 'boolean' },
  takesWords: true,
  run: (line) => runCopy(line),
};

const runCopy = async ({ words, flags, switches, json }: CommandLine): Promise<number> => {
  const { to } = flags;
  if (words.join(' ') !== 'copy' || (to !== 'redis' && to !== 'files')) {
    throw misused('Expected "state copy --to redis" or "state copy --to files".');
  }
  const { config } = loadSettings({ flags });
  if (config.state.kind !== 'redis') {
    throw misused('Expected a configuration with state.kind redis.');
  }
  const { copyState } = await import('../data/copy-state.ts');
  const isDryRun = switches.has('dry-run');
  const paths = dataPaths(config.dataDir, config.state.secretFile);
  const { accounts, links, counts } = await copyState({ config, paths, to, isDryRun });
  const compose = await import('../compose/copy-outputs.ts');
  favourMemory();
  const outputs = await compose.copyOutputs({
    ...{ config, paths, to, isDryRun },
    onProgress: progressOn(process.stderr),
    onProblem: (problem) => console.error(problem),
  });
  const months = [...counts].map(([month, byAccount]) => ({
    month,
    accounts: byAccount.size,
    compressions: byAccount.values().reduce((sum, count) => sum + count, 0),
  }));
  const rows = months.map((row) => [row.month, String(row.accounts), String(row.compressions)]);
  const done = isDryRun ? 'would be copied' : 'have been copied and read back';
  const table = tableOf([['month', 'accounts', 'compressions'], ...rows]);
  const sentence = `${accounts} accounts and ${links} links ${done}, and these counts:\n\n${table}`;
  const found = { to, isDryRun, accounts, links, months, ...(outputs && { outputs }) };
  return print({ json }, found, sentence + sentenceOf(outputs, done));
};

type CopiedOutputs = NonNullable<Awaited<ReturnType<typeof copyOutputs>>>;

const sentenceOf = (outputs: CopiedOutputs | undefined, done: string): string =>
  outputs === undefined
    ? ''
    : `\n\n${outputs.copied} outputs and results ${done}, ${outputs.bytes} bytes; ` +
      `${outputs.present} were there already; ${outputs.skipped} have expired or are damaged, and are not copied.`;

const progressMs = 1000;

/** Prints how far the copy is, once a second. */
const progressOn = (stream: NodeJS.WritableStream): ((copied: CopiedOutputs) => void) => {
  let printedAt = performance.now();
  return ({ total, copied, present, skipped }) => {
    if (performance.now() - printedAt < progressMs) return;
    printedAt = performance.now();
    stream.write(`${copied + present + skipped} of ${total} outputs\n`);
  };
};
