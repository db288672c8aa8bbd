import { defaultText, settings } from '../config/settings.ts';
import { tableOf } from './table.ts';

/** Where a command's help names the settings. */
export const settingsHint =
  'Settings are given as flags or environment variables. "shrinkd serve --help" lists them.';

/** Every setting as a flag: its variable, description, unit and default. */
export const settingsTable = (): string =>
  tableOf(
    settings.map((setting) => [
      `  --${setting.flag}`,
      setting.variable,
      `${setting.description}${setting.unit === undefined ? '' : ` [${setting.unit}]`} (${defaultText(setting)})`,
    ]),
  );
