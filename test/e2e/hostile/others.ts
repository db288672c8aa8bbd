import { bytes, uint16, uint32 } from '../../support/image/builders.ts';
import { photo } from '../../support/e2e/pictures.ts';
import { becoming, type HostileFile } from './file.ts';

const brand = (name: string): Buffer =>
  bytes(uint32(24), 'ftyp', name, uint32(0), 'mif1', name, uint32(8), 'meta');

const svg = (inside: string): Buffer =>
  bytes(
    `<?xml version="1.0"?>${inside}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
  );

const entities = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
).join('');

/** What libvips, or the programs that others resize pictures with, would also read. */
export const otherFiles: readonly HostileFile[] = becoming('refused', {
  'an SVG': () => svg(''),
  'an SVG that reads a file': () => svg('<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
  'an SVG of a thousand million entities': () =>
    svg(`<!DOCTYPE svg [<!ENTITY e0 "x">${entities}]>`),
  'a GIF': () =>
    bytes('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;'),
  'a TIFF': () => bytes('II*\0\x08\0\0\0\0\0', new Uint8Array(20)),
  'a large TIFF': () => bytes('MM\0+\0\x08\0\0', new Uint8Array(20)),
  'a BMP': () => bytes('BM', new Uint8Array(12), 40, new Uint8Array(50)),
  'an AVIF': () => brand('avif'),
  'a HEIC': () => brand('heic'),
  'a JPEG XL': () => bytes('\xff\x0a', new Uint8Array(20)),
  'a JPEG 2000': () => bytes('\0\0\0\x0cjP  \r\n\x87\n', new Uint8Array(20)),
  'a Photoshop file': () =>
    bytes('8BPS\0\x01', new Uint8Array(6), uint16(3), uint32(9), uint32(9), uint16(8)),
  'a pixmap': () => bytes('P6\n2 2\n255\n', new Uint8Array(12)),
  'an icon': () => bytes('\0\0\x01\0\x01\0\x10\x10', new Uint8Array(20)),
  'a PDF': () => bytes('%PDF-1.7\n', photo),
  'an archive with a JPEG in it': () => bytes('PK\x03\x04\x14\0\0\0\0\0', photo),
  'a script of ImageMagick': () =>
    bytes('push graphic-context\nimage over 0,0 0,0 "|id"\npop graphic-context\n'),
  "libvips' own format": () => bytes('\xb6\xa6\xf2\x08', uint32(9), uint32(9), new Uint8Array(80)),
  markup: () => bytes('<!DOCTYPE html><img src=x>', photo),
  'a MNG': () => bytes('\x8aMNG\r\n\x1a\n', new Uint8Array(40)),
});
