import { createHash } from 'node:crypto';
import type { Engine } from '../engine/compress.ts';
import type { Preserve } from '../engine/preserve.ts';
import { ServiceError } from '../errors.ts';
import type { EncoderTable } from '../image/encoder.ts';
import { planOf } from '../image/plan.ts';
import type { Receipt } from '../image/search/receipt.ts';
import type { JobFolder } from '../jobs/job-folder.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { ImageDescription, Output, OutputLease, Outputs } from '../outputs/output.ts';
import type { Client } from '../tools/tool-runner.ts';
import { changesPicture, type Operation } from './operation.ts';

type ProducerParts = Readonly<{
  receiver: Pick<ImageReceiver, 'prepare' | 'copySource'>;
  engine: Engine;
  preserve: Preserve;
  outputs: Outputs;
  table: EncoderTable;
  /** Longest time for the tools of one request, in milliseconds. */
  answerMs: number;
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
export type Producer = Readonly<{
  /**
   * Compresses a received image and keeps source and result as an output of `owner`. The folder of the
   * received image is always removed.
   */
  produceOutput: (work: UploadWork) => Promise<Output>;
  /**
   * Makes the result of an operation on an output and keeps it. Resolves with its key: `cacheKey`, or a key of
   * this request only when the result is degraded.
   */
  produceResult: (work: OperationWork) => Promise<string>;
}>;

/** A source in a job's folder, and the operation. */
type Making = Readonly<{
  folder: JobFolder;
  sourcePath: string;
  source: Output['source'];
  owner: string;
  operation: Operation;
  /** The compressed result, from which operations start that do not change the picture. */
  compressed?: Product;
  client: Client;
}>;

type Product = Readonly<{
  image: ImageDescription;
  path: string;
  /** Whether load or a failed tool made it worse. Such a result is not shared with other requests. */
  isDegraded: boolean;
  receipt: Receipt;
}>;

export const createProducer = (parts: ProducerParts): Producer => {
  const { receiver, outputs } = parts;

  const produceOutput: Producer['produceOutput'] = async ({
    received,
    owner,
    cacheKey,
    client,
  }) => {
    const { folder, path: sourcePath, facts, bytes, sha256 } = await receiver.prepare(received);
    const { mediaType, width, height } = facts;
    const source = { mediaType, width, height, bytes, sha256, facts };
    const draft = outputs.draft();
    // The source is stored while the tools run.
    const storing = draft.addSource(sourcePath);
    // The await below throws its error. Until then it must not count as unhandled.
    storing.catch(() => undefined);
    try {
      const operation = { preserve: [] };
      const making = { folder, sourcePath, source, owner, operation, client };
      const made = await make(making, parts);
      await storing;
      await draft.addResult(made.path);
      const sharedKey = made.isDegraded ? '' : cacheKey;
      const { image: result, receipt } = made;
      return await draft.publish({ owner, cacheKey: sharedKey, source, result, receipt });
    } finally {
      await draft.discard();
      await folder.remove();
    }
  };

  const produceResult: Producer['produceResult'] = async (work) => {
    const { lease, operation, cacheKey, client } = work;
    const { source, owner } = lease.output;
    const sourcePath = await lease.source();
    const folder = await receiver.copySource(sourcePath, source.mediaType);
    try {
      const compressed = compressedOf(lease);
      const making = { folder, sourcePath, source, owner, operation, compressed, client };
      const made = await make(making, parts);
      const key = made.isDegraded ? unsharedKey(cacheKey, client.requestId) : cacheKey;
      const draft = outputs.draftResult(key, owner);
      try {
        await draft.addResult(made.path);
        const { image, receipt } = made;
        await draft.publish(image, { sourceSha256: source.sha256, receipt });
      } finally {
        await draft.discard();
      }
      return key;
    } finally {
      await folder.remove();
    }
  };

  return { produceOutput, produceResult };
};

const compressedOf = ({ output, resultPath }: OutputLease): Product => ({
  image: output.result,
  path: resultPath,
  isDegraded: false,
  receipt: output.receipt,
});

/** Every operation starts from the source, except one that leaves the picture as it is. */
const make = async (making: Making, parts: ProducerParts): Promise<Product> => {
  const { compressed, operation } = making;
  const isUnchanged = compressed !== undefined && !changesPicture(operation);
  const product = isUnchanged ? compressed : await compress(making, parts);
  return operation.preserve.length > 0 ? preserveMetadata(making, product, parts) : product;
};

const compress = async (
  { folder, source, owner, operation: change, client }: Making,
  { engine, outputs, table, answerMs }: ProducerParts,
): Promise<Product> => {
  const { facts, bytes: sourceBytes, sha256: sourceSha256 } = source;
  const isOurResult = await outputs.isOurResult(sourceSha256, owner);
  const plan = planOf(facts, table, { isOurResult, change });
  const endBy = performance.now() + answerMs;
  const { path, isDegraded, receipt, mediaType, width, height, bytes, sha256 } =
    await engine.compress({ folder, sourceBytes, facts, plan, client, endBy });
  return { image: { mediaType, width, height, bytes, sha256 }, path, isDegraded, receipt };
};

const preserveMetadata = async (
  { folder, sourcePath, source, operation }: Making,
  product: Product,
  { preserve }: ProducerParts,
): Promise<Product> => {
  const path = folder.file('preserved');
  const { bytes, sha256 } = await preserve({
    source: sourcePath,
    facts: source.facts,
    result: product.path,
    mediaType: product.image.mediaType,
    kinds: operation.preserve,
    target: path,
  });
  return { ...product, image: { ...product.image, bytes, sha256 }, path };
};

/** A key that no other request finds. */
const unsharedKey = (cacheKey: string, requestId: string): string =>
  createHash('sha256').update(`${cacheKey} ${requestId}`).digest('hex');

/**
 * The error for a result that was evicted before it could be used, because the outputs folder is too small for
 * the load.
 */
export const evictedAtOnce = (): ServiceError =>
  new ServiceError('unavailable', 'The result could not be kept. Try again later.', {
    retryAfterSeconds: 5,
  });
