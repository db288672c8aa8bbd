import { viewOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { ImageFacts } from '../facts.ts';
import type { Raster } from '../raster.ts';
import { chunksOf, requireValidCrc, type PngChunk } from './chunks.ts';

/** The contents of IHDR. Width and height are pixels as stored. */
export type PngHeader = Readonly<{
  width: number;
  height: number;
  bitDepth: number;
  colour: ImageFacts['colour'];
  hasAlphaChannel: boolean;
  isInterlaced: boolean;
}>;

const ihdrBytes = 13;

type ColourType = Pick<PngHeader, 'colour' | 'hasAlphaChannel'> &
  Readonly<{ bitDepths: readonly number[] }>;

/** Colour types and the bit depths each allows. PNG, table 12. */
const colourTypes: ReadonlyMap<number, ColourType> = new Map([
  [0, { colour: 'grey', hasAlphaChannel: false, bitDepths: [1, 2, 4, 8, 16] }],
  [2, { colour: 'rgb', hasAlphaChannel: false, bitDepths: [8, 16] }],
  [3, { colour: 'palette', hasAlphaChannel: false, bitDepths: [1, 2, 4, 8] }],
  [4, { colour: 'grey', hasAlphaChannel: true, bitDepths: [8, 16] }],
  [6, { colour: 'rgb', hasAlphaChannel: true, bitDepths: [8, 16] }],
]);

/** The header of a PNG, of which nothing else is read. Throws `decode_failed` as `pngHeaderOf` does. */
export const pngHeaderIn = (source: ByteSource): PngHeader => {
  const [first] = chunksOf(source);
  if (first === undefined) throw decodeFailed('PNG has no chunks.');
  return pngHeaderOf(first, source);
};

/** The contents of an IHDR chunk. Throws `decode_failed` when they are damaged or impossible. */
export const pngHeaderOf = (chunk: PngChunk, source: ByteSource): PngHeader => {
  if (chunk.name !== 'IHDR' || chunk.data.size !== ihdrBytes) {
    throw decodeFailed('PNG does not start with an IHDR chunk.');
  }
  requireValidCrc(chunk, source);
  const view = viewOf(chunk.data.read(0, ihdrBytes));
  const [width, height, bitDepth] = [view.getUint32(0), view.getUint32(4), view.getUint8(8)];
  requireSide('width', width);
  requireSide('height', height);
  requireMethods(view);
  const type = colourTypes.get(view.getUint8(9));
  if (!type?.bitDepths.includes(bitDepth)) {
    throw decodeFailed('PNG has an impossible colour type or bit depth.');
  }
  const { colour, hasAlphaChannel } = type;
  return {
    width,
    height,
    bitDepth,
    colour,
    hasAlphaChannel,
    isInterlaced: view.getUint8(12) === 1,
  };
};

/** Samples of a pixel as it is stored. */
export const samplesOf = ({ colour, hasAlphaChannel }: PngHeader): Raster['bands'] => {
  if (colour === 'rgb') return hasAlphaChannel ? 4 : 3;
  return colour === 'grey' && hasAlphaChannel ? 2 : 1;
};

/** Bytes that the image data of a picture has when it is inflated: a filter before each row. PNG, 8 and 9. */
export const inflatedBytesOf = (header: PngHeader): number => {
  const { width, height, bitDepth, isInterlaced } = header;
  const bits = samplesOf(header) * bitDepth;
  return (isInterlaced ? adam7 : [onePass]).reduce((sum, [x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across);
    const rows = Math.ceil((height - y) / down);
    return columns > 0 && rows > 0 ? sum + rows * (1 + Math.ceil((columns * bits) / 8)) : sum;
  }, 0);
};

/** First column and row, and the steps between columns and between rows. */
type Pass = readonly [x: number, y: number, across: number, down: number];

const onePass: Pass = [0, 0, 1, 1];

/** PNG, 8.2. */
const adam7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

const maxSide = 2 ** 31 - 1;

const requireSide = (name: string, pixels: number): void => {
  if (pixels < 1 || pixels > maxSide) throw decodeFailed(`PNG has a ${name} of ${pixels}.`);
};

const requireMethods = (view: DataView): void => {
  const [compression, filter, interlace] = [
    view.getUint8(10),
    view.getUint8(11),
    view.getUint8(12),
  ];
  if (compression !== 0 || filter !== 0 || interlace > 1) {
    throw decodeFailed('PNG uses an unknown compression, filter or interlace method.');
  }
};
