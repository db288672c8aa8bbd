import type { Accounts } from '../accounts/accounts.ts';
import type { Outputs } from '../outputs/output.ts';
import type { CacheKeyOf } from '../service/cache-key.ts';
import type { Purges } from '../state/purges.ts';
import { invalid } from './address-error.ts';
import { type Hints, unhinted, withHints } from './hints.ts';
import type { Work } from './make.ts';
import type { MakeOnce, Shared } from './make-once.ts';
import type { Options } from './options.ts';
import { readAddress, type Reading } from './read-options.ts';
import { resultKeysOf } from './result-keys.ts';
import { type DeliveryKey, signerOf } from './signature.ts';
import { sourcePlaceOf, type SourceRules } from './source-place.ts';
import type { SignedPath } from './target.ts';
import { checkUnsigned, isUnsigned, type Unsigned } from './unsigned.ts';
import { isNegotiated, isSearched, wantedOf } from './wanted.ts';

type DeliveryRequest = SignedPath &
  Readonly<{
    /** The media types that `Accept` names. */
    accepted: readonly string[];
    hints: Hints;
    /** Network of the client: an IPv4 address, or /64 of IPv6. */
    network: string;
    requestId: string;
    /** Aborts when the client has disconnected. */
    signal: AbortSignal;
  }>;

/** A picture to send. Its file stays until `release`. */
export type Delivered = Omit<Shared, 'key'> &
  Pick<Work, 'account' | 'place' | 'isVersioned' | 'phases'> &
  Readonly<{
    options: Options;
    /** Whether `Accept` has decided about its type. */
    isNegotiated: boolean;
    /** Hints of the browser that have decided about its size, or would have. */
    varies: readonly string[];
    /** Whether load or a failed tool made it worse. */
    isDegraded: boolean;
  }>;

export type Deliver = (request: DeliveryRequest) => Promise<Delivered>;

export type DeliverParts = Omit<Reading, 'now'> &
  Readonly<{
    keys: readonly DeliveryKey[];
    signatureBytes: number;
    rules: SourceRules;
    /** What is delivered without a signature; undefined: nothing. */
    unsigned: Unsigned | undefined;
    /** The types that `Accept` may choose. */
    formats: readonly string[];
    /** The widths that hints of browsers may choose; none: they choose nothing. */
    hintWidths: readonly number[];
    /** After so long a source without a version is fetched again. */
    ttlSeconds: number;
    accounts: Pick<Accounts, 'get'>;
    purges: Pick<Purges, 'generationOf'>;
    outputs: Pick<Outputs, 'openResult'>;
    makeOnce: MakeOnce;
    /** Answers with a quick result first; undefined: each answer waits for the best one. */
    drafts: MakeOnce | undefined;
    cacheKeyOf: CacheKeyOf;
    /** Milliseconds since 1970. */
    now: () => number;
  }>;

/**
 * The use case of addresses: a picture of a source, in the size and type that the address asks for. The signature is
 * checked before anything is read. Results are kept; equal requests at the same time share the work.
 * @throws AddressError; ServiceError with the codes of its parts.
 */
export const createDeliver = (parts: DeliverParts): Deliver => {
  // Those of an address with none. When it ends does not matter: one that has ended is refused before.
  const first = parts.unsigned && readAddress('/plain/a', { ...parts, now: 0 }).options;

  return async (request) => {
    const unsigned = isUnsigned(request.signature) ? parts.unsigned : undefined;
    const signer = unsigned ?? signerOf(parts.keys, request, parts.signatureBytes);
    const seconds = parts.now() / 1000;
    const asked = readAddress(request.path, { ...parts, now: seconds }, unhinted);
    // Results without a signature are of a finite set already.
    const widths = unsigned ? [] : parts.hintWidths;
    const { options, varies } = withHints(asked.options, request.hints, widths);
    const place = sourcePlaceOf(asked.source, (unsigned ?? parts).rules);
    if (unsigned && first) checkUnsigned({ options, first, place }, unsigned);
    const account = await parts.accounts.get(signer.account);
    if (account === undefined || account.disabled || !account.approved) {
      throw invalid('The account of this key delivers nothing.');
    }
    const wanted = wantedOf(options, request.accepted, parts.formats);
    const generation = await parts.purges.generationOf(place.name);
    const accountId = account.id;
    const keys = resultKeysOf({ place, wanted, accountId, seconds, generation }, parts);
    const { key, isVersioned } = keys;
    const phases: Record<string, number> = {};
    const delivered = {
      ...{ account, options, place, isVersioned, varies, phases },
      isNegotiated: isNegotiated(wanted),
    };
    const known = await parts.outputs.openResult(key, accountId);
    if (known !== undefined) {
      return { ...known, ...delivered, outcome: 'hit', isDegraded: false };
    }
    const work = { ...request, account, place, wanted, ...keys, phases };
    const make = (isSearched(wanted) && parts.drafts) || parts.makeOnce;
    const { key: madeKey, ...made } = await make(work, request.signal);
    return { ...made, ...delivered, isDegraded: madeKey !== key };
  };
};
