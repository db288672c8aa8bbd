import { loadConfig } from '../../../src/config/load.ts';
import type { Encoder, EncoderTable } from '../../../src/image/encoder.ts';
import type { ImageFacts } from '../../../src/image/facts.ts';

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
  lossless: false,
  losslessSourcesOnly: false,
  animated: false,
  declines: [],
  warns: [],
  damaged: [],
  version: ['--version'],
  ...changes,
});

/** Facts of the plainest picture there is, but for `changes`. */
export const plainFacts = (changes: Partial<ImageFacts> = {}): ImageFacts => ({
  mediaType: 'image/jpeg',
  width: 40,
  height: 30,
  orientation: 1,
  bitDepth: 8,
  colour: 'rgb',
  hasAlpha: false,
  frames: 1,
  isSingleFrame: false,
  lossless: false,
  iccProfile: 'none',
  gamma: 'standard',
  isProgressive: false,
  quantisation: [],
  ...changes,
});
