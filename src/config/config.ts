import type { AllSettings } from './all-settings.ts';
import type { Derived } from './derived.ts';

/** The effective configuration, complete and valid: the settings, and what follows from them. */
export type Config = AllSettings & Derived;

/** Where a setting's value came from; `preset` where `quality.preset` is given and decides it. */
export type ValueSource = 'default' | 'file' | 'environment' | 'flag' | 'preset';
