import type { Decoder } from '../image/decoder.ts';
import type { Encoder } from '../image/encoder.ts';
import type { Secret } from '../redacted.ts';
import type { NamedStore } from '../storage/named-store.ts';
import type { Valid } from '../validators/config.ts';

/**
 * Every setting. `schemas/config.json` has types, defaults, units and descriptions. Here are the entries that have names
 * of the operator: as they are with their secrets, and with all of their fields.
 */
export type AllSettings = Valid &
  Readonly<{
    source: Readonly<{
      /** By origin, or `*` for every one; then by name. */
      headers: Entries<Valid['source']['headers'], Readonly<Record<string, Secret>>>;
    }>;
    storage: Readonly<{ stores: Entries<Valid['storage']['stores'], NamedStore> }>;
    delivery: Readonly<{
      /** By name. Both are hexadecimal digits. */
      keys: Entries<
        Valid['delivery']['keys'],
        Readonly<{ key: Secret; salt: Secret; account: string }>
      >;
      sources: Entries<
        Valid['delivery']['sources'],
        | Readonly<{ url: string }>
        | Readonly<{ store: string; prefix?: string }>
        | Readonly<{ folder: string }>
      >;
      presets: Entries<Valid['delivery']['presets'], string>;
    }>;
    decoders: Entries<Valid['decoders'], Decoder>;
    encoders: Entries<Valid['encoders'], Encoder>;
    types: Entries<Valid['types'], readonly (readonly string[])[]>;
  }>;

/** The entries of a setting that the schema has. */
type Entries<Setting, Entry> = Setting & Readonly<Record<string, Entry>>;
