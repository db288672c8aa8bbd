import { viewOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { orientationOf, uprightSize } from '../exif/orientation.ts';
import type { ImageFacts } from '../facts.ts';
import { chunksOf, requireValidCrc, type PngChunk } from './chunks.ts';
import { pngColoursOf, type PngColours } from './colour.ts';
import { pngHeaderIn, type PngHeader } from './header.ts';
import { singleFrameOf } from './single-frame.ts';
import { createTextGuard } from './texts.ts';

/**
 * Facts of a PNG or APNG. Throws `decode_failed` for a damaged header, chunks out of order, missing
 * image data or palette, a wrong checksum of these, and a file that ends before IEND. PNG (third edition), 5 and 11.
 */
export const pngFactsOf = (source: ByteSource): ImageFacts => {
  const header = pngHeaderIn(source);
  const chunks = tellingChunks(source);
  const before = beforeImageData(chunks);
  if (header.colour === 'palette') requirePalette(before('PLTE'));
  const colours = coloursOf(before, header.colour);
  const exif = chunks.get('eXIf')?.data;
  const orientation = exif === undefined ? 1 : orientationOf(exif);
  return {
    mediaType: 'image/png',
    ...uprightSize(header, orientation),
    orientation,
    bitDepth: header.bitDepth,
    colour: header.colour,
    hasAlpha: hasTransparency(header, before('tRNS'), before('PLTE')),
    ...framesOf(before('acTL'), chunks, header),
    lossless: true,
    iccProfile: colours.iccProfile,
    gamma: gammaFact(colours),
    isProgressive: false,
    quantisation: [],
  };
};

type Chunks = ReadonlyMap<string, PngChunk>;

/** Chunks from which facts are read; the first of each name counts. */
const telling = new Set(
  [
    'IHDR',
    'PLTE',
    'tRNS',
    'IDAT',
    'acTL',
    'fcTL',
    'fdAT',
    'eXIf',
    'cICP',
    'iCCP',
    'sRGB',
    'gAMA',
    'cHRM',
  ], //
);

/** The first chunk of each of these names, once the structure of the whole file has been checked. */
const tellingChunks = (source: ByteSource): Chunks => {
  const seen = new Map<string, PngChunk>();
  const guardTexts = createTextGuard();
  let previous: PngChunk | undefined;
  for (const chunk of chunksOf(source)) {
    requireOrder(chunk, previous, seen);
    // Not every decoder of libvips refuses wrong checksums.
    if (chunk.name === 'PLTE' || chunk.name === 'IDAT') requireValidCrc(chunk, source);
    guardTexts(chunk);
    if (telling.has(chunk.name) && !seen.has(chunk.name)) seen.set(chunk.name, chunk);
    previous = chunk;
  }
  return seen;
};

const requireOrder = (chunk: PngChunk, previous: PngChunk | undefined, seen: Chunks): void => {
  if (chunk.name === 'IHDR' && previous !== undefined) {
    throw decodeFailed('PNG has more than one IHDR chunk.');
  }
  if (chunk.name === 'IDAT' && seen.has('IDAT') && previous?.name !== 'IDAT') {
    throw decodeFailed('PNG has image data in separate places.');
  }
};

type Before = (name: string) => ByteSource | undefined;

/** The data of a chunk that comes before the image data; decoders ignore a later one. */
const beforeImageData = (chunks: Chunks): Before => {
  const imageData = chunks.get('IDAT');
  if (imageData === undefined) throw decodeFailed('PNG has no image data.');
  return (name) => {
    const chunk = chunks.get(name);
    return chunk !== undefined && chunk.offset < imageData.offset ? chunk.data : undefined;
  };
};

const requirePalette = (palette: ByteSource | undefined): void => {
  const size = palette?.size ?? 0;
  if (size === 0 || size > 256 * 3 || size % 3 !== 0) {
    throw decodeFailed('PNG has no usable palette.');
  }
};

const coloursOf = (before: Before, colour: ImageFacts['colour']): PngColours =>
  pngColoursOf(
    {
      cICP: before('cICP'),
      iCCP: before('iCCP'),
      sRGB: before('sRGB'),
      gAMA: before('gAMA'),
      cHRM: before('cHRM'),
    },
    colour,
  );

/** A tRNS chunk of a wrong length is ignored, as in libpng. PNG, 11.3.1.1. */
const hasTransparency = (
  { hasAlphaChannel, colour, bitDepth }: PngHeader,
  tRNS: ByteSource | undefined,
  palette: ByteSource | undefined,
): boolean => {
  if (hasAlphaChannel || tRNS === undefined) return hasAlphaChannel;
  if (colour !== 'palette') return tRNS.size === (colour === 'grey' ? 2 : 6);
  const entries = Math.min((palette?.size ?? 0) / 3, 2 ** bitDepth);
  return tRNS.size <= entries && tRNS.read(0, tRNS.size).some((alpha) => alpha < 255);
};

type Frames = Pick<ImageFacts, 'frames' | 'isSingleFrame'>;

/** acTL starts with the number of frames. PNG (third edition), 11.3.4.1. */
const framesOf = (acTL: ByteSource | undefined, chunks: Chunks, header: PngHeader): Frames => {
  const frames = acTL?.size === 8 ? viewOf(acTL.read(0, 4)).getUint32(0) : 0;
  if (frames !== 1) return { frames: Math.max(1, frames), isSingleFrame: false };
  const shown = singleFrameOf([...chunks.values()], header);
  return { frames: shown === 'partial' ? 2 : 1, isSingleFrame: shown === 'separate' };
};

const gammaFact = ({ space }: PngColours): ImageFacts['gamma'] => {
  if (space === undefined) return 'standard';
  return typeof space === 'string' ? space : 'other';
};

/** The colours of a PNG. Its facts must have been read before, which checks its structure. */
export const pngColoursIn = (source: ByteSource): PngColours =>
  coloursOf(beforeImageData(tellingChunks(source)), pngHeaderIn(source).colour);
