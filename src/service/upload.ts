import type { Readable } from 'node:stream';
import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { Admission } from '../queue/admission.ts';
import type { Arrival, Intake } from '../jobs/receive-image.ts';
import { ServiceError } from '../errors.ts';
import type { Output } from '../outputs/output.ts';
import type { SourceFetcher } from '../source/fetch-source.ts';
import { createCompressAndKeep, type CompressParts } from './compress-and-keep.ts';
import type { SingleFlight } from './single-flight.ts';

/** The image itself, or the address it is to be fetched from (specification, sections 4.1 and 4.2). */
export type UploadInput =
  Readonly<{ kind: 'body'; body: Readable }> | Readonly<{ kind: 'url'; url: string }>;

export type UploadRequest = Readonly<{
  account: Account;
  input: UploadInput;
  requestId: string;
  /** The place in the queue that the request holds. */
  place: Admission;
  /** Aborts when the client has gone. */
  signal: AbortSignal;
}>;

export type UploadResult = Readonly<{ output: Output; compressionCount: number }>;

export type Upload = (request: UploadRequest) => Promise<UploadResult>;

export type UploadParts = CompressParts &
  Readonly<{
    intake: Intake;
    counters: Counters;
    sources: SourceFetcher;
    singleFlight: SingleFlight<Output>;
    /**
     * The identity of an account's work on a source: its digest, the options, and all that the result
     * depends on. The same for all accounts that share their work.
     */
    identityOf: (sourceSha256: string, accountId: string) => string;
    onLookup: (result: 'hit' | 'shared' | 'miss') => void;
    onImage: (mediaType: string, bytesIn: number, bytesOut: number) => void;
  }>;

/** Specification, section 8: the initial upload counts as one compression. */
const uploadPrice = 1;

/**
 * The use case of `POST /shrink`: take the source in, compress it (or find that done, or join it under
 * way), keep both, and count it before the answer is sent.
 * @throws ServiceError with every code that the parts name.
 */
export const createUpload = (parts: UploadParts): Upload => {
  const { intake, outputs, counters, sources, singleFlight, identityOf, onLookup, onImage } = parts;
  const compressAndKeep = createCompressAndKeep(parts);

  const bodyOf = async ({ input, account, signal }: UploadRequest): Promise<Readable> =>
    input.kind === 'body' ? input.body : sources.open(input.url, { accountId: account.id, signal });

  /** The output of this work: done before, under way for somebody, or done now. */
  const outputOf = async (
    arrival: Arrival,
    { account, requestId, place, signal }: UploadRequest,
  ): Promise<Output> => {
    const identity = identityOf(arrival.sha256, account.id);
    let isHandedOver = false;
    try {
      const known = await adopt(outputs.findByIdentity(identity, account.id), account.id);
      onLookup(known !== undefined ? 'hit' : singleFlight.isUnderWay(identity) ? 'shared' : 'miss');
      if (known !== undefined) return known;
      const made = await singleFlight.run(identity, signal, (sharedSignal) => {
        isHandedOver = true;
        const client = { requestId, ...place, signal: sharedSignal };
        return compressAndKeep({ arrival, identity, owner: account.id, client });
      });
      const own = await adopt(made.id, account.id);
      if (own === undefined) throw lost();
      return own;
    } finally {
      if (!isHandedOver) await arrival.folder.remove();
    }
  };

  /** The output with `id` as one of `owner`'s: itself, or a new one that shares its files. */
  const adopt = async (id: string | undefined, owner: string): Promise<Output | undefined> => {
    const lease = id === undefined ? undefined : await outputs.open(id);
    if (lease === undefined) return undefined;
    try {
      const { output } = lease;
      if (output.owner === owner) return output;
      const draft = outputs.draft();
      await draft.linkFrom(lease);
      return await draft.publish({ ...output, owner });
    } finally {
      await lease.release();
    }
  };

  return async (request) => {
    const { account, signal } = request;
    const arrival = await intake.take(await bodyOf(request), signal);
    const output = await outputOf(arrival, request);
    // A client that has gone gets no answer and pays nothing.
    signal.throwIfAborted();
    const limit = account.monthlyLimit;
    const compressionCount = await counters.add(account.id, uploadPrice, { limit });
    onImage(output.source.mediaType, output.source.bytes, output.result.bytes);
    return { output, compressionCount };
  };
};

/** Removed for space between its making and its use: the cache is far too small for the load. */
const lost = (): ServiceError =>
  new ServiceError('unavailable', 'The result could not be kept. Try again later.', {
    retryAfterSeconds: 5,
  });
