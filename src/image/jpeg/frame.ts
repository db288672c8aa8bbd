import { viewOf } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { ImageFacts } from '../facts.ts';
import type { Segment } from './segments.ts';

/** The contents of a frame header. Width and height are pixels as stored. */
export type Frame = Readonly<{
  width: number;
  height: number;
  bitDepth: number;
  components: number;
  colour: ImageFacts['colour'];
  progressive: boolean;
  layout: readonly Component[];
}>;

/** A component's id, its samples in a unit of blocks, across and down, and the id of its quantisation table. */
type Component = Readonly<{ id: number; across: number; down: number; table: number }>;

const componentBytes = 3;

/** Baseline, extended, progressive, and the last two with arithmetic coding. */
const supported: readonly number[] = [0xc0, 0xc1, 0xc2, 0xc9, 0xca];
const progressiveMarkers: readonly number[] = [0xc2, 0xca];

/**
 * The frame that a SOFn segment describes. Throws `decode_failed` for damage, and for kinds that no
 * common decoder reads: lossless, hierarchical, 12 bits. ITU T.81, B.2.2.
 */
export const frameOf = (segment: Segment): Frame => {
  if (!supported.includes(segment.marker)) {
    throw decodeFailed('Lossless or hierarchical JPEG is not supported.');
  }
  if (segment.payload.size < 6) throw decodeFailed('JPEG has a damaged frame header.');
  const view = viewOf(segment.payload.read(0, 6));
  const [bitDepth, height, width] = [view.getUint8(0), view.getUint16(1), view.getUint16(3)];
  const components = view.getUint8(5);
  if (bitDepth !== 8) throw decodeFailed(`${bitDepth}-bit JPEG is not supported.`);
  requireSize(width, height);
  const colour = colourOf(components);
  if (segment.payload.size !== 6 + components * componentBytes) {
    throw decodeFailed('JPEG has a damaged frame header.');
  }
  const progressive = progressiveMarkers.includes(segment.marker);
  const layout = layoutOf(segment.payload.read(6, components * componentBytes));
  return { width, height, bitDepth, components, colour, progressive, layout };
};

/** Of each component an id, its sampling factors in 4 bits each, and its table. */
const layoutOf = (bytes: Uint8Array): readonly Component[] =>
  Array.from({ length: bytes.length / componentBytes }, (_, index) => {
    const [id = 0, sampling = 0, table = 0] = bytes.subarray(index * componentBytes);
    return { id, across: sampling >> 4, down: sampling & 15, table };
  });

const requireSize = (width: number, height: number): void => {
  if (height === 0) throw decodeFailed('JPEG without a height in its header is not supported.');
  if (width === 0) throw decodeFailed('JPEG has a width of 0.');
};

const colours: ReadonlyMap<number, ImageFacts['colour']> = new Map([
  [1, 'grey'],
  [3, 'rgb'],
  [4, 'cmyk'],
]);

const colourOf = (components: number): ImageFacts['colour'] => {
  const colour = colours.get(components);
  if (colour === undefined) throw decodeFailed(`JPEG with ${components} components is unknown.`);
  return colour;
};
