import { settings } from '../config/settings.ts';
import { tableOf } from './table.ts';

/** What `shrinkd --help` prints. */
export const overview = `shrinkd: a self-hosted image compression service

Usage: shrinkd COMMAND [flags]

  serve      run the service
  check      try the configuration and every tool
  account    add, list, rotate, disable or enable accounts
  usage      compressions by account and month
  config     the settings in effect, and where each comes from

Every command takes --help and --json, and finds its settings in --config FILE (or
SHRINKD_CONFIG), environment variables and flags; later ones win.`;

const settingsHelp =
  'Settings as flags or environment variables: "shrinkd serve --help" lists them.';

const details: Readonly<Record<string, () => string>> = {
  serve: () => `Usage: shrinkd serve [flags]

Runs the service until SIGTERM or SIGINT. Prints "shrinkd ready ADDRESS" on standard output when it
accepts requests; logs go to standard error. With --json the lines on standard output are JSON.

  --config FILE   configuration file (SHRINKD_CONFIG)
  --accept-empty  starts although accounts, secret or counters are gone from a data folder that is
                  no new one, and begins without them; has no variable, for it is meant for one start
${settingsTable()}

SHRINKD_API_KEY (32 letters or digits) is the key of the first account, which is made when there is
none; it is then not printed.`,
  check: () => `Usage: shrinkd check [--json] [flags]

Validates the configuration and tries every tool on a built-in picture: a table of tool, path,
version, whether it works, and milliseconds; below it the sandbox that holds tools in, and why no
stronger one does. Exit code 0 when all work, 1 when not, 2 for a bad
configuration. ${settingsHelp}`,
  account: () => `Usage: shrinkd account add --name NAME [--email ADDRESS] [--key KEY]
                           [--monthly-limit N] [--requests-per-minute N]
       shrinkd account list
       shrinkd account rotate|disable|enable ID-OR-NAME

Changes the accounts of a data folder (--data DIR, SHRINKD_DATA_DIR); a service that runs on it
notices within a second. add and rotate print the API key, this once.`,
  usage: () => `Usage: shrinkd usage [--month YYYY-MM] [--json] [--data DIR]

Compressions by account in a month (UTC); without --month in all months that are on file.`,
  config: () => `Usage: shrinkd config [--json] [flags]

The settings in effect, where each comes from (default, file, environment, flag), and what each does.
${settingsHelp}`,
};

/** What `shrinkd COMMAND --help` prints. */
export const helpOf = (command: string): string => details[command]?.() ?? overview;

const settingsTable = (): string =>
  tableOf(
    settings.map(({ flag, variable, unit, description, default: preset }) => [
      `  --${flag}`,
      variable,
      `${description}${unit === undefined ? '' : ` [${unit}]`} (${JSON.stringify(preset)})`,
    ]),
  );
