import type { AllSettings } from './all-settings.ts';
import { deliveryKeys } from './delivery-checks.ts';
import { decoderOf, encoderOf, type GivenDecoder, type GivenEncoder } from './given-encoder.ts';

import { type Environment, withSecrets } from './secret-references.ts';
import { sourceHeaders } from './source-headers.ts';

/** The settings without removed entries (null), and with all fields of encoders, decoders and stores. */
export const normalise = (
  config: AllSettings,
  environment: Environment,
  problems: string[],
): AllSettings => {
  const encoders = present<GivenEncoder>(config.encoders).map(([name, encoder]) => [
    name,
    encoderOf(encoder, config.quality.preset),
  ]);
  const decoders = present<GivenDecoder>(config.decoders).map(([type, decoder]) => [
    type,
    decoderOf(decoder),
  ]);
  return {
    ...config,
    encoders: Object.fromEntries(encoders),
    decoders: Object.fromEntries(decoders),
    types: Object.fromEntries(usedTypes(config)),
    delivery: {
      ...config.delivery,
      keys: deliveryKeys(config.delivery.keys, environment, problems),
    },
    source: {
      ...config.source,
      headers: sourceHeaders(config.source.headers, environment, problems),
    },
    storage: {
      ...config.storage,
      stores: withSecrets(config.storage.stores, environment, problems),
    },
  } as AllSettings;
};

/** In fixed mode, chains with an encoder for adaptive mode are left out. */
const usedTypes = ({ types, encoders, quality }: AllSettings) =>
  present<AllSettings['types'][string]>(types).map(([type, chains]) => [
    type,
    chains.filter(
      (chain) =>
        quality.mode === 'adaptive' || chain.every((name) => encoders[name]?.mode !== 'adaptive'),
    ),
  ]);

/** The entries that are not null. */
const present = <T>(
  entries: Readonly<Record<string, T | null>>,
): readonly (readonly [string, T])[] =>
  Object.entries(entries).filter((entry): entry is [string, T] => entry[1] !== null);
