import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type {
  ImageDescription,
  Output,
  OutputLease,
  Outputs,
  ResultLease,
} from '../outputs/output.ts';
import { type Admit, checkMonthlyLimit } from './admit.ts';
import type { CacheKeyOf } from './cache-key.ts';
import type { Download } from './download.ts';
import {
  applicableTo,
  canonicalOperation,
  changesPicture,
  isPlainDownload,
  compressionsOf,
  type Operation,
} from './operation.ts';
import type { Storage, StoreRequest } from '../storage/storage.ts';
import { evictedAtOnce, type Producer } from './produce.ts';
import type { SingleFlight } from './single-flight.ts';

type OperateRequest = Readonly<{
  account: Account;
  /** The output's id. */
  id: string;
  operation: Operation;
  /** Where to store the image; undefined: the client gets it. */
  store?: StoreRequest | undefined;
  requestId: string;
  /**
   * Throws where a condition of the request fails. The result is then neither stored nor counted.
   * `compressed` is the output's compressed result.
   */
  accept?: (result: ImageDescription, compressed: ImageDescription) => void;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}>;

/** An image that is to be sent, or that was stored. Its file stays until `release`. */
export type OperateResult = Readonly<{
  image: ImageDescription;
  path: string;
  release: () => void;
  /** Address of the stored object; undefined where the image goes to the client. */
  location: string | undefined;
  compressionCount: number;
  /** Names the result's receipt; undefined where the image is the output's own compressed result. */
  resultId: string | undefined;
}>;

type LeasedImage = Pick<OperateResult, 'image' | 'path' | 'release' | 'resultId'>;

export type Operate = (request: OperateRequest) => Promise<OperateResult>;

type OperateParts = Readonly<{
  admit: Admit;
  download: Download;
  outputs: Outputs;
  counters: Counters;
  storage: Pick<Storage, 'targetOf' | 'put'>;
  producer: Pick<Producer, 'produceResult'>;
  /** Operations under way, by cache key. They resolve with the key of the result. */
  singleFlight: SingleFlight<string>;
  cacheKeyOf: CacheKeyOf;
  onLookup: (result: 'hit' | 'shared' | 'miss') => void;
}>;

/**
 * The use case of `POST /output/<id>` (specification, section 4.4). The work starts from the source, and runs
 * once for equal requests at the same time. The result is stored where the request has `store`, and counted
 * for each request before it resolves. While it is being stored, the request holds neither a permit nor an
 * admission.
 * @throws ServiceError `not_found`, `bad_request`, and what the parts name.
 */
export const createOperate = (parts: OperateParts): Operate => {
  const { admit, download, outputs, counters, storage } = parts;
  const { producer, singleFlight, cacheKeyOf, onLookup } = parts;

  const resultOf = async (request: OperateRequest, asked: OutputLease): Promise<Found> => {
    const { account, operation, requestId, signal } = request;
    const digests = digestsOf(asked.output, operation);
    const cacheKey = cacheKeyOf(digests, account.id, canonicalOperation(operation));
    const known = await outputs.openResult(cacheKey, account.id);
    if (known !== undefined) {
      onLookup('hit');
      return { ...known, resultId: cacheKey };
    }
    const compressions = compressionsOf(operation);
    const admission = { account, compressions, announcedBytes: undefined };
    const { job, space, release } = await admit(admission);
    onLookup(singleFlight.isUnderWay(cacheKey) ? 'shared' : 'miss');
    try {
      // The job works on a copy of it.
      space.arrived(asked.output.source.bytes);
      const resultId = await singleFlight.run(cacheKey, signal, async (sharedSignal) => {
        // The work has a lease of its own, since the request that began it may end earlier.
        const lease = asked.share();
        const client = { requestId, ...job, signal: sharedSignal };
        try {
          return await producer.produceResult({ lease, operation, cacheKey, client });
        } finally {
          lease.release();
        }
      });
      const lease = await outputs.openResult(resultId, account.id);
      if (lease === undefined) throw evictedAtOnce();
      return { ...lease, resultId };
    } finally {
      release();
    }
  };

  /** The requested image: the output's own result where the operation changes nothing. */
  const imageOf = async (request: OperateRequest, lease: OutputLease): Promise<LeasedImage> => {
    if (isPlainDownload(request.operation)) {
      const { output, resultPath, release } = lease;
      return { image: output.result, path: resultPath, release, resultId: undefined };
    }
    const { result, resultPath, release, resultId } = await resultOf(request, lease);
    lease.release();
    return { image: result, path: resultPath, release, resultId };
  };

  return async (asked) => {
    const { account, id, store, requestId, signal } = asked;
    const target = store && storage.targetOf(store, account.id);
    const lease = await download(id, account);
    const { source, result } = lease.output;
    const operation = applicableTo(source.facts, asked.operation);
    const price = compressionsOf(operation);
    let { release } = lease;
    try {
      // Also for results of the cache, and before the result is stored elsewhere.
      await checkMonthlyLimit(counters, account, price);
      const leased = await imageOf({ ...asked, operation }, lease);
      release = leased.release;
      asked.accept?.(leased.image, result);
      const file = { ...leased.image, path: leased.path };
      const location = target && (await storage.put({ target, file, requestId, signal }));
      // A request whose client has disconnected is not counted.
      signal.throwIfAborted();
      const compressionCount =
        isPlainDownload(operation) && target === undefined
          ? await counters.count(account.id)
          : await counters.add(account.id, price, { requestId, limit: account.monthlyLimit });
      return { ...leased, location, compressionCount };
    } catch (error) {
      release();
      throw error;
    }
  };
};

/** A result and its key. */
type Found = ResultLease & Readonly<{ resultId: string }>;

/** Digests of the files that the result is made of: the source, or for an unchanged picture its result. */
const digestsOf = ({ source, result }: Output, operation: Operation): string =>
  changesPicture(operation) ? source.sha256 : `${source.sha256} ${result.sha256}`;
