import { writeFile } from 'node:fs/promises';
import type { FindTrim } from '../engine/find-trim.ts';
import type { Rectangle } from '../image/rectangle.ts';
import type { Trim } from '../image/trim.ts';
import type { JobFolder } from '../jobs/job-folder.ts';
import type { ImageReceiver } from '../jobs/receive-image.ts';
import type { Outputs } from '../outputs/output.ts';
import { type MakeResult, type Product, sourceOf } from '../service/make-result.ts';
import { keepResult, unsharedKey } from '../service/produce.ts';
import type { Produce, Work } from './make.ts';
import { operationOf } from './wanted.ts';

type ProduceParts = Readonly<{
  receiver: Pick<ImageReceiver, 'prepare' | 'copySource'>;
  outputs: Pick<Outputs, 'openResult' | 'draftResult'>;
  findTrim: FindTrim;
  makeResult: MakeResult;
  /** The file that is laid over pictures that ask for it; empty where addresses may not. */
  watermark: Uint8Array;
  /** Longest time for the tools of one request, in milliseconds. */
  answerMs: number;
  maxPixels: number;
}>;

export const createProduce = (parts: ProduceParts): Produce => {
  const { receiver, outputs, answerMs } = parts;

  /** Keeps the last result for the next time where the source has not changed since. */
  const keptOf = async (
    { account: { id: owner }, lastKey, key, draft }: Work,
    sourceSha256: string,
  ): Promise<string | undefined> => {
    const last = lastKey === undefined ? undefined : await outputs.openResult(lastKey, owner);
    if (last === undefined) return undefined;
    try {
      if (last.made.sourceSha256 !== sourceSha256) return undefined;
      const { resultPath: path, result: image, made } = last;
      const next = draft?.bestKey ?? key;
      await keepResult(outputs, { key: next, owner }, { path, image, made });
      return next;
    } finally {
      last.release();
    }
  };

  return async (work, { received, modifiedMs: sourceModifiedMs }, client) => {
    const { account, wanted, draft, requestId } = work;
    const { facts, bytes, sha256 } = received;
    const source = sourceOf(received);
    const owner = account.id;
    const folders = [received.folder];

    /** What is left of the source; undefined: all of it. */
    const areaAfter = async (trim: Trim): Promise<Rectangle | undefined> => {
      // Frames would be trimmed to different sizes.
      if (facts.frames > 1) return undefined;
      // The files that are made for it would be in the way of the others.
      const folder = await receiver.copySource(received.path, source.mediaType);
      try {
        const endBy = performance.now() + answerMs;
        return await parts.findTrim({ folder, sourceBytes: bytes, facts, client, endBy }, trim);
      } finally {
        await folder.remove();
      }
    };

    try {
      const kept = await keptOf(work, sha256);
      if (kept !== undefined) return { key: kept, product: undefined };
      const { maxBytes, changes } = wanted.options;
      const { trim, watermark } = changes;
      const trimmed = trim && (await areaAfter(trim));
      const asked = operationOf(wanted, facts, parts.maxPixels, trimmed);
      const operation = draft ? { ...asked, quality: draft.quality, isHurried: true } : asked;
      const { folder: first, path: sourcePath } = await receiver.prepare(received);
      folders[0] = first;

      const makeIn = async (folder: JobFolder, quality = operation.quality): Promise<Product> => {
        if (watermark) await writeFile(folder.file(watermark.picture.fileName), parts.watermark);
        const changed = { ...operation, quality };
        return parts.makeResult({ folder, sourcePath, source, owner, operation: changed, client });
      };
      const makeAgain = async (quality: number): Promise<Product> => {
        const folder = await receiver.copySource(sourcePath, source.mediaType);
        folders.push(folder);
        return makeIn(folder, quality);
      };

      const endBy = performance.now() + answerMs / 2;
      const limits = { maxBytes, quality: operation.quality, endBy };
      const product = await smallEnough(await makeIn(first), limits, makeAgain);
      const key = product.isDegraded ? unsharedKey(work.key, requestId) : work.key;
      const { path, image, receipt } = product;
      const made = { sourceSha256: sha256, sourceModifiedMs, receipt };
      await keepResult(outputs, { key, owner }, { path, image, made });
      return { key, product };
    } finally {
      await Promise.all(folders.map((folder) => folder.remove()));
    }
  };
};

/** Few enough for the time of an answer, and enough to be within some steps of the best quality. */
const mostAttempts = 5;

/** Above it, files grow and look no better. */
const highest = 90;

/** `maxBytes` of 0 is none. */
type Limits = Readonly<{ maxBytes: number; quality: number | undefined; endBy: number }>;

/** The best result of at most `maxBytes`, by halving the range of qualities; the smallest one where none is. */
const smallEnough = async (
  first: Product,
  { maxBytes, quality = highest, endBy }: Limits,
  makeAt: (quality: number) => Promise<Product>,
): Promise<Product> => {
  const { bytes, mediaType } = first.image;
  if (maxBytes === 0 || bytes <= maxBytes || mediaType === 'image/png') return first;
  let [low, high] = [1, Math.max(1, quality - 1)];
  let best = first;
  for (let attempt = 0; attempt < mostAttempts && low <= high; attempt += 1) {
    if (performance.now() > endBy) break;
    const middle = Math.floor((low + high) / 2);
    const result = await makeAt(middle);
    const fits = result.image.bytes <= maxBytes;
    const isBetter = best.image.bytes > maxBytes ? result.image.bytes < best.image.bytes : fits;
    if (isBetter) best = result;
    if (fits) low = middle + 1;
    else high = middle - 1;
  }
  return best;
};
