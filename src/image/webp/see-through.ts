import type { BitstreamFacts } from './bitstream.ts';
import type { Canvas, FrameBox } from './extended.ts';

/** One frame of an animation: its place on the canvas, and the picture in it. */
export type Frame = FrameBox & BitstreamFacts;

/**
 * Whether a part of the canvas may be transparent at some time. Each animation starts on a transparent canvas, and
 * the frames after its first are usually parts that are drawn over what is there. RFC 9649, 2.7.1.1.
 */
export const isSeeThrough = (frames: readonly Frame[], { width, height }: Canvas): boolean =>
  frames.some((frame, index) => {
    const before = frames[index - 1];
    const cleared = before === undefined ? { x: 0, y: 0, width, height } : before;
    const mustCover = before === undefined || before.isDisposed;
    return mustCover
      ? frame.hasAlpha || !covers(frame, cleared)
      : frame.hasAlpha && !frame.isBlended;
  });

type Box = Pick<FrameBox, 'x' | 'y' | 'width' | 'height'>;

const covers = (frame: Box, place: Box): boolean =>
  frame.x <= place.x &&
  frame.y <= place.y &&
  frame.x + frame.width >= place.x + place.width &&
  frame.y + frame.height >= place.y + place.height;
