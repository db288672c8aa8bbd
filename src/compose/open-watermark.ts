import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { DeliverParts } from '../delivery/deliver.ts';
import type { CheckPicture } from '../engine/check-picture.ts';
import { StartError } from '../errors.ts';
import { watermarkFileName } from '../jobs/file-names.ts';
import type { ImageReceiver } from '../jobs/receive-image.ts';

/** A picture to lay over others, and the bytes of its file. */
type Watermark = Readonly<{
  picture: NonNullable<DeliverParts['watermark']>;
  content: Uint8Array;
}>;

type WatermarkParts = Readonly<{
  receiver: Pick<ImageReceiver, 'receive' | 'prepare'>;
  checkPicture: CheckPicture;
  /** Longest time for its tools, in milliseconds. */
  answerMs: number;
}>;

/** Enough for a logo, and so few that each picture that has it over it is made in about the same time. */
const mostPixels = 4_000_000;

/**
 * The picture of `delivery.watermark`, decoded once, so that each request finds it whole. Undefined for an empty path.
 * @throws StartError for what is no still picture that tools read as it is, and for one that is too large.
 */
export const openWatermark = async (
  path: string,
  { receiver, checkPicture, answerMs }: WatermarkParts,
): Promise<Watermark | undefined> => {
  if (path === '') return undefined;
  const { signal } = new AbortController();
  try {
    const body = createReadStream(path);
    const received = await receiver.prepare(await receiver.receive(body, signal));
    const { folder, facts, bytes, sha256 } = received;
    try {
      const { mediaType, width, height, hasAlpha, colour, iccProfile } = facts;
      const isPlain = colour !== 'cmyk' && facts.gamma === 'standard' && facts.frames === 1;
      if (mediaType === 'image/avif' || !isPlain || width * height > mostPixels) {
        throw new Error(
          `expected a still PNG, WebP or JPEG in RGB or grey of at most ${mostPixels} pixels, got ${mediaType} of ${width}x${height}`,
        );
      }
      const client = { requestId: 'start', accountId: 'start', jobNumber: 0, signal };
      const endBy = performance.now() + answerMs;
      await checkPicture({ folder, sourceBytes: bytes, facts, client, endBy });
      const fileName = watermarkFileName(mediaType);
      const isGrey = colour === 'grey';
      const hasProfile = iccProfile === 'other';
      const picture = { fileName, sha256, width, height, hasAlpha, isGrey, hasProfile };
      return { picture, content: await readFile(received.path) };
    } finally {
      await folder.remove();
    }
  } catch (error) {
    throw new StartError(`delivery.watermark: ${path}: ${(error as Error).message}`, 2, error);
  }
};
