import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { orientationOf, uprightSize } from '../exif/orientation.ts';
import type { ImageFacts } from '../facts.ts';
import { iccHeaderBytes } from '../icc/profile.ts';
import { iccKindOf, longIccKindOf, maxIccBytes, type IccKind } from '../icc/header.ts';
import { bitstreamFactsOf, type BitstreamFacts } from './bitstream.ts';
import {
  chunksOf,
  flagBits,
  frameChunksOf,
  riffHeaderBytes,
  riffEndOf,
  type WebpChunk,
} from './chunks.ts';
import { canvasOf, frameSizeOf, type Canvas } from './extended.ts';

/**
 * Facts of a WebP, still or animated. Throws `decode_failed` for damaged or contradictory headers and
 * for a file shorter than its RIFF size says. Source: RFC 9649.
 */
export const webpFactsOf = (source: ByteSource): ImageFacts => {
  const { orientation, width, height, ...contents } = contentsOf(source);
  return {
    mediaType: 'image/webp',
    ...uprightSize({ width, height }, orientation),
    orientation,
    bitDepth: 8,
    colour: 'rgb',
    ...contents,
    gamma: 'standard',
    isProgressive: false,
    quantisation: [],
  };
};

type Contents = BitstreamFacts & Frames & Pick<ImageFacts, 'iccProfile' | 'orientation'>;

type Frames = Pick<ImageFacts, 'hasAlpha' | 'lossless' | 'frames' | 'isSingleFrame'>;

const still = { frames: 1, isSingleFrame: false } as const;

const contentsOf = (source: ByteSource): Contents => {
  const end = riffEndOf(source);
  const [first] = chunksOf(source, riffHeaderBytes, end);
  if (first === undefined) throw decodeFailed('WebP has no image data.');
  if (first.name === 'VP8X') return extendedContents(source, first, end);
  return { ...bitstreamFactsOf([first]), ...still, iccProfile: 'none', orientation: 1 };
};

const extendedContents = (source: ByteSource, first: WebpChunk, end: number): Contents => {
  const canvas = canvasOf(first);
  const chunks = [...chunksOf(source, first.end, end)];
  const framePictures = chunks
    .filter(({ name }) => name === 'ANMF')
    .map((frame) => framePicture(source, frame, canvas));
  const isAnimation = (canvas.flags & flagBits.ANIMATION) !== 0;
  const frames = isAnimation
    ? animationContents(framePictures, canvas)
    : stillContents(chunks, canvas);
  const exif = flagged(chunks, canvas, 'EXIF', flagBits.EXIF);
  return {
    ...frames,
    width: canvas.width,
    height: canvas.height,
    iccProfile: iccKindIn(flagged(chunks, canvas, 'ICCP', flagBits.ICC)),
    orientation: exif === undefined ? 1 : orientationOf(exif),
  };
};

const framePicture = (source: ByteSource, frame: WebpChunk, canvas: Canvas): BitstreamFacts => {
  const size = frameSizeOf(frame, canvas);
  const picture = bitstreamFactsOf(frameChunksOf(source, frame));
  if (!isSameSize(picture, size)) throw decodeFailed('WebP has a frame of contradictory size.');
  return picture;
};

const isSameSize = (
  picture: BitstreamFacts,
  size: Readonly<{ width: number; height: number }>,
): boolean => picture.width === size.width && picture.height === size.height;

const animationContents = (pictures: readonly BitstreamFacts[], canvas: Canvas): Frames => {
  if (pictures.length === 0) throw decodeFailed('WebP has an animation without frames.');
  return {
    hasAlpha: (canvas.flags & flagBits.ALPHA) !== 0 || pictures.some(({ hasAlpha }) => hasAlpha),
    lossless: pictures.every(({ lossless }) => lossless),
    frames: pictures.length,
    isSingleFrame: pictures.length === 1 && pictures.every((only) => isSameSize(only, canvas)),
  };
};

const stillContents = (chunks: readonly WebpChunk[], canvas: Canvas): Frames => {
  const picture = bitstreamFactsOf(chunks);
  if (!isSameSize(picture, canvas)) throw decodeFailed('WebP has a canvas of contradictory size.');
  return { ...still, hasAlpha: picture.hasAlpha, lossless: picture.lossless };
};

/** Decoders look for a chunk of metadata only where its flag says that there is one. */
const flagged = (
  chunks: readonly WebpChunk[],
  canvas: Canvas,
  name: string,
  flag: number,
): ByteSource | undefined =>
  (canvas.flags & flag) === 0 ? undefined : chunks.find((chunk) => chunk.name === name)?.data;

const iccKindIn = (profile: ByteSource | undefined): IccKind => {
  if (profile === undefined) return 'none';
  return profile.size > maxIccBytes
    ? longIccKindOf(profile.read(0, iccHeaderBytes), 'rgb')
    : iccKindOf(profile.read(0, profile.size), 'rgb');
};
