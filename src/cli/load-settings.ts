import { type ConfigInput, loadConfig, type LoadedConfig } from '../config/load.ts';

/** The effective configuration, for a command without a log: warnings go to standard error. */
export const loadSettings = (given: ConfigInput): LoadedConfig => {
  const loaded = loadConfig(given);
  for (const warning of loaded.warnings) console.error(`shrinkd: ${warning}`);
  return loaded;
};
