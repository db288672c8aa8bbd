import { writeFile } from 'node:fs/promises';
import type { OverlayPicture } from '../image/pixel-steps.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { JobFolder } from '../jobs/job-folder.ts';
import type { Outputs } from '../outputs/output.ts';
import { createMakeResult, type MakeParts, type Product } from '../service/make-result.ts';
import type { Operation } from '../service/operation.ts';
import { keepResult } from '../service/produce.ts';
import type { Client } from '../tools/tool-runner.ts';

type ProduceParts = Omit<MakeParts, 'isOurResult'> &
  Readonly<{
    receiver: Pick<ImageReceiver, 'prepare' | 'copySource'>;
    outputs: Pick<Outputs, 'draftResult' | 'isOurResult'>;
    /** What is laid over pictures that ask for it. */
    watermark: Watermark | undefined;
  }>;

/** A picture to lay over others, and the bytes of its file. */
export type Watermark = Readonly<{ picture: OverlayPicture; content: Uint8Array }>;

type Work = Readonly<{
  received: ReceivedImage;
  /** When the source was last changed, where that is known. */
  sourceModifiedMs: number | undefined;
  operation: Operation;
  /** 0: no limit. */
  maxBytes: number;
  owner: string;
  /** The key under which the result is kept, by whether load or a failed tool made it worse. */
  keyFor: (isDegraded: boolean) => string;
  client: Client;
}>;

/** Makes a result and keeps it. The folder of `received` is always removed. */
export type Produce = (work: Work) => Promise<Readonly<{ key: string; product: Product }>>;

export const createProduce = (parts: ProduceParts): Produce => {
  const { receiver, outputs, watermark } = parts;
  const make = createMakeResult({ ...parts, isOurResult: outputs.isOurResult });

  return async ({ received, sourceModifiedMs, operation, maxBytes, owner, keyFor, client }) => {
    const prepared = await receiver.prepare(received);
    const folders: JobFolder[] = [prepared.folder];
    const { facts, bytes, sha256, path: sourcePath } = prepared;
    const { mediaType, width, height } = facts;
    const source = { mediaType, width, height, bytes, sha256, facts };

    const makeAt = async (folder: JobFolder, quality = operation.quality): Promise<Product> => {
      if (watermark !== undefined && isMarked(operation)) {
        await writeFile(folder.file(watermark.picture.fileName), watermark.content);
      }
      const asked = { ...operation, quality };
      return make({ folder, sourcePath, source, owner, operation: asked, client });
    };

    const makeAgain = async (quality: number): Promise<Product> => {
      const folder = await receiver.copySource(sourcePath, mediaType);
      folders.push(folder);
      return makeAt(folder, quality);
    };

    try {
      const endBy = performance.now() + parts.answerMs / 2;
      const first = await makeAt(prepared.folder);
      const isOver = maxBytes > 0 && first.image.bytes > maxBytes;
      const product =
        isOver && first.image.mediaType !== 'image/png'
          ? await smallEnough(first, { maxBytes, quality: operation.quality, endBy }, makeAgain)
          : first;
      const key = keyFor(product.isDegraded);
      const { path, image, receipt } = product;
      const kept = { path, image, made: { sourceSha256: sha256, sourceModifiedMs, receipt } };
      await keepResult(outputs, { key, owner }, kept);
      return { key, product };
    } finally {
      await Promise.all(folders.map((folder) => folder.remove()));
    }
  };
};

const isMarked = ({ resize }: Operation): boolean =>
  resize?.method === 'framing' && resize.changes?.watermark !== undefined;

/** Few enough for the time of an answer, and enough to be within some steps of the best quality. */
const mostAttempts = 5;

/** Above it, files grow and look no better. */
const highest = 90;

/** The best result of at most `maxBytes`, by halving the range of qualities; the smallest one where none is. */
const smallEnough = async (
  first: Product,
  {
    maxBytes,
    quality,
    endBy,
  }: Readonly<{ maxBytes: number; quality: number | undefined; endBy: number }>,
  makeAt: (quality: number) => Promise<Product>,
): Promise<Product> => {
  let [low, high] = [1, Math.max(1, (quality ?? highest) - 1)];
  let best = first;
  for (let attempt = 0; attempt < mostAttempts && low <= high; attempt += 1) {
    if (performance.now() > endBy) break;
    const middle = Math.floor((low + high) / 2);
    const made = await makeAt(middle);
    const fits = made.image.bytes <= maxBytes;
    const isBetter = best.image.bytes > maxBytes ? made.image.bytes < best.image.bytes : fits;
    if (isBetter) best = made;
    if (fits) low = middle + 1;
    else high = middle - 1;
  }
  return best;
};
