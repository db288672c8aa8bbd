import { type ConfigInput, loadConfig, type LoadedConfig } from '../config/load.ts';
import { dataPaths } from '../data/data-folder.ts';
import { becomeOwner } from '../data/data-owner.ts';

/**
 * The effective configuration, for a command besides `serve`: warnings go to standard error. Root becomes the owner of
 * its data folder.
 */
export const loadSettings = (given: ConfigInput): LoadedConfig => {
  const loaded = loadConfig(given);
  for (const warning of loaded.warnings) console.error(`shrinkd: ${warning}`);
  becomeOwner(dataPaths(loaded.config.dataDir));
  return loaded;
};
