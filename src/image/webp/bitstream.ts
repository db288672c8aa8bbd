import { viewOf } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { pictureChunksOf, type WebpChunk } from './chunks.ts';
import { frameHeaderOf } from './frame-header.ts';

/** One picture: a still image or one frame of an animation. Pixels. */
export type BitstreamFacts = Readonly<{
  width: number;
  height: number;
  hasAlpha: boolean;
  lossless: boolean;
  /** `palette`: the pixels are stored without loss as indices of one. */
  colour: 'rgb' | 'palette';
  /** Of a lossy picture. */
  quantiser?: number;
  /** Lossy colours as the service's encoder makes them. */
  isOwnResult?: boolean;
}>;

/**
 * The picture among these chunks, from its bitstream header. Throws `decode_failed` when there is
 * none or it is damaged.
 */
export const bitstreamFactsOf = (chunks: Iterable<WebpChunk>): BitstreamFacts => {
  const picture = pictureChunksOf(chunks);
  const bitstream = picture.at(-1) as WebpChunk;
  return bitstream.name === 'VP8L'
    ? losslessFacts(bitstream)
    : lossyFacts(bitstream, picture.length > 1);
};

const losslessHeaderBytes = 5;

/** In the byte behind the header: there is a transform, and it is one by a palette (type 3). RFC 9649, 3.5 and 4. */
const paletteTransform = 0b111;

/** WebP lossless bitstream, 3: signature 2F, two sides of 14 bits less one, alpha, version 0. */
const losslessFacts = (chunk: WebpChunk): BitstreamFacts => {
  const view = viewOf(chunk.data.read(0, losslessHeaderBytes));
  const isComplete = view.byteLength === losslessHeaderBytes;
  if (!isComplete || view.getUint8(0) !== 0x2f || view.getUint8(4) >> 5 !== 0) {
    throw decodeFailed('WebP has a damaged VP8L header.');
  }
  const bits = view.getUint32(1, true);
  const [width, height] = [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
  const [transform = 0] = chunk.data.read(losslessHeaderBytes, 1);
  const hasPalette = (transform & paletteTransform) === paletteTransform;
  const hasAlpha = ((bits >> 28) & 1) === 1;
  return { width, height, hasAlpha, lossless: true, colour: hasPalette ? 'palette' : 'rgb' };
};

const lossyHeaderBytes = 10;

/** RFC 6386, 9.1: frame tag (key frame, shown), start code 9D 01 2A, two sides of 14 bits. */
const lossyFacts = (chunk: WebpChunk, hasAlpha: boolean): BitstreamFacts => {
  const view = viewOf(chunk.data.read(0, lossyHeaderBytes));
  const isShownKeyFrame =
    view.byteLength === lossyHeaderBytes && (view.getUint8(0) & 0x11) === 0x10;
  if (!isShownKeyFrame || view.getUint16(3) !== 0x9d01 || view.getUint8(5) !== 0x2a) {
    throw decodeFailed('WebP has a damaged VP8 header.');
  }
  const [width, height] = [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff];
  if (width === 0 || height === 0) throw decodeFailed('WebP has a side of 0 pixels.');
  const { sharpness, quantiser } = frameHeaderOf(chunk.data);
  const isOwnResult = sharpness === ownSharpness;
  const ours = isOwnResult && { isOwnResult };
  return { width, height, hasAlpha, lossless: false, colour: 'rgb', quantiser, ...ours };
};

/** That of the command of `cwebp` (`-sharpness 7`). Encoders have 0, or up to 6 in their presets, unless told otherwise. */
const ownSharpness = 7;
