import type { Timing } from '../image/webp/animation.ts';

/** The program that puts the frames of an animation together; one of the WebP tools. */
export const assemblerName = 'img2webp';

/** Of the frames, as of the built-in WebP encoder. */
const frameQuality = 82;

/**
 * Arguments of the assembler (img2webp(1)): each frame with or without loss, whichever is smaller. It
 * refuses a duration of 0, which players take for a longer one anyway.
 */
export const assembleArgs = (
  frames: readonly string[],
  { durationsMs, loops }: Timing,
  output: string,
): readonly string[] => [
  '-loop',
  `${loops}`,
  '-mixed',
  '-q',
  `${frameQuality}`,
  ...frames.flatMap((name, frame) => ['-d', `${Math.max(1, durationsMs[frame] ?? 0)}`, name]),
  '-o',
  output,
];
