import type { ValueSource } from './config.ts';
import { isTree, settings, type Tree } from './settings.ts';

/**
 * Fills in the settings that `quality.preset` decides, where they are not given. A lowest score of the preset
 * is lowered to a target that is given. `sources` then names the preset, unless that is the default itself.
 */
export const fillByPreset = (tree: Tree, sources: Record<string, ValueSource>): void => {
  const quality = tree['quality'];
  if (!isTree(quality)) return;
  for (const { path, byPreset } of settings) {
    const name = path.replace(/^quality\./, '');
    if (byPreset === undefined || quality[name] !== undefined) continue;
    quality[name] = byPreset[String(quality['preset'])];
    if (sources['quality.preset'] !== undefined) sources[path] = 'preset';
  }
  const { min, target } = quality;
  const isGiven = (sources['quality.min'] ?? 'preset') !== 'preset';
  if (!isGiven && typeof min === 'number' && typeof target === 'number') {
    quality['min'] = Math.min(min, target);
  }
};
