import type { Config } from '../config/config.ts';
import { type Addresses, createAddresses } from '../delivery/signature.ts';
import { createDeliver, type DeliverParts } from '../delivery/deliver.ts';
import { createDrafts } from '../delivery/drafts.ts';
import { createMake, type MakeParts } from '../delivery/make.ts';
import { createMakeOnce } from '../delivery/make-once.ts';
import { createOpenSource } from '../delivery/open-source.ts';
import { createProduce } from '../delivery/produce.ts';
import { createPurge, type Purge } from '../delivery/result-keys.ts';
import { mediaTypeOf } from '../delivery/media-types.ts';
import { presetsOf } from '../delivery/read-options.ts';
import type { Unsigned } from '../delivery/unsigned.ts';
import { StartError } from '../errors.ts';
import type { DeliveryRouteOptions } from '../http/routes/delivery.ts';
import type { Outputs } from '../outputs/output.ts';
import type { Permits } from '../queue/permits.ts';
import { createMissLimits } from '../rate-limits/request-limits.ts';
import type { CreateWindows } from '../rate-limits/windows.ts';
import { createMakeResult } from '../service/make-result.ts';
import type { Locks } from '../state/locks.ts';
import type { Purges } from '../state/purges.ts';
import { createStoreReader } from '../storage/read-store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { openWatermark } from './open-watermark.ts';

type DeliveryParts = Pick<DeliverParts, 'accounts' | 'cacheKeyOf' | 'now'> &
  Pick<MakeParts, 'counters' | 'rateLimits' | 'admit' | 'receiver'> &
  Omit<Parameters<typeof createMakeResult>[0], 'table' | 'answerMs' | 'isOurResult'> &
  Pick<Parameters<typeof createProduce>[0], 'receiver' | 'findTrim'> &
  Pick<Parameters<typeof openWatermark>[1], 'receiver' | 'checkPicture'> &
  Omit<Parameters<typeof createOpenSource>[0], 'stores'> &
  Readonly<{
    createWindows: CreateWindows;
    outputs: Outputs;
    purges: Purges;
    /** Undefined: no other node has these outputs. */
    locks: Locks | undefined;
    permits: Pick<Permits, 'slots'>;
    metrics: Pick<Metrics, 'delivery' | 'image'>;
    log: Pick<Log, 'warn'>;
  }>;

type Delivery = DeliveryRouteOptions &
  Readonly<{ purge: Purge; addresses: Addresses; close: () => void }>;

/**
 * What answers addresses of pictures; undefined where none are delivered.
 * @throws StartError for a bad preset, and for a watermark that cannot be used.
 */
export const openDelivery = async (
  config: Config,
  parts: DeliveryParts,
): Promise<Delivery | undefined> => {
  const { delivery, storage, queue, limits } = config;
  const { unsigned } = delivery;
  if (Object.keys(delivery.keys).length + unsigned.sources.length === 0) return undefined;
  const stores = createStoreReader(storage);
  const { prefix, ttlSeconds, allowOrigin, sources, outputs: usesOutputs } = delivery;
  const { now, metrics, outputs, locks } = parts;
  const rules = { sources, stores: storage.stores, outputs: usesOutputs };
  const keys = Object.entries(delivery.keys).map(([name, { key, salt, account }]) => ({
    name,
    account,
    key: Buffer.from(key.reveal(), 'hex'),
    salt: Buffer.from(salt.reveal(), 'hex'),
  }));
  const answerMs = queue.answerSeconds * 1000;
  const watermark = await openWatermark(delivery.watermark, { ...parts, answerMs });
  const { isOurResult } = outputs;
  const make = createMake({
    ...parts,
    misses: createMissLimits(parts.createWindows, delivery),
    openSource: createOpenSource({ ...parts, stores }),
    produce: createProduce({
      ...parts,
      makeResult: createMakeResult({ ...parts, table: config, answerMs, isOurResult }),
      watermark: watermark?.content ?? new Uint8Array(),
      answerMs,
      maxPixels: limits.pixels,
    }),
    onImage: metrics.image,
  });
  const makeOnce = createMakeOnce({ make, locks, outputs, waitMs: answerMs });
  const closing = new AbortController();
  const onFailure = (requestId: string, err: unknown): void =>
    parts.log.warn({ requestId, err }, 'the best result of an address could not be made');
  const drafting = {
    ...{ makeOnce, outputs, closing: closing.signal, onFailure, now },
    mostAtOnce: parts.permits.slots,
  };
  const deliver = createDeliver({
    ...parts,
    ...delivery,
    keys,
    watermark: watermark?.picture,
    presets: readPresets(delivery.presets, watermark?.picture),
    rules,
    unsigned: unsignedOf(config),
    outputs,
    makeOnce,
    drafts: delivery.firstAnswer === 'fast' ? createDrafts(drafting) : undefined,
  });
  const close = (): void => {
    closing.abort(new Error('the service is shutting down'));
    stores.close();
  };
  const purge = createPurge(rules, parts.purges, config.outputs.retentionSeconds);
  return {
    deliver,
    purge,
    addresses: createAddresses({ ...parts, ...delivery, keys, rules }),
    prefix,
    ttlSeconds,
    allowOrigin,
    now,
    onAnswer: metrics.delivery,
    other: unsigned,
    close,
  };
};

/** What is delivered without a signature, from the named sources alone. */
const unsignedOf = ({
  delivery: { unsigned, sources: all },
  storage: { stores },
}: Config): Unsigned | undefined => {
  const names = unsigned.sources;
  const sources = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const mediaTypes = unsigned.formats.map((format) => mediaTypeOf(format, 'formats'));
  const rules = { sources, stores, outputs: false };
  return names.length === 0 ? undefined : { ...unsigned, mediaTypes, rules };
};

const readPresets = (...given: Parameters<typeof presetsOf>): ReturnType<typeof presetsOf> => {
  try {
    return presetsOf(...given);
  } catch (error) {
    throw new StartError((error as Error).message, 2, error);
  }
};
