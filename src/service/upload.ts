import type { Readable } from 'node:stream';
import type { Account } from '../accounts/accounts.ts';
import type { Counters } from '../counters/counters.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { Output, Outputs } from '../outputs/output.ts';
import type { SourceFetcher } from '../source/fetch-source.ts';
import type { Admit, AdmittedJob } from './admit.ts';
import type { CacheKeyOf } from './cache-key.ts';
import { evictedAtOnce, type Producer } from './produce.ts';
import type { SingleFlight } from './single-flight.ts';

/** The image, or the address to fetch it from (specification, sections 4.1 and 4.2). */
export type UploadInput =
  | Readonly<{ kind: 'body'; body: Readable }>
  | Readonly<{ kind: 'url'; url: string }>;

type UploadRequest = Readonly<{
  account: Account;
  /** Content-Length; undefined where the client does not announce one. */
  announcedBytes: number | undefined;
  /** Reads the body. It is called after the admission, so that a refused client need not send the body. */
  readInput: () => Promise<UploadInput>;
  requestId: string;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
}>;

export type UploadResult = Readonly<{ output: Output; compressionCount: number }>;

export type Upload = (request: UploadRequest) => Promise<UploadResult>;

type UploadParts = Readonly<{
  admit: Admit;
  receiver: Pick<ImageReceiver, 'receive'>;
  sources: SourceFetcher;
  outputs: Outputs;
  counters: Pick<Counters, 'add'>;
  producer: Pick<Producer, 'produceOutput'>;
  /** Uploads that are being compressed, by cache key. */
  singleFlight: SingleFlight<Output>;
  cacheKeyOf: CacheKeyOf;
  onLookup: (result: 'hit' | 'shared' | 'miss') => void;
  onImage: (mediaType: string, bytesIn: number, bytesOut: number) => void;
}>;

/** Specification, section 8: the initial upload counts as one compression. */
const uploadPrice = 1;

/**
 * The use case of `POST /shrink`: admits the job, receives the source, compresses it unless an equal upload has
 * been or is being compressed, keeps source and result, and counts the compression before it resolves.
 * @throws ServiceError with the codes of its parts.
 */
export const createUpload = (parts: UploadParts): Upload => {
  const { admit, receiver, sources, outputs, counters, producer } = parts;
  const { singleFlight, cacheKeyOf, onLookup, onImage } = parts;

  const receive = async (
    { readInput, account, signal }: UploadRequest,
    { arrived, received }: AdmittedJob['space'],
  ): Promise<ReceivedImage> => {
    const input = await readInput();
    const body =
      input.kind === 'body'
        ? input.body
        : await sources.open(input.url, { accountId: account.id, signal });
    const image = await receiver.receive(body, signal, arrived);
    received();
    return image;
  };

  /** The output of an equal upload, from the cache or under way; otherwise a new one. */
  const outputOf = async (
    received: ReceivedImage,
    job: AdmittedJob['job'],
    { account: { id: owner }, requestId, signal }: UploadRequest,
  ): Promise<Output> => {
    const cacheKey = cacheKeyOf(received.sha256, owner);
    let isHandedOver = false;
    try {
      const known = await adopt(await outputs.findByCacheKey(cacheKey, owner), owner);
      onLookup(known !== undefined ? 'hit' : singleFlight.isUnderWay(cacheKey) ? 'shared' : 'miss');
      if (known !== undefined) return known;
      const output = await singleFlight.run(cacheKey, signal, (sharedSignal) => {
        isHandedOver = true;
        const client = { requestId, ...job, signal: sharedSignal };
        return producer.produceOutput({ received, owner, cacheKey, client });
      });
      const own = output.owner === owner ? output : await adopt(output.id, owner);
      if (own === undefined || !(await outputs.has(own.id))) throw evictedAtOnce();
      return own;
    } finally {
      if (!isHandedOver) await received.folder.remove();
    }
  };

  /** The output with `id` where `owner` has it; otherwise a new output of `owner` that shares its files. */
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
    const { account, announcedBytes, requestId, signal } = request;
    const { job, space, release } = await admit({
      account,
      compressions: uploadPrice,
      announcedBytes,
    });
    try {
      const received = await receive(request, space);
      const output = await outputOf(received, job, request);
      // A request whose client has disconnected is not counted.
      signal.throwIfAborted();
      const limit = account.monthlyLimit;
      const compressionCount = await counters.add(account.id, uploadPrice, { requestId, limit });
      onImage(output.source.mediaType, output.source.bytes, output.result.bytes);
      return { output, compressionCount };
    } finally {
      release();
    }
  };
};
