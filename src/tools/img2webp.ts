import type { Timing } from '../image/webp/animation.ts';

/** The program that assembles the frames of an animation; one of the WebP tools. */
export const assemblerName = 'img2webp';

/** The same quality as that of the built-in WebP encoder. */
const frameQuality = 82;

/**
 * Arguments of the assembler (img2webp(1)): each frame is lossy or lossless, whichever is smaller. The
 * shortest duration is 1 ms, since img2webp refuses 0 and players show such frames longer anyway.
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
