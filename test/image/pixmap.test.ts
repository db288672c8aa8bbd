import { expect } from 'chai';
import { latin1Bytes, latin1Of } from '../../src/image/bytes.ts';
import { pixmapBytes } from '../../src/image/pixmap.ts';
import { parsePixmap } from '../support/image/parse-pixmap.ts';
import type { Raster } from '../../src/image/raster.ts';
import { ServiceError } from '../../src/errors.ts';

const parsed = (text: string): Raster => {
  const { data, ...rest } = parsePixmap(latin1Bytes(text));
  return { ...rest, data: Uint8Array.from(data) };
};
const data = (text: string): Uint8Array => Uint8Array.from(latin1Bytes(text));

describe('parsePixmap', () => {
  const rows: readonly (readonly [string, string, Raster])[] = [
    ['a PPM', 'P6\n2 1\n255\nabcdef', { width: 2, height: 1, bands: 3, data: data('abcdef') }],
    ['a PGM', 'P5 1 2 255\nab', { width: 1, height: 2, bands: 1, data: data('ab') }],
    [
      'a PPM with comments',
      'P6\n# by a tool\n1 # wide\n1\n# deep\n255\n\n\n\n',
      { width: 1, height: 1, bands: 3, data: data('\n\n\n') },
    ],
    [
      'a PAM with alpha',
      'P7\nWIDTH 1\nHEIGHT 2\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\nabcdefgh',
      { width: 1, height: 2, bands: 4, data: data('abcdefgh') },
    ],
    [
      'a grey PAM with its lines in another order',
      'P7\nMAXVAL 255\nTUPLTYPE GRAYSCALE_ALPHA\nDEPTH 2\nHEIGHT 1\nWIDTH 1\nENDHDR\nab',
      { width: 1, height: 1, bands: 2, data: data('ab') },
    ],
    [
      'one with bytes behind its pixels',
      'P5\n1 1\n255\nabc',
      { width: 1, height: 1, bands: 1, data: data('a') },
    ],
  ];
  for (const [title, text, picture] of rows) {
    it(`reads ${title}`, () => {
      expect(parsed(text)).to.deep.equal(picture);
    });
  }

  const refused: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['another format', 'P3\n1 1\n255\n1 2 3'],
    ['16 bits a sample', 'P6\n1 1\n65535\nabcdef'],
    ['missing pixels', 'P6\n2 1\n255\nabcde'],
    ['no pixels', 'P6\n0 1\n255\n'],
    ['a PAM without a size', 'P7\nDEPTH 1\nMAXVAL 255\nENDHDR\na'],
    ['a PAM with five bands', 'P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\nabcde'],
  ];
  for (const [title, text] of refused) {
    it(`refuses ${title}`, () => {
      expect(() => parsed(text))
        .to.throw(ServiceError)
        .with.property('code', 'decode_failed');
    });
  }
});

describe('pixmapBytes', () => {
  const kinds = [
    [1, 'P5'],
    [2, 'P7'],
    [3, 'P6'],
    [4, 'P7'],
  ] as const;
  for (const [bands, magic] of kinds) {
    it(`writes ${bands} bands as ${magic}, which reads back`, () => {
      const picture: Raster = {
        width: 2,
        height: 3,
        bands,
        data: new Uint8Array(6 * bands).fill(9),
      };
      const bytes = pixmapBytes(picture);
      expect(latin1Of(bytes.subarray(0, 2))).to.equal(magic);
      expect(parsed(latin1Of(bytes))).to.deep.equal(picture);
    });
  }
});
