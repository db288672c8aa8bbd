import { hash } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { Output, OutputLease, Outputs, ResultLease } from '../outputs/output.ts';
import type { Client } from '../tools/tool-runner.ts';
import { createMakeResult, type MakeParts, type Product, sourceOf } from './make-result.ts';
import type { Operation } from './operation.ts';

type ProducerParts = Omit<MakeParts, 'isOurResult'> &
  Readonly<{
    receiver: Pick<ImageReceiver, 'prepare' | 'copySource'>;
    outputs: Outputs;
  }>;

type UploadWork = Readonly<{
  received: ReceivedImage;
  owner: string;
  cacheKey: string;
  client: Client;
}>;

type OperationWork = Readonly<{
  /** Leased by the caller until the work is done. */
  lease: OutputLease;
  operation: Operation;
  cacheKey: string;
  client: Client;
}>;

/** Produces results: plan, compress, preserve, keep. Rejects as the engine and the outputs do. */
export const createProducer = (parts: ProducerParts) => {
  const { receiver, outputs } = parts;
  const make = createMakeResult({ ...parts, isOurResult: outputs.isOurResult });

  /**
   * Compresses a received image and keeps source and result as an output of `owner`. The folder of the
   * received image is always removed.
   */
  const produceOutput = async (work: UploadWork): Promise<Output> => {
    const { received, owner, cacheKey, client } = work;
    const image = await receiver.prepare(received);
    const { folder, path: sourcePath } = image;
    const source = sourceOf(image);
    const draft = outputs.draft();
    // The source is stored while the tools run.
    const storing = draft.addSource(sourcePath);
    // The await below throws its error. Until then it must not count as unhandled.
    storing.catch(() => undefined);
    try {
      const operation = { preserve: [] };
      const making = { folder, sourcePath, source, owner, operation, client };
      const product = await make(making);
      await storing;
      await draft.addResult(product.path);
      const sharedKey = product.isDegraded ? '' : cacheKey;
      const { image: result, receipt } = product;
      return await draft.publish({ owner, cacheKey: sharedKey, source, result, receipt });
    } finally {
      await draft.discard();
      await folder.remove();
    }
  };

  /**
   * Makes the result of an operation on an output and keeps it. Resolves with its key: `cacheKey`, or a key of
   * this request only when the result is degraded.
   */
  const produceResult = async (work: OperationWork): Promise<string> => {
    const { lease, operation, cacheKey, client } = work;
    const { source, owner } = lease.output;
    const sourcePath = await lease.source();
    const folder = await receiver.copySource(sourcePath, source.mediaType);
    try {
      const compressed = compressedOf(lease);
      const making = { folder, sourcePath, source, owner, operation, compressed, client };
      const product = await make(making);
      const key = product.isDegraded ? unsharedKey(cacheKey, client.requestId) : cacheKey;
      const { path, image, receipt } = product;
      const kept = { path, image, made: { sourceSha256: source.sha256, receipt } };
      await keepResult(outputs, { key, owner }, kept);
      return key;
    } finally {
      await folder.remove();
    }
  };

  return { produceOutput, produceResult };
};

export type Producer = ReturnType<typeof createProducer>;

/** A file that is a result, and how it was made. */
type KeptResult = Readonly<{
  path: string;
  image: Product['image'];
  made: ResultLease['made'];
}>;

/** Keeps a result under a key. @throws what drafts of results throw. */
export const keepResult = async (
  outputs: Pick<Outputs, 'draftResult'>,
  { key, owner }: Readonly<{ key: string; owner: string }>,
  { path, image, made }: KeptResult,
): Promise<void> => {
  const draft = outputs.draftResult(key, owner);
  try {
    await draft.addResult(path);
    await draft.publish(image, made);
  } finally {
    await draft.discard();
  }
};

const compressedOf = ({ output, resultPath }: OutputLease): Product => ({
  image: output.result,
  path: resultPath,
  isDegraded: false,
  receipt: output.receipt,
});

/** A key that no other request finds. */
export const unsharedKey = (cacheKey: string, requestId: string): string =>
  hash('sha256', `${cacheKey} ${requestId}`);

/**
 * The error for a result that was evicted before it could be used, because the outputs folder is too small for
 * the load.
 */
export const evictedAtOnce = (): ServiceError =>
  new ServiceError('unavailable', 'The result could not be kept. Try again later.', {
    retryAfterSeconds: 5,
  });
