import { concatenated, latin1Bytes, latin1Of } from './bytes.ts';
import { decodeFailed } from './decode-failed.ts';
import type { Size } from './rectangle.ts';
import type { Raster } from './raster.ts';

/** Only comments make a header longer than this, and no configured tool writes such comments. */
export const maxHeaderBytes = 512;

/** What is before the pixels: how many bytes it takes, and what it says. */
type PixmapHeader = Size & Readonly<{ length: number; bands: Raster['bands'] }>;

/**
 * The header of a PGM, PPM or PAM file of `size` bytes with 8 bits a sample, of which `start` are the first 512 or more.
 * Throws `decode_failed` for another format or depth, or when pixels are missing. Source: netpbm, pgm(5), ppm(5), pam(5).
 */
export const pixmapHeaderOf = (start: Uint8Array, size: number): PixmapHeader => {
  const text = latin1Of(start.subarray(0, maxHeaderBytes));
  const header = plainHeaderOf(text) ?? pamHeaderOf(text) ?? unreadable();
  const pixelBytes = header.width * header.height * header.bands;
  // What is no number is not above 0.
  if (!(pixelBytes > 0 && header.length + pixelBytes <= size)) {
    throw decodeFailed('The pixmap has fewer pixels than its header says.');
  }
  return header;
};

/** Magic number, then width, height and largest level, each after white space or comments (ppm(5)). */
const plainHeader = /^P([56])(?:\s|#[^\n]*\n)+(\d+)(?:\s|#[^\n]*\n)+(\d+)(?:\s|#[^\n]*\n)+(\d+)\s/;

const plainHeaderOf = (text: string): PixmapHeader | undefined => {
  const [header, kind, width, height, maximum] = plainHeader.exec(text) ?? [];
  if (header === undefined || maximum !== '255') return undefined;
  const bands = kind === '5' ? 1 : 3;
  return { length: header.length, width: Number(width), height: Number(height), bands };
};

/** Lines of a name and a value in any order, ended by ENDHDR (pam(5)). */
const pamHeader = /^P7\n((?:[^\n]*\n)*?)ENDHDR\n/;

const pamHeaderOf = (text: string): PixmapHeader | undefined => {
  const [header, lines = ''] = pamHeader.exec(text) ?? [];
  if (header === undefined) return undefined;
  const fields = new Map(lines.split('\n').map((line) => line.split(/\s+/, 2) as [string, string]));
  const numberOf = (name: string): number => Number(fields.get(name));
  const bands = numberOf('DEPTH');
  if (numberOf('MAXVAL') !== 255 || !isBands(bands)) return undefined;
  return { length: header.length, width: numberOf('WIDTH'), height: numberOf('HEIGHT'), bands };
};

const isBands = (depth: number): depth is Raster['bands'] => [1, 2, 3, 4].includes(depth);

const unreadable = (): never => {
  throw decodeFailed('Not a pixmap of 8 bits a sample.');
};

/** The picture as a PGM, PPM, or (with alpha) PAM file. */
export const pixmapBytes = (picture: Raster): Uint8Array =>
  concatenated([latin1Bytes(headerOf(picture)), picture.data]);

const headerOf = ({ width, height, bands }: Raster): string => {
  const hasAlpha = bands === 2 || bands === 4;
  if (!hasAlpha) return `P${bands === 1 ? 5 : 6}\n${width} ${height}\n255\n`;
  const kind = bands === 2 ? 'GRAYSCALE_ALPHA' : 'RGB_ALPHA';
  return `P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH ${bands}\nMAXVAL 255\nTUPLTYPE ${kind}\nENDHDR\n`;
};
