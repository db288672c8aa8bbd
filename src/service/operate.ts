import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { Admission } from '../queue/admission.ts';
import { ServiceError } from '../errors.ts';
import type { ImageDescription, Output, OutputLease, ResultLease } from '../outputs/output.ts';
import type { Download } from './download.ts';
import { createMakeResult, type MakeResultParts } from './make-result.ts';
import {
  applicableTo,
  changesPicture,
  isPlainDownload,
  priceOf,
  type Operation,
} from './operation.ts';
import type { Storage, StoreRequest } from '../storage/storage.ts';
import type { SingleFlight } from './single-flight.ts';

export type OperateRequest = Readonly<{
  account: Account;
  /** The output's id. */
  id: string;
  operation: Operation;
  /** Where the image is to go, instead of to the client. */
  store?: StoreRequest | undefined;
  requestId: string;
  /** Takes a place in the queue; only called when there is work to do. */
  enter: () => Promise<Admission>;
  /** Throws where the client does not want this result of the output: it is neither stored nor billed then. */
  accept?: (result: ImageDescription, plain: ImageDescription) => void;
  signal: AbortSignal;
}>;

/** An image to be sent, or that has been stored: its file stays until `release`. */
export type OperateResult = Readonly<{
  image: ImageDescription;
  path: string;
  release: () => void;
  /** Address of the stored object; undefined where the image goes to the client. */
  location: string | undefined;
  compressionCount: number;
  /** What the result's receipt is found by, below that of the output; undefined for the output's own. */
  resultId: string | undefined;
}>;

type LeasedImage = Pick<OperateResult, 'image' | 'path' | 'release' | 'resultId'>;

export type Operate = (request: OperateRequest) => Promise<OperateResult>;

export type OperateParts = MakeResultParts &
  Readonly<{
    download: Download;
    counters: Counters;
    storage: Pick<Storage, 'targetOf' | 'put'>;
    /** Work under way, by identity; gives the identity under which its result is found. */
    singleFlight: SingleFlight<string>;
    /** The identity of an account's operation on files with these digests; see `ShrinkParts`. */
    identityOf: (digests: string, operation: Operation, accountId: string) => string;
    onLookup: (result: 'hit' | 'shared' | 'miss') => void;
  }>;

/**
 * The use case of `POST /output/<id>` (specification, section 4.4): always from the source, done once
 * for all who ask for the same, stored where that is asked for, and billed to each before the answer is
 * sent. While it is being stored the request holds neither a permit nor a place in the queue.
 * @throws ServiceError `not_found`, `bad_request`, and what the parts name.
 */
export const createOperate = (parts: OperateParts): Operate => {
  const { download, counters, storage, outputs, singleFlight, identityOf, onLookup } = parts;
  const makeResult = createMakeResult(parts);

  const resultOf = async (request: OperateRequest, output: OutputLease): Promise<Found> => {
    const { operation, requestId, signal } = request;
    const { id: accountId } = request.account;
    const identity = identityOf(digestsOf(output.output, operation), operation, accountId);
    const known = await outputs.openResult(identity, accountId);
    if (known !== undefined) {
      onLookup('hit');
      return { ...known, resultId: identity };
    }
    const place = await request.enter();
    onLookup(singleFlight.isUnderWay(identity) ? 'shared' : 'miss');
    try {
      const made = await singleFlight.run(identity, signal, async (sharedSignal) => {
        // Who began the work may leave it to others, so it holds the files itself.
        const held = await download(request.id, request.account);
        const client = { requestId, ...place, signal: sharedSignal };
        try {
          return await makeResult({ output: held, operation, identity, client });
        } finally {
          held.release();
        }
      });
      return { ...((await outputs.openResult(made, accountId)) ?? lost()), resultId: made };
    } finally {
      place.release();
    }
  };

  /** The image that is asked for: of the output itself where nothing is to be done. */
  const imageOf = async (request: OperateRequest, output: OutputLease): Promise<LeasedImage> => {
    if (isPlainDownload(request.operation)) {
      const { output: described, resultPath, release } = output;
      return { image: described.result, path: resultPath, release, resultId: undefined };
    }
    const { result, resultPath, release, resultId } = await resultOf(request, output);
    output.release();
    return { image: result, path: resultPath, release, resultId };
  };

  return async (asked) => {
    const { account, id, store, requestId, signal } = asked;
    const target = store && storage.targetOf(store, account.id);
    const output = await download(id, account);
    const operation = applicableTo(output.output.source.facts, asked.operation);
    const request = { ...asked, operation };
    const { monthlyLimit: limit } = account;
    const price = priceOf(operation);
    let release = output.release;
    try {
      // What is free stays open to those who are over their limit.
      if (price > 0) counters.checkRoom(account.id, price, limit);
      const leased = await imageOf(request, output);
      release = leased.release;
      asked.accept?.(leased.image, output.output.result);
      const file = { ...leased.image, path: leased.path };
      const location = target && (await storage.put({ target, file, requestId, signal }));
      // A client that has gone gets no answer and pays nothing.
      signal.throwIfAborted();
      const compressionCount =
        isPlainDownload(operation) && target === undefined
          ? counters.count(account.id)
          : await counters.add(account.id, price, { limit });
      return { ...leased, location, compressionCount };
    } catch (error) {
      release();
      throw error;
    }
  };
};

/** A result, and the identity it is found under. */
type Found = ResultLease & Readonly<{ resultId: string }>;

/** Digests of the files that the result is made of: an unchanged picture is the compressed result. */
const digestsOf = ({ source, result }: Output, operation: Operation): string =>
  changesPicture(operation) ? source.sha256 : `${source.sha256} ${result.sha256}`;

/** Removed for space between its making and its use: the cache is far too small for the load. */
const lost = (): never => {
  throw new ServiceError('unavailable', 'The result could not be kept. Try again later.', {
    retryAfterSeconds: 5,
  });
};
