import { ServiceError } from '../errors.ts';
import type { ImageFacts } from './facts.ts';

export type ImageLimits = Readonly<{ pixels: number; frames: number }>;

/**
 * Checks the size that the headers state, before any tool starts (design, invariant 7).
 * @throws ServiceError `too_large`, whose message has the limit, its setting and the size found.
 */
export const checkLimits = (facts: ImageFacts, limits: ImageLimits): void => {
  if (facts.frames > limits.frames) {
    throw new ServiceError(
      'too_large',
      `The image may have at most ${limits.frames} frames (limits.frames), got ${facts.frames}.`,
      { reason: { id: 'too_many_frames', most: limits.frames } },
    );
  }
  const pixels = facts.width * facts.height * facts.frames;
  if (pixels > limits.pixels) {
    throw new ServiceError(
      'too_large',
      `The image may have at most ${limits.pixels} pixels (limits.pixels), got ${pixels} (${facts.width}x${facts.height}${facts.frames > 1 ? `, ${facts.frames} frames` : ''}).`,
      { reason: { id: 'too_many_pixels', most: limits.pixels } },
    );
  }
};
