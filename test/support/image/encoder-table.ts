import { loadConfig } from '../../../src/config/load.ts';
import type { Encoder, EncoderTable } from '../../../src/image/encoder.ts';

/** The encoders and chains of a service with fixed settings that is not configured otherwise. */
export const defaultTable: EncoderTable = loadConfig({
  flags: { 'quality-mode': 'fixed' },
  environment: {},
}).config;

/** The encoders and chains of a service that is not configured: settings are chosen per image. */
export const adaptiveConfig = loadConfig({ flags: {}, environment: {} }).config;

/** An encoder that reads and makes PNG, but for `changes`. */
export const encoderOf = (changes: Partial<Encoder> = {}): Encoder => ({
  produces: 'image/png',
  reads: ['image/png'],
  command: ['tool', '{input}', '{output}'],
  effort: {},
  from: {},
  lossless: false,
  animated: false,
  exit: {},
  damaged: [],
  version: ['--version'],
  ...changes,
});
