import { dataPaths } from '../data/data-folder.ts';
import { StartError } from '../errors.ts';
import type { Command, CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { tableOf } from './table.ts';

/** `shrinkd state copy`: moves accounts and counts between files and Redis. */
export const stateCommand: Command = {
  name: 'state',
  summary: 'copy accounts and counts from files to Redis, or back',
  help: () => `Usage: shrinkd state copy --to redis|files [--dry-run] [--json] [--config FILE]

Copies accounts, links and counts from the data folder to the Redis that state.redis names, or back, and
reads them back. The services must be stopped. A target that has other accounts is refused. A copy that was
interrupted is completed by the next one. Outputs stay where they are.`,
  flags: { to: 'string', 'dry-run': 'boolean' },
  takesWords: true,
  run: (line) => runCopy(line),
};

const misused = 2;

const runCopy = async ({ words, flags, switches, json }: CommandLine): Promise<number> => {
  const { to } = flags;
  if (words.join(' ') !== 'copy' || (to !== 'redis' && to !== 'files')) {
    throw new StartError('Expected "state copy --to redis" or "state copy --to files".', misused);
  }
  const { config } = loadSettings({ flags });
  if (config.state.kind !== 'redis') {
    throw new StartError('Expected a configuration with state.kind redis.', misused);
  }
  const { copyState } = await import('../data/copy-state.ts');
  const isDryRun = switches.has('dry-run');
  const paths = dataPaths(config.dataDir, config.state.secretFile);
  const { accounts, links, counts } = await copyState({ config, paths, to, isDryRun });
  const months = [...counts].map(([month, byAccount]) => ({
    month,
    accounts: byAccount.size,
    compressions: byAccount.values().reduce((sum, count) => sum + count, 0),
  }));
  const rows = months.map((row) => [row.month, String(row.accounts), String(row.compressions)]);
  const done = isDryRun ? 'would be copied' : 'have been copied and read back';
  const table = tableOf([['month', 'accounts', 'compressions'], ...rows]);
  const sentence = `${accounts} accounts and ${links} links ${done}, and these counts:\n\n${table}`;
  console.log(
    json ? JSON.stringify({ to, isDryRun, accounts, links, months }, undefined, 2) : sentence,
  );
  return 0;
};
