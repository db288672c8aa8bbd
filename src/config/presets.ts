import type { Effort, Encoder, Preset } from '../image/encoder.ts';
import type { ValueSource } from './config.ts';
import { settings } from './settings.ts';

type Tree = Record<string, unknown>;

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

/** An encoder as it is configured: its fields, and what presets and efforts replace of them. */
export type GivenEncoder = Encoder &
  Readonly<{
    presets?: Replacements<Preset>;
    efforts?: Replacements<Effort>;
  }>;

type Replacements<Name extends string> = Readonly<Partial<Record<Name, Partial<Encoder>>>>;

/** The encoder as it is run with a preset and an effort. Where both replace a field, the effort counts. */
export const chosenEncoder = (
  { presets, efforts, ...encoder }: GivenEncoder,
  { preset, effort }: Readonly<{ preset: Preset; effort: Effort }>,
): Encoder => ({ ...encoder, ...presets?.[preset], ...efforts?.[effort] });

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
