import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { orientationOf, uprightSize } from '../exif/orientation.ts';
import { type ImageFacts, plainFacts } from '../facts.ts';
import { isSameSize } from '../rectangle.ts';
import { storedIccKind } from '../icc/header.ts';
import { bitstreamFactsOf, type BitstreamFacts } from './bitstream.ts';
import { chunksOf, flagBits, frameChunksOf, isOfPicture, type WebpChunk } from './chunks.ts';
import { canvasOf, frameBoxOf, type Canvas } from './extended.ts';
import { type Frame, isSeeThrough } from './see-through.ts';

/**
 * Facts of a WebP, still or animated. Throws `decode_failed` for damaged or contradictory headers, for chunks in an
 * order at which browsers stop, and for a file shorter than its RIFF size says. An animation has no orientation:
 * no player turns one. Source: RFC 9649.
 */
export const webpFactsOf = (source: ByteSource): ImageFacts => {
  const { orientation, width, height, ...contents } = contentsOf(source);
  return {
    ...plainFacts,
    mediaType: 'image/webp',
    ...uprightSize({ width, height }, orientation),
    orientation,
    bitDepth: 8,
    ...contents,
  };
};

type Contents = Frames & Pick<ImageFacts, 'width' | 'height' | 'iccProfile' | 'orientation'>;

type Frames = Partial<ImageFacts> & Pick<ImageFacts, 'hasAlpha' | 'lossless' | 'colour'>;

const contentsOf = (source: ByteSource): Contents => {
  const [first] = chunksOf(source);
  if (first === undefined) throw decodeFailed('WebP has no image data.');
  if (first.name === 'VP8X') return extendedContents(source, first);
  return { ...bitstreamFactsOf([first]), iccProfile: 'none', orientation: 1 };
};

const extendedContents = (source: ByteSource, first: WebpChunk): Contents => {
  const canvas = canvasOf(first);
  const [, ...chunks] = chunksOf(source);
  requireReadable(chunks, canvas);
  const parts = chunks
    .filter(({ name }) => name === 'ANMF')
    .map((frame) => frameOf(source, frame, canvas));
  const isAnimation = (canvas.flags & flagBits.ANIMATION) !== 0;
  const frames = isAnimation ? animationContents(parts, canvas) : stillContents(chunks, canvas);
  const profile = flagged(chunks, canvas, 'ICCP', flagBits.ICC);
  const exif = flagged(chunks, canvas, 'EXIF', flagBits.EXIF);
  return {
    ...frames,
    width: canvas.width,
    height: canvas.height,
    iccProfile: profile === undefined ? 'none' : storedIccKind(profile),
    orientation: exif === undefined || isAnimation ? 1 : orientationOf(exif),
  };
};

const allFlags = Object.values(flagBits).reduce((all, flag) => all | flag, 0);

/** Readers built on libwebp's demuxer, such as browsers and libvips, show nothing of such files; others do. */
const requireReadable = (chunks: readonly WebpChunk[], { flags }: Canvas): void => {
  const names = chunks.map(({ name }) => name);
  const parameters = names.indexOf('ANIM');
  const picture = chunks.findIndex(isOfPicture);
  const isAnimation = (flags & flagBits.ANIMATION) !== 0;
  const isInOrder =
    !names.includes('VP8X') &&
    (parameters >= 0 || !names.includes('ANMF')) &&
    !names.slice(0, Math.max(0, parameters)).includes('ANMF') &&
    (picture < 0 || !(isAnimation || names.slice(0, picture).includes('ANIM')));
  if (!isInOrder) throw decodeFailed('WebP has chunks in a wrong order.');
  if ((flags & ~allFlags) !== 0) throw decodeFailed('WebP has a reserved flag.');
};

const frameOf = (source: ByteSource, chunk: WebpChunk, canvas: Canvas): Frame => {
  const box = frameBoxOf(chunk, canvas);
  const picture = bitstreamFactsOf(frameChunksOf(source, chunk));
  if (!isSameSize(picture, box)) throw decodeFailed('WebP has a frame of contradictory size.');
  return { ...picture, ...box };
};

const animationContents = (frames: readonly Frame[], canvas: Canvas): Frames => {
  const [first] = frames;
  if (first === undefined) throw decodeFailed('WebP has an animation without frames.');
  if (frames.length === 1 && isSameSize(first, canvas)) {
    return { ...pictureContents(first, canvas), isSingleFrame: true };
  }
  return {
    hasAlpha: isSeeThrough(frames, canvas),
    lossless: frames.every(({ lossless }) => lossless),
    colour: 'rgb',
    frames: frames.length,
    ...(frames.length === 1 && { isPartialFrame: true }),
  };
};

const stillContents = (chunks: readonly WebpChunk[], canvas: Canvas): Frames => {
  const picture = bitstreamFactsOf(chunks);
  if (!isSameSize(picture, canvas)) throw decodeFailed('WebP has a canvas of contradictory size.');
  return pictureContents(picture, canvas);
};

const hasAlphaFlag = ({ flags }: Canvas): boolean => (flags & flagBits.ALPHA) !== 0;

/**
 * The flag decides whether an alpha of its own chunk is shown. That of a VP8L is part of its pixels, which decoders show
 * whatever its header says of it, so either of both tells. RFC 9649, 2.7.1 and 3.4.
 */
const pictureContents = (
  { hasAlpha, lossless, colour, quantiser, isOwnResult }: BitstreamFacts,
  canvas: Canvas,
): Frames => ({
  hasAlpha: lossless ? hasAlpha || hasAlphaFlag(canvas) : hasAlpha && hasAlphaFlag(canvas),
  lossless,
  colour,
  ...(quantiser !== undefined && { quantiser }),
  ...(isOwnResult === true && { isOwnResult }),
});

/** Decoders look for a chunk of metadata only where its flag says that there is one. */
const flagged = (
  chunks: readonly WebpChunk[],
  canvas: Canvas,
  name: string,
  flag: number,
): ByteSource | undefined =>
  (canvas.flags & flag) === 0 ? undefined : chunks.find((chunk) => chunk.name === name)?.data;
