import { defaultText, settings } from '../config/settings.ts';
import { wrapped } from './table.ts';

/** Where a command's help names the settings. */
export const settingsHint =
  'Settings are given as flags or environment variables. "shrinkd serve --help" lists them.';

/** Every setting as a flag: its variable, then its description, unit and default. */
export const settingsTable = (): string =>
  settings
    .map((setting) => {
      const unit = setting.unit === undefined ? '' : ` [${setting.unit}]`;
      return `  --${setting.flag} VALUE, or ${setting.variable}
${wrapped(`${setting.description}${unit} (${defaultText(setting)})`, 6)}`;
    })
    .join('\n');
