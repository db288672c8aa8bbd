import { viewOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { hasExifPrefix } from '../exif/tiff.ts';
import { chunksOf, hasValidCrc, requireValidCrc, type PngChunk } from './chunks.ts';
import { pngHeaderOf, type PngHeader } from './header.ts';
import { createTextGuard } from './texts.ts';

/** The chunks by which a PNG is shown. */
export type PngPicture = Readonly<{
  header: PngHeader;
  /** In the order of the file; of each name but those of pixels, one. */
  chunks: readonly PngChunk[];
  find: (name: string) => PngChunk | undefined;
}>;

/**
 * The chunks by which browsers show a PNG. Left out are those that they ignore: ancillary ones that are
 * unknown, damaged, in the wrong place, of an impossible content, or behind a usable one of their name.
 * Throws `decode_failed` for a damaged header or palette, missing image data, an unknown critical chunk, and a
 * file that ends before IEND. PNG (third edition), 5 and 11.
 */
export const pngPictureOf = (source: ByteSource): PngPicture => {
  const chunks: PngChunk[] = [];
  const byName = new Map<string, PngChunk>();
  const seen = new Set<string>();
  const guardTexts = createTextGuard();
  let header: PngHeader | undefined;
  let previous: string | undefined;
  for (const chunk of chunksOf(source)) {
    guardTexts(chunk);
    header ??= pngHeaderOf(chunk, source);
    if (isShown(chunk, { source, header, byName, seen, previous })) {
      chunks.push(chunk);
      if (!byName.has(chunk.name)) byName.set(chunk.name, chunk);
    }
    seen.add(chunk.name);
    previous = chunk.name;
  }
  if (header === undefined || !byName.has('IDAT')) throw decodeFailed('PNG has no image data.');
  if (header.colour === 'palette' && !byName.has('PLTE')) throw noPalette();
  return { header, chunks, find: (name) => byName.get(name) };
};

const noPalette = () => decodeFailed('PNG has no usable palette.');

/** What comes before a chunk. */
type Context = Readonly<{
  source: ByteSource;
  header: PngHeader;
  byName: ReadonlyMap<string, PngChunk>;
  /** Names of all chunks, those that are left out too. */
  seen: ReadonlySet<string>;
  previous: string | undefined;
}>;

const isShown = (chunk: PngChunk, context: Context): boolean => {
  const { source, header, byName, seen, previous } = context;
  switch (chunk.name) {
    case 'IHDR':
      if (previous !== undefined) throw decodeFailed('PNG has more than one IHDR chunk.');
      return true;
    case 'PLTE':
      if (seen.has('IDAT')) return false;
      requirePalette(chunk, context);
      return header.colour === 'palette';
    case 'IDAT':
      if (seen.has('IDAT') && previous !== 'IDAT')
        throw decodeFailed('PNG has image data in separate places.');
      // Not every decoder of libvips refuses wrong checksums.
      requireValidCrc(chunk, source);
      return true;
    case 'IEND':
    case 'fcTL':
    case 'fdAT':
      return true;
    default:
      if (isCritical(chunk)) throw decodeFailed(`PNG has an unknown critical chunk ${chunk.name}.`);
      return !byName.has(chunk.name) && isUsable(chunk, context) && hasValidCrc(chunk, source);
  }
};

/** A palette is read, and must be sound, where it only suggests colours too. PNG, 11.2.2. */
const requirePalette = (chunk: PngChunk, { source, seen }: Context): void => {
  const { size } = chunk.data;
  if (seen.has('PLTE') || size === 0 || size > 256 * 3 || size % 3 !== 0) throw noPalette();
  requireValidCrc(chunk, source);
};

/** Its first letter is upper case. PNG, 5.4. */
const isCritical = ({ name }: PngChunk): boolean => name[0] === name[0]?.toUpperCase();

/** Whether an ancillary chunk is where it counts, and holds what it may. */
const isUsable = ({ name, data }: PngChunk, { header, seen }: Context): boolean => {
  if (seen.has('IDAT')) return false;
  switch (name) {
    case 'acTL':
      return data.size === 8;
    case 'cHRM':
      return data.size === 32 && areChromaticities(viewOf(data.read(0, 32)));
    case 'cICP':
      return data.size === 4 && !seen.has('PLTE');
    case 'eXIf':
      return !hasExifPrefix(data);
    case 'gAMA':
      return data.size === 4 && data.read(0, 4).some((byte) => byte !== 0);
    case 'iCCP':
      return true;
    case 'sBIT':
      return isSignificantBits(data, header);
    case 'sRGB':
      return data.size === 1 && (data.read(0, 1)[0] ?? 4) < 4;
    case 'tRNS':
      return isTransparency(data.size, header, seen.has('PLTE'));
    default:
      return false;
  }
};

/** One number for each channel, none above its bits. PNG, 11.3.2.7. */
const isSignificantBits = (
  data: ByteSource,
  { colour, hasAlphaChannel, bitDepth }: PngHeader,
): boolean => {
  const channels = (colour === 'grey' ? 1 : 3) + (hasAlphaChannel ? 1 : 0);
  const most = colour === 'palette' ? 8 : bitDepth;
  return (
    data.size === channels && data.read(0, channels).every((bits) => bits >= 1 && bits <= most)
  );
};

/** White, red, green and blue as x and y in 100,000ths. Chromium 156 takes none above one. */
const areChromaticities = (values: DataView): boolean =>
  Array.from({ length: 8 }, (_, index) => values.getUint32(index * 4)).every(
    (value) => value <= 100_000,
  );

/** Longer ones count with their first bytes, as in browsers. PNG, 11.3.1.1. */
const isTransparency = (
  size: number,
  { colour, hasAlphaChannel }: PngHeader,
  isBehindPalette: boolean,
): boolean => {
  if (hasAlphaChannel) return false;
  if (colour === 'palette') return isBehindPalette && size >= 1 && size <= 256;
  return size >= transparentColourBytes(colour);
};

/** A level of 16 bits for each channel. */
export const transparentColourBytes = (colour: PngHeader['colour']): number =>
  colour === 'grey' ? 2 : 6;
