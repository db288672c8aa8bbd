import { bytes, jpegOf, segment, tableSegment } from '../../support/image/builders.ts';
import { expectDecodeFailed } from '../../support/image/facts.ts';

/** The end of a JPEG from its tables on, to put other headers before it. */
const body = jpegOf().subarray(2);
const untilScan = jpegOf().subarray(0, jpegOf().indexOf('\xff\xda', 0, 'latin1'));
const scans = Array.from({ length: 101 }, () => bytes(segment(0xda, 1, 1, 0, 0, 63, 0), 0));

describe('a JPEG', () => {
  const broken = [
    { name: 'lossless', content: jpegOf({ frameMarker: 0xc3 }), words: 'is not supported' },
    { name: 'hierarchical', content: jpegOf({ frameMarker: 0xc5 }), words: 'is not supported' },
    { name: 'lossless arithmetic', content: jpegOf({ frameMarker: 0xcb }), words: 'not supported' },
    {
      name: '12 bits',
      content: jpegOf({ precision: 12, frameMarker: 0xc1 }),
      words: '12-bit JPEG is not supported.',
    },
    { name: 'no height', content: jpegOf({ height: 0 }), words: 'height' },
    { name: 'no width', content: jpegOf({ width: 0 }), words: 'width' },
    { name: 'two components', content: jpegOf({ components: [1, 2] }), words: '2 components' },
    {
      name: 'two frames',
      content: jpegOf({ segments: [segment(0xc0, 8, 0, 8, 0, 8, 1, 1, 0x11, 0)] }),
      words: 'more than one frame',
    },
    {
      name: 'a frame header of the wrong length',
      content: jpegOf({ segments: [segment(0xc0, 8, 0, 8, 0, 8, 3, 1, 0x11, 0)] }),
      words: 'damaged frame header',
    },
    {
      name: 'a table cut short',
      content: jpegOf({ segments: [segment(0xdb, 0, 1, 2, 3)] }),
      words: 'quantisation table',
    },
    {
      name: 'a table of id 4',
      content: jpegOf({ segments: [segment(0xdb, 4, new Uint8Array(64))] }),
      words: 'quantisation table',
    },
    { name: 'a segment of length 0', content: bytes('\xff\xd8\xff\xe0\0\0', body), words: 'size' },
    {
      name: 'a segment beyond the end',
      content: bytes('\xff\xd8\xff\xe0\xff\xff', body),
      words: 'impossible size',
    },
    { name: 'a reserved marker', content: bytes('\xff\xd8\xff\x42', body), words: '0x42' },
    { name: 'no scan', content: bytes('\xff\xd8', tableSegment, '\xff\xd9'), words: 'no image' },
    {
      name: 'a scan but no frame',
      content: bytes('\xff\xd8', segment(0xda, 0, 0, 63, 0), '\xff\xd9'),
      words: 'no frame header',
    },
    {
      name: 'no EOI, with restarts',
      content: jpegOf({ segments: [segment(0xdd, 0, 1)] }).subarray(0, -2),
      words: 'truncated',
    },
    {
      name: 'no EOI, with arithmetic coding',
      content: jpegOf({ frameMarker: 0xc9 }).subarray(0, -2),
      words: 'truncated',
    },
    { name: 'no data of a scan', content: untilScan, words: 'truncated' },
    {
      name: 'a second image inside',
      content: bytes(jpegOf().subarray(0, -2), jpegOf(), 0),
      words: '0xd8',
    },
    {
      name: 'a second frame header in its scan',
      content: jpegOf({ late: [segment(0xc0, 8, 0, 8, 0, 8, 1, 1, 0x11, 0)] }),
      words: 'more than one frame',
    },
    {
      name: 'another scan behind its only one',
      content: jpegOf({ late: [segment(0xda, 1, 1, 0, 0, 63, 0)] }),
      words: 'behind its only one',
    },
    {
      name: 'a reserved marker in its scan',
      content: jpegOf({ late: [bytes('\xff\x42')] }),
      words: '0x42',
    },
    {
      name: 'an extension marker in its scan, between restarts',
      content: jpegOf({ segments: [segment(0xdd, 0, 1)], late: [bytes('\xff\xf7')] }),
      words: '0xf7',
    },
    {
      name: 'a restart interval of the wrong length',
      content: jpegOf({ late: [segment(0xdd, 0)] }),
      words: 'restart interval',
    },
    {
      name: 'a quantisation table cut short in its scan',
      content: jpegOf({ late: [segment(0xdb, 0, 1, 2, 3)] }),
      words: 'quantisation table',
    },
    ...[
      ['of id 4', [4, new Uint8Array(16)]],
      ['of an unknown class', [0x20, new Uint8Array(16)]],
      ['without all of its lengths', [0, 1, 2]],
      ['without all of its codes', [0, 2, new Uint8Array(15), 0]],
      ['of 257 codes', [0, 255, 2, new Uint8Array(14), new Uint8Array(257)]],
    ].map(([name, parts]) => ({
      name: `a Huffman table ${String(name)} in its scan`,
      content: jpegOf({ late: [segment(0xc4, ...(parts as (number | Uint8Array)[]))] }),
      words: 'Huffman table',
    })),
    ...[
      ['of id 32', [32, 0]],
      ['that is no range', [0, 0x01]],
      ['without its value', [0]],
    ].map(([name, parts]) => ({
      name: `an arithmetic table ${String(name)} in its scan`,
      content: jpegOf({ late: [segment(0xcc, ...(parts as number[]))] }),
      words: 'arithmetic table',
    })),
    {
      name: 'more segments than are walked',
      content: jpegOf({ segments: Array.from({ length: 10_001 }, () => segment(0xfe)) }),
      words: 'more than 10000 segments',
    },
    {
      name: 'more scans than are walked',
      content: jpegOf({ frameMarker: 0xc2, late: scans.slice(1) }),
      words: 'more than 100 scans',
    },
    {
      name: 'more scans than are walked, of one component each',
      content: bytes(untilScan, ...scans, '\xff\xd9'),
      words: 'more than 100 scans',
    },
  ];
  for (const { name, content, words } of broken) {
    it(`is refused for ${name}`, () => expectDecodeFailed(content, words));
  }
});
