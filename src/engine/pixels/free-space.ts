import { statfs } from 'node:fs/promises';
import type { ImageFacts } from '../../image/facts.ts';
import type { Plan } from '../../image/plan.ts';

/**
 * Whether the file system of `folder` has space for the pixels of a plan. libvips does not report a full
 * disk, only that it could not write.
 */
export const hasFreeSpaceForPixels = async (
  folder: string,
  plan: Pick<Plan, 'width' | 'height'>,
  { frames }: Pick<ImageFacts, 'frames'>,
): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize > plan.width * plan.height * frames * bytesPerPixel;
};

/** Four samples of 16 bits, the most that libvips writes for a pixel. */
const bytesPerPixel = 8;
