import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { Outputs } from '../outputs/output.ts';
import type { AddressLimits, RateLimits } from '../rate-limits/request-limits.ts';
import type { Admit } from '../service/admit.ts';
import { unsharedKey, keepResult } from '../service/produce.ts';
import type { Client } from '../tools/tool-runner.ts';
import type { OpenSource } from './open-source.ts';
import type { Produce } from './produce.ts';
import type { ResultKeys } from './result-keys.ts';
import type { SourcePlace } from './source-place.ts';
import type { TrimmedAreaOf } from './trimmed-area.ts';
import { operationOf, type Wanted } from './wanted.ts';

export type MakeParts = Readonly<{
  counters: Pick<Counters, 'add'>;
  rateLimits: RateLimits;
  /** Results that are not there yet, by the network of the client. */
  misses: AddressLimits;
  admit: Admit;
  receiver: Pick<ImageReceiver, 'receive'>;
  outputs: Pick<Outputs, 'openResult' | 'draftResult'>;
  openSource: OpenSource;
  trimmedAreaOf: TrimmedAreaOf;
  produce: Produce;
  maxPixels: number;
  onImage: (mediaType: string, bytesIn: number, bytesOut: number) => void;
}>;

/** A result to make, for a request. */
export type Work = ResultKeys &
  Readonly<{
    account: Account;
    place: SourcePlace;
    wanted: Wanted;
    network: string;
    requestId: string;
    /** Told how long a part of the work took, in milliseconds. */
    onPhase: (phase: 'queue' | 'fetch' | 'make', ms: number) => void;
  }>;

/** How a result is made that is not the only one of a request. */
export type Way =
  /** In one run of an encoder, under a key of its own. */
  | Readonly<{ kind: 'draft'; key: string; quality: number }>
  /** After its draft, which was counted and limited. */
  | Readonly<{ kind: 'best' }>;

export type Made = Readonly<{
  /** Under which the result is kept: another one than was asked for where load or a failed tool made it worse. */
  key: string;
  /** Whether another node has made it. */
  isShared: boolean;
}>;

/**
 * Fetches a source, makes a result, keeps and counts it.
 * @throws AddressError `unsupported`; ServiceError with the codes of its parts.
 */
export type Make = (work: Work, signal: AbortSignal, way?: Way) => Promise<Made>;

/** The key under which the result of this way is to be kept. */
export const keyOf = ({ key }: Work, way: Way | undefined): string =>
  way?.kind === 'draft' ? way.key : key;

/** Of all slots, so that a request meanwhile finds a free one on most machines. */
const backgroundShare = 0.5;

/** A result that is not there yet adds so much to the account's month. One that is there adds nothing. */
const priceOf = (way: Way | undefined): number => (way?.kind === 'best' ? 0 : 1);

/** Does a part of the work, and tells how long it took. */
const phasesOf =
  ({ onPhase }: Pick<Work, 'onPhase'>) =>
  async <T>(phase: Parameters<Work['onPhase']>[0], part: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await part();
    onPhase(phase, performance.now() - began);
    return done;
  };

export const createMake = (parts: MakeParts): Make => {
  const { outputs, counters } = parts;

  /** Keeps the last result for the next time where the source has not changed since. */
  const keptOf = async (
    { account, lastKey, key }: Work,
    { sha256 }: ReceivedImage,
  ): Promise<string | undefined> => {
    const last = lastKey === undefined ? undefined : await outputs.openResult(lastKey, account.id);
    if (last === undefined) return undefined;
    try {
      if (last.made.sourceSha256 !== sha256) return undefined;
      const { resultPath: path, result: image, made } = last;
      await keepResult(outputs, { key, owner: account.id }, { path, image, made });
      return key;
    } finally {
      last.release();
    }
  };

  const makeOf = async (
    received: ReceivedImage,
    sourceModifiedMs: number | undefined,
    work: Work,
    client: Client,
    way: Way | undefined,
  ): Promise<string> => {
    const { account, wanted, requestId } = work;
    try {
      const kept = await keptOf(work, received);
      if (kept !== undefined) return kept;
      const { maxBytes, changes } = wanted.options;
      const trimmed = changes.trim && (await parts.trimmedAreaOf(received, changes.trim, client));
      const asked = operationOf(wanted, received.facts, parts.maxPixels, trimmed);
      const draft = way?.kind === 'draft' ? { quality: way.quality, isHurried: true } : {};
      const key = keyOf(work, way);
      const { key: madeKey, product } = await parts.produce({
        ...{ received, sourceModifiedMs, maxBytes, owner: account.id, client },
        operation: { ...asked, ...draft },
        keyFor: (isDegraded) => (isDegraded ? unsharedKey(key, requestId) : key),
      });
      const limit = account.monthlyLimit;
      await counters.add(account.id, priceOf(way), { requestId, limit });
      parts.onImage(received.facts.mediaType, received.bytes, product.image.bytes);
      return madeKey;
    } finally {
      await received.folder.remove();
    }
  };

  return async (work, signal, way) => {
    const { account, place, network, requestId } = work;
    if (way?.kind !== 'best') {
      await parts.misses.take(network);
      await parts.rateLimits.take(account.id, account.requestsPerMinute);
    }
    const admission = { account, compressions: priceOf(way), announcedBytes: undefined };
    const timed = phasesOf(work);
    const { job, space, release } = await timed('queue', () => parts.admit(admission));
    try {
      let modifiedMs: number | undefined;
      const onModified = (time: number) => void (modifiedMs = time);
      const received = await timed('fetch', async () => {
        const reader = { accountId: account.id, signal, onModified };
        const body = await parts.openSource(place, reader);
        return parts.receiver.receive(body, signal, space.arrived);
      });
      space.received();
      const background = way?.kind === 'best' ? { share: backgroundShare } : undefined;
      const client = { requestId, ...job, signal, ...(background && { background }) };
      const key = await timed('make', () => makeOf(received, modifiedMs, work, client, way));
      return { key, isShared: false };
    } finally {
      release();
    }
  };
};
