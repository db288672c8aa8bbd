import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Compressor } from '../bulk/compressor.ts';
import { howMade } from '../bulk/how-made.ts';
import type { OpenEngine } from '../engine/open-engine.ts';
import type { DiskQuota } from '../jobs/disk-quota.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import { createMakeResult, type MakeParts, sourceOf } from '../service/make-result.ts';
import { applicableTo } from '../service/operation.ts';
import type { Client } from '../tools/tool-runner.ts';

type CompressorParts = Pick<OpenEngine, 'engine' | 'checkPicture' | 'preview'> &
  Omit<MakeParts, 'engine' | 'isOurResult'> &
  Readonly<{
    receiver: Pick<ImageReceiver, 'receive' | 'prepare'>;
    /** What limits the space of jobs; undefined where nobody else has jobs. */
    diskQuota?: DiskQuota;
    /** For whom its tools run. */
    client: Pick<Client, 'accountId' | 'background'>;
  }>;

/** Compresses pictures by an engine. The results of one account are nobody's earlier results. */
export const createCompressor = (
  parts: CompressorParts,
): Pick<Compressor, 'compress' | 'check' | 'preview'> => {
  const { receiver, diskQuota, checkPicture, answerMs } = parts;
  const { accountId: owner, background } = parts.client;
  // Of its own, so that requests of the account keep theirs.
  const spaceOwner = background === undefined ? owner : `${owner} in the background`;
  const isOurResult = async (): Promise<boolean> => false;
  const make = createMakeResult({ ...parts, isOurResult });
  let lastNumber = 0;

  const received = async (body: Readable, signal: AbortSignal): Promise<Received> => {
    const space = await diskQuota?.reserve(spaceOwner, 0);
    try {
      const image = await receiver.prepare(await receiver.receive(body, signal, space?.arrived));
      space?.received();
      lastNumber += 1;
      const client = { ...parts.client, requestId: String(lastNumber), jobNumber: lastNumber };
      const release = async (): Promise<void> => {
        space?.release();
        await image.folder.remove();
      };
      return { image, client: { ...client, signal }, release };
    } catch (error) {
      space?.release();
      throw error;
    }
  };

  const compress: Compressor['compress'] = async (body, operation, signal) => {
    const startedAt = performance.now();
    const { image, client, release } = await received(body, signal);
    const { folder, path: sourcePath, facts } = image;
    try {
      const source = sourceOf(image);
      const making = { folder, sourcePath, source, owner, client };
      const applicable = applicableTo(facts, operation);
      const result = await make({ ...making, operation: applicable });
      const types = { sourceType: source.mediaType, mediaType: result.image.mediaType };
      return {
        ...{ path: result.path, bytes: result.image.bytes, sha256: result.image.sha256, source },
        made: howMade(result.receipt, types, startedAt),
        [Symbol.asyncDispose]: release,
      };
    } catch (error) {
      await release();
      throw error;
    }
  };

  /** Uses a picture of which no result is kept. */
  const looking = async <T>(
    body: Readable,
    signal: AbortSignal,
    look: (picture: CheckedPicture) => Promise<T>,
  ): Promise<T> => {
    const { image, client, release } = await received(body, signal);
    const { folder, facts, bytes: sourceBytes } = image;
    try {
      return await look({
        folder,
        sourceBytes,
        facts,
        client,
        endBy: performance.now() + answerMs,
      });
    } finally {
      await release();
    }
  };

  return {
    compress,
    check: (body, signal) => looking(body, signal, checkPicture),
    preview: (body, size, signal) =>
      looking(body, signal, async (picture) => {
        const shown = await readFile(await parts.preview(picture, size));
        const { width, height } = picture.facts;
        const url = `data:image/webp;base64,${shown.toString('base64')}`;
        return { url, size: { width, height } };
      }),
  };
};

type CheckedPicture = Parameters<CompressorParts['checkPicture']>[0];

type Received = Readonly<{ image: ReceivedImage; client: Client; release: () => Promise<void> }>;
