import { loadConfig } from '../config/load.ts';
import { readCountersFile } from '../counters/counters-file.ts';
import { isMonth } from '../counters/month.ts';
import { dataPaths } from '../data/data-folder.ts';
import { StartError } from '../errors.ts';
import type { Command } from './command.ts';
import { openExistingAccounts } from './open-accounts.ts';
import { tableOf } from './table.ts';

/** `shrinkd usage`: compressions by account and month, from the files of a running or stopped service. */
export const usageCommand: Command = async ({ flags, json }) => {
  const { config } = loadConfig({ flags });
  const { month } = flags;
  if (month !== undefined && !isMonth(month)) {
    throw new StartError(`--month: expected a month such as 2026-01, got "${month}".`, 2);
  }
  const paths = dataPaths(config.dataDir);
  const accounts = await openExistingAccounts(config, paths);
  const counts = await readCountersFile(paths.counters);
  const names = new Map((await accounts.list()).map(({ id, name }) => [id, name]));
  const usage = [...counts]
    .filter(([counted]) => month === undefined || counted === month)
    .flatMap(([counted, byAccount]) =>
      [...byAccount].map(([id, compressions]) => ({
        month: counted,
        account: id,
        name: names.get(id) ?? '',
        compressions,
      })),
    );
  const rows = usage.map((row) => [row.month, row.account, row.name, String(row.compressions)]);
  const table = tableOf([['month', 'account', 'name', 'compressions'], ...rows]);
  console.log(json ? JSON.stringify(usage, undefined, 2) : table);
  return 0;
};
