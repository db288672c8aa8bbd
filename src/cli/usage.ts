import { isMonth } from '../counters/month.ts';
import { misused } from '../errors.ts';
import type { Command, CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { openExisting } from './open-accounts.ts';
import { print } from './print.ts';
import { tableOf } from './table.ts';

/** `shrinkd usage`: compressions by account and month, read from the data folder. */
export const usageCommand: Command = {
  name: 'usage',
  summary: 'print compressions by account and month',
  help: () => `Usage: shrinkd usage [--month YYYY-MM] [--json] [--data DIR]

Prints the compressions of each account in a month (UTC). Without --month, it prints all months on
file. The service may be running or stopped.`,
  flags: { month: 'string' },
  takesWords: false,
  run: (line) => printUsage(line),
};

const printUsage = async ({ flags, json }: CommandLine): Promise<number> => {
  const { config } = loadSettings({ flags });
  const { month } = flags;
  if (month !== undefined && !isMonth(month)) {
    throw misused(`--month: expected a month such as 2026-01, got "${month}".`);
  }
  const { accounts, counts } = await openExisting(config);
  const names = new Map((await accounts.list()).map(({ id, name }) => [id, name]));
  const usage = [...(await counts())]
    .filter(([name]) => month === undefined || name === month)
    .flatMap(([name, byAccount]) =>
      [...byAccount].map(([id, compressions]) => ({
        month: name,
        account: id,
        name: names.get(id) ?? '',
        compressions,
      })),
    );
  const rows = usage.map((row) => [row.month, row.account, row.name, String(row.compressions)]);
  const table = tableOf([['month', 'account', 'name', 'compressions'], ...rows]);
  return print({ json }, usage, table);
};
