import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { AddressLimits, RateLimits } from '../rate-limits/request-limits.ts';
import type { Admit } from '../service/admit.ts';
import type { Product } from '../service/make-result.ts';
import type { Client } from '../tools/tool-runner.ts';
import type { OpenSource } from './open-source.ts';
import type { SourcePlace } from './source-place.ts';
import type { Wanted } from './wanted.ts';

export type MakeParts = Readonly<{
  counters: Pick<Counters, 'add'>;
  rateLimits: RateLimits;
  /** Results that are not there yet, by the network of the client. */
  misses: AddressLimits;
  admit: Admit;
  receiver: Pick<ImageReceiver, 'receive'>;
  openSource: OpenSource;
  produce: Produce;
  onImage: (mediaType: string, bytesIn: number, bytesOut: number) => void;
}>;

/** A result to make, for a request. */
export type Work = Readonly<{
  /** Under which the result is kept. */
  key: string;
  /** The key that it had before its source was to be fetched again. */
  lastKey: string | undefined;
  /** Whether the address names one version of the source. */
  isVersioned: boolean;
  account: Account;
  place: SourcePlace;
  wanted: Wanted;
  network: string;
  requestId: string;
  /** How long the parts of the work took so far, in milliseconds. */
  phases: Record<string, number>;
  /** Of a draft, which has a key of its own: the quality of its one run, and the key of the best result. */
  draft?: Readonly<{ quality: number; bestKey: string }>;
  /** Whether it is made after its draft, which was counted and limited. No request waits for it. */
  isAfterDraft?: boolean;
}>;

/**
 * Fetches a source, makes a result, keeps and counts it. Resolves with its key, which is another one than that of the
 * work where load or a failed tool made it worse.
 * @throws AddressError `unsupported`; ServiceError with the codes of its parts.
 */
export type Make = (work: Work, signal: AbortSignal) => Promise<string>;

/**
 * Makes a result of a source that was fetched, and keeps it under `key`. `product` is undefined where the last result is
 * kept on. The folder of `received` is always removed.
 */
export type Produce = (
  work: Work,
  source: Readonly<{ received: ReceivedImage; modifiedMs: number | undefined }>,
  client: Client,
) => Promise<Readonly<{ key: string; product: Product | undefined }>>;

/** Of all slots, so that a request meanwhile finds a free one on most machines. */
const background = { share: 0.5 };

export const createMake =
  (parts: MakeParts): Make =>
  async (work, signal) => {
    const { account, place, network, requestId, phases, isAfterDraft = false } = work;
    const compressions = isAfterDraft ? 0 : 1;
    if (!isAfterDraft) {
      await parts.misses.take(network);
      await parts.rateLimits.take(account.id, account.requestsPerMinute);
    }
    const timed = async <T>(phase: string, part: Promise<T>): Promise<T> => {
      const began = performance.now();
      const done = await part;
      phases[phase] = performance.now() - began;
      return done;
    };
    const admission = { account, compressions, announcedBytes: undefined };
    const { job, space, release } = await timed('queue', parts.admit(admission));
    const fetch = async () => {
      const { body, modifiedMs } = await parts.openSource(place, account.id, signal);
      const received = await parts.receiver.receive(body, signal, space.arrived);
      return { received, modifiedMs };
    };
    try {
      const source = await timed('fetch', fetch());
      space.received();
      const client = { requestId, ...job, signal, ...(isAfterDraft && { background }) };
      const { key, product } = await timed('make', parts.produce(work, source, client));
      if (product !== undefined) {
        const { facts, bytes } = source.received;
        const limit = account.monthlyLimit;
        await parts.counters.add(account.id, compressions, { requestId, limit });
        parts.onImage(facts.mediaType, bytes, product.image.bytes);
      }
      return key;
    } finally {
      release();
    }
  };
