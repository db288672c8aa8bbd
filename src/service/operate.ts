import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { Place } from '../engine/admission.ts';
import { ServiceError } from '../errors.ts';
import type { ImageDescription, Output, OutputLease, ResultLease } from '../outputs/outputs.ts';
import type { Download } from './download.ts';
import { createMakeResult, type MakeResultParts } from './make-result.ts';
import { changesPicture, isPlainDownload, priceOf, type Operation } from './operation.ts';
import type { SameWork } from './same-work.ts';

export type OperateRequest = Readonly<{
  account: Account;
  /** The output's id. */
  id: string;
  operation: Operation;
  requestId: string;
  /** Takes a place in the queue; only called when there is work to do. */
  enter: () => Promise<Place>;
  signal: AbortSignal;
}>;

/** An image to be sent: its file stays until `release`. */
export type OperateResult = Readonly<{
  image: ImageDescription;
  path: string;
  release: () => void;
  compressionCount: number;
}>;

export type Operate = (request: OperateRequest) => Promise<OperateResult>;

export type OperateParts = MakeResultParts &
  Readonly<{
    download: Download;
    counters: Counters;
    /** Work under way, by identity; gives the identity under which its result is found. */
    sameWork: SameWork<string>;
    /** The identity of an operation on files with these digests. */
    identityOf: (digests: string, operation: Operation) => string;
    onLookup: (result: 'hit' | 'shared' | 'miss') => void;
  }>;

/**
 * The use case of `POST /output/<id>` (specification, section 4.4): always from the source, done once
 * for all who ask for the same, and billed to each before the answer is sent.
 * @throws ServiceError `not_found`, `bad_request`, and what the parts name.
 */
export const createOperate = (parts: OperateParts): Operate => {
  const { download, counters, outputs, sameWork, identityOf, onLookup } = parts;
  const makeResult = createMakeResult(parts);

  const resultOf = async (request: OperateRequest, output: OutputLease): Promise<ResultLease> => {
    const { operation, requestId, signal } = request;
    const identity = identityOf(digestsOf(output.output, operation), operation);
    const known = await outputs.openResult(identity);
    if (known !== undefined) {
      onLookup('hit');
      return known;
    }
    const place = await request.enter();
    onLookup(sameWork.isUnderWay(identity) ? 'shared' : 'miss');
    try {
      const made = await sameWork.share(identity, signal, async (sharedSignal) => {
        // Who began the work may leave it to others, so it holds the files itself.
        const held = await download(request.id, request.account);
        const client = { requestId, ...place, signal: sharedSignal };
        try {
          return await makeResult({ output: held, operation, identity, client });
        } finally {
          held.release();
        }
      });
      return (await outputs.openResult(made)) ?? lost();
    } finally {
      place.leave();
    }
  };

  return async (request) => {
    const { account, id, operation, signal } = request;
    const output = await download(id, account);
    const { monthlyLimit: limit } = account;
    const price = priceOf(operation);
    try {
      if (isPlainDownload(operation)) {
        return {
          image: output.output.result,
          path: output.resultPath,
          release: output.release,
          compressionCount: counters.count(account.id),
        };
      }
      // What is free stays open to those who are over their limit.
      if (price > 0) counters.checkRoom(account.id, price, limit);
      const { result, resultPath, release } = await resultOf(request, output);
      try {
        // A client that has gone gets no answer and pays nothing.
        signal.throwIfAborted();
        const compressionCount = await counters.add(account.id, price, { limit });
        return { image: result, path: resultPath, release, compressionCount };
      } catch (error) {
        release();
        throw error;
      }
    } finally {
      // A plain download is released by whoever sends it.
      if (!isPlainDownload(operation)) output.release();
    }
  };
};

/** Digests of the files that the result is made of: an unchanged picture is the compressed result. */
const digestsOf = ({ source, result }: Output, operation: Operation): string =>
  changesPicture(operation) ? source.sha256 : `${source.sha256} ${result.sha256}`;

/** Removed for space between its making and its use: the cache is far too small for the load. */
const lost = (): never => {
  throw new ServiceError('unavailable', 'The result could not be kept. Try again later.', {
    retryAfterSeconds: 5,
  });
};
