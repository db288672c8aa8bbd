import type { Account, Accounts } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { Outputs, ResultLease } from '../outputs/output.ts';
import type { AddressLimits, RateLimits } from '../rate-limits/request-limits.ts';
import type { Admit } from '../service/admit.ts';
import type { CacheKeyOf } from '../service/cache-key.ts';
import { evictedAtOnce, unsharedKey } from '../service/produce.ts';
import type { SingleFlight } from '../service/single-flight.ts';
import { invalid } from './address-error.ts';
import type { OpenSource } from './open-source.ts';
import type { Options } from './options.ts';
import type { Produce } from './produce.ts';
import { type Presets, readAddress } from './read-options.ts';
import { isVersioned, type ResultKeys, resultKeysOf } from './result-keys.ts';
import { type KeyPair, signerOf } from './signature.ts';
import { type SourcePlace, sourcePlaceOf, type SourceRules } from './source-place.ts';
import type { SignedPath } from './target.ts';
import { operationOf, type Wanted, wantedOf } from './wanted.ts';

type DeliveryRequest = SignedPath &
  Readonly<{
    accept: string;
    /** Network of the client: an IPv4 address, or /64 of IPv6. */
    network: string;
    requestId: string;
    /** Aborts when the client has disconnected. */
    signal: AbortSignal;
  }>;

/** A picture to send. Its file stays until `release`. */
export type Delivered = ResultLease &
  Readonly<{
    account: Account;
    options: Options;
    place: SourcePlace;
    /** Whether it was there, under way for another request, or made for this one. */
    outcome: 'hit' | 'shared' | 'made';
    /** Whether `Accept` has decided about its type. */
    isNegotiated: boolean;
    /** Whether the address names one version of the source. */
    isVersioned: boolean;
    /** Whether load or a failed tool made it worse. */
    isDegraded: boolean;
  }>;

export type Deliver = (request: DeliveryRequest) => Promise<Delivered>;

/** A key pair, and the id or the name of the account that its results are counted for. */
export type DeliveryKey = KeyPair & Readonly<{ account: string }>;

export type DeliverParts = Readonly<{
  keys: readonly DeliveryKey[];
  signatureBytes: number;
  presets: Presets;
  rules: SourceRules;
  /** The types that `Accept` may choose. */
  formats: readonly string[];
  /** After so long a source without a version is fetched again. */
  ttlSeconds: number;
  maxPixels: number;
  accounts: Pick<Accounts, 'get'>;
  counters: Pick<Counters, 'add'>;
  rateLimits: RateLimits;
  /** Results that are not there yet, by the network of the client. */
  misses: AddressLimits;
  admit: Admit;
  receiver: Pick<ImageReceiver, 'receive'>;
  outputs: Pick<Outputs, 'openResult' | 'draftResult'>;
  openSource: OpenSource;
  produce: Produce;
  cacheKeyOf: CacheKeyOf;
  /** Results being made, by key. They resolve with the key of the result. */
  singleFlight: SingleFlight<string>;
  onImage: (mediaType: string, bytesIn: number, bytesOut: number) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** A result that is not there yet adds so much to the account's month. One that is there adds nothing. */
const price = 1;

/**
 * The use case of addresses: a picture of a source, in the size and type that the address asks for. The signature is
 * checked before anything is read. Results are kept; equal requests at the same time share the work.
 * @throws AddressError; ServiceError with the codes of its parts.
 */
export const createDeliver = (parts: DeliverParts): Deliver => {
  const { outputs, receiver, counters, singleFlight, now } = parts;

  /** Keeps the last result for the next time where the source has not changed since. */
  const keptOf = async (
    { account, lastKey, key }: Work,
    { sha256, folder }: ReceivedImage,
  ): Promise<string | undefined> => {
    const last = lastKey === undefined ? undefined : await outputs.openResult(lastKey, account.id);
    if (last === undefined) return undefined;
    try {
      if (last.made.sourceSha256 !== sha256) return undefined;
      const draft = outputs.draftResult(key, account.id);
      try {
        await draft.addResult(last.resultPath);
        await draft.publish(last.result, last.made);
      } finally {
        await draft.discard();
      }
      await folder.remove();
      return key;
    } finally {
      last.release();
    }
  };

  const make = async (work: Work, signal: AbortSignal): Promise<string> => {
    const { account, place, wanted, key, requestId } = work;
    await parts.misses.take(work.network);
    await parts.rateLimits.take(account.id, account.requestsPerMinute);
    const admission = { account, compressions: price, announcedBytes: undefined };
    const { job, space, release } = await parts.admit(admission);
    try {
      const body = await parts.openSource(place, { accountId: account.id, signal });
      const received = await receiver.receive(body, signal, space.arrived);
      space.received();
      const kept = await keptOf(work, received);
      if (kept !== undefined) return kept;
      const made = await parts.produce({
        received,
        operation: await orRemoved(received, () =>
          operationOf(wanted, received.facts, parts.maxPixels),
        ),
        maxBytes: wanted.options.maxBytes,
        owner: account.id,
        keyFor: (isDegraded) => (isDegraded ? unsharedKey(key, requestId) : key),
        client: { requestId, ...job, signal },
      });
      const limit = account.monthlyLimit;
      await counters.add(account.id, price, { requestId, limit });
      parts.onImage(received.facts.mediaType, received.bytes, made.product.image.bytes);
      return made.key;
    } finally {
      release();
    }
  };

  return async (request) => {
    const signer = signerOf(parts.keys, request, parts.signatureBytes);
    const seconds = now() / 1000;
    const { source, options } = readAddress(request.path, { ...parts, now: seconds });
    const place = sourcePlaceOf(source, parts.rules);
    const account = await parts.accounts.get(signer.account);
    if (account === undefined || account.disabled || !account.approved) {
      throw invalid('The account of this key delivers nothing.');
    }
    const wanted = wantedOf(options, request.accept, parts.formats);
    const asked = { account, place, wanted };
    const keys = resultKeysOf({ place, wanted, accountId: account.id }, { ...parts, seconds });
    const delivered = {
      ...{ account, options, place, isNegotiated: wanted.isNegotiated },
      isVersioned: isVersioned(place, wanted),
    };
    const { key } = keys;
    const known = await outputs.openResult(key, account.id);
    if (known !== undefined) {
      return { ...known, ...delivered, outcome: 'hit', isDegraded: false };
    }
    const outcome = singleFlight.isUnderWay(key) ? 'shared' : 'made';
    const work = { ...request, ...asked, ...keys };
    const madeKey = await singleFlight.run(key, request.signal, (signal) => make(work, signal));
    const made = await outputs.openResult(madeKey, account.id);
    if (made === undefined) throw evictedAtOnce();
    return { ...made, ...delivered, outcome, isDegraded: madeKey !== key };
  };
};

type Work = ResultKeys &
  Pick<DeliveryRequest, 'network' | 'requestId'> &
  Readonly<{ account: Account; place: SourcePlace; wanted: Wanted }>;

/** What `work` gives. Where it throws, the folder of the received image is removed. */
const orRemoved = async <T>({ folder }: ReceivedImage, work: () => T): Promise<T> => {
  try {
    return work();
  } catch (error) {
    await folder.remove();
    throw error;
  }
};
