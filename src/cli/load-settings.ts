import { type Given, loadConfig, type Loaded } from '../config/load.ts';

/** The effective configuration, for a command without a log: warnings go to standard error. */
export const loadSettings = (given: Given): Loaded => {
  const loaded = loadConfig(given);
  for (const warning of loaded.warnings) console.error(`shrinkd: ${warning}`);
  return loaded;
};
