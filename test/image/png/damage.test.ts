import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { ServiceError } from '../../../src/errors.ts';
import { bytesOf } from '../../../src/image/bytes.ts';
import { pngFactsOf } from '../../../src/image/png/facts.ts';
import { pngStrippedPieces } from '../../../src/image/png/strip.ts';
import {
  applied,
  bytes,
  chunk,
  ihdr,
  pngOf,
  pngSignature,
  strictSource,
  uint32,
} from '../../support/image/builders.ts';
import { expectDecodeFailed } from '../../support/image/facts.ts';

const palette = chunk('PLTE', '\0\0\0\xff\xff\xff');
const withBroken = (content: Buffer, offset: number): Buffer => {
  const changed = Buffer.from(content);
  changed[offset] = (changed[offset] ?? 0) ^ 1;
  return changed;
};

describe('a PNG', () => {
  const idat = chunk('IDAT', deflateSync(new Uint8Array(39)));
  const header = ihdr(4, 3, 8, 2);
  const indexed = pngOf({ colourType: 3, chunks: [palette] });
  const sides = bytes(uint32(4), uint32(3));
  const broken = [
    { name: 'a broken IHDR checksum', content: withBroken(pngOf(), 32), words: 'damaged IHDR' },
    { name: 'a changed IHDR', content: withBroken(pngOf(), 19), words: 'damaged IHDR' },
    {
      name: 'changed image data',
      content: withBroken(pngOf(), pngOf().indexOf('IDAT') + 8),
      words: 'damaged IDAT',
    },
    {
      name: 'a changed palette',
      content: withBroken(indexed, indexed.indexOf('PLTE') + 4),
      words: 'damaged PLTE',
    },
    { name: 'a width of 0', content: pngOf({ width: 0 }), words: 'width of 0' },
    { name: 'a height of 0', content: pngOf({ height: 0 }), words: 'height of 0' },
    {
      name: 'a width over 31 bits',
      content: bytes(pngSignature, ihdr(2 ** 31, 1, 8, 2), idat, chunk('IEND')),
      words: 'width of 2147483648',
    },
    { name: 'an unknown colour type', content: pngOf({ colourType: 5 }), words: 'colour type' },
    { name: '4-bit RGB', content: pngOf({ bitDepth: 4 }), words: 'bit depth' },
    {
      name: 'an unknown interlace method',
      content: bytes(pngSignature, chunk('IHDR', sides, 8, 2, 0, 0, 2), idat, chunk('IEND')),
      words: 'interlace method',
    },
    {
      name: 'another chunk first',
      content: bytes(
        pngSignature,
        chunk('CgBI', sides, 8, 2, 0, 0, 0),
        header,
        idat,
        chunk('IEND'),
      ),
      words: 'does not start with an IHDR',
    },
    { name: 'two IHDR chunks', content: pngOf({ chunks: [header] }), words: 'more than one IHDR' },
    { name: 'a palette image without PLTE', content: pngOf({ colourType: 3 }), words: 'palette' },
    {
      name: 'PLTE behind the image data',
      content: pngOf({ colourType: 3, late: [palette] }),
      words: 'palette',
    },
    ...[
      ['two palettes', { colourType: 3, chunks: [palette, palette] }],
      ['two palettes that only suggest colours', { chunks: [palette, palette] }],
      ['an empty palette that suggests no colours', { chunks: [chunk('PLTE')] }],
      ['a palette of 2 bytes beside alpha', { colourType: 6, chunks: [chunk('PLTE', 1, 2)] }],
    ].map(([name, options]) => ({
      name: String(name),
      content: pngOf(options as object),
      words: 'palette',
    })),
    {
      name: 'an unknown critical chunk',
      content: pngOf({ chunks: [chunk('ABCD')] }),
      words: 'ABCD',
    },
    {
      name: 'an unknown critical chunk behind the image data',
      content: pngOf({ late: [chunk('ABCD')] }),
      words: 'ABCD',
    },
    {
      name: 'a palette of 4 bytes',
      content: pngOf({ colourType: 3, chunks: [chunk('PLTE', 1, 2, 3, 4)] }),
      words: 'palette',
    },
    {
      name: 'no IDAT',
      content: bytes(pngSignature, header, chunk('IEND')),
      words: 'no image data',
    },
    {
      name: 'IDAT in separate places',
      content: pngOf({ late: [chunk('tEXt', 'a\0b'), idat] }),
      words: 'separate places',
    },
    {
      name: 'an animation without an end',
      content: bytes(pngSignature, header, chunk('acTL', uint32(2), uint32(0)), idat),
      words: 'truncated',
    },
    {
      name: 'image data that are cut',
      content: bytes(pngSignature, header, idat.subarray(0, -1)),
      words: 'truncated',
    },
    {
      name: 'image data that are cut in a second chunk',
      content: bytes(pngSignature, header, idat, idat.subarray(0, -1)),
      words: 'truncated',
    },
    {
      name: 'a chunk beyond the end',
      content: pngOf({ chunks: [bytes(uint32(0x7fffffff), 'tEXt')] }),
      words: 'truncated',
    },
    {
      name: 'a chunk name of digits',
      content: pngOf({ chunks: [chunk('1234')] }),
      words: 'damaged name',
    },
    {
      name: 'compressed texts that become gigabytes',
      content: pngOf({ chunks: Array(20).fill(chunk('zTXt', 'a\0\0', new Uint8Array(8000))) }),
      words: 'too many compressed texts',
    },
    {
      name: 'international ones that do',
      content: pngOf({
        late: Array(20).fill(chunk('iTXt', 'a\0\x01\0\0\0', new Uint8Array(8000))),
      }),
      words: 'too many compressed texts',
    },
    {
      name: 'more chunks than are walked',
      content: pngOf({ late: Array.from({ length: 100_001 }, () => chunk('zzZz')) }),
      words: 'more than 11200 chunks',
    },
  ];
  for (const { name, content, words } of broken) {
    it(`is refused for ${name}`, () => expectDecodeFailed(content, words));
  }

  it('is refused for an IHDR of the wrong length, whoever asks', () => {
    const content = bytes(pngSignature, chunk('IHDR', sides, 8, 2, 0, 0), idat, chunk('IEND'));
    expect(() => pngFactsOf(strictSource(content))).to.throw(ServiceError, 'IHDR');
  });

  const ends: Readonly<Record<string, Uint8Array>> = {
    nothing: new Uint8Array(0),
    'an IEND that is cut': chunk('IEND').subarray(0, 9),
    'a text that is cut': chunk('tEXt', 'Comment\0cut').subarray(0, -5),
    zeros: new Uint8Array(40),
    'a page of HTML': bytes('<html>the rest was not found</html>'),
  };
  for (const [end, behind] of Object.entries(ends)) {
    it(`is whole, and is stripped to a whole one, with ${end} behind its image data`, () => {
      const content = bytes(pngSignature, header, idat, behind);
      const facts = pngFactsOf(bytesOf(content));
      expect(facts).to.deep.equal(pngFactsOf(strictSource(pngOf())));
      const stripped = applied(pngStrippedPieces(bytesOf(content), facts), content);
      expect(stripped).to.deep.equal(bytes(pngSignature, header, idat, chunk('IEND')));
    });
  }
});
