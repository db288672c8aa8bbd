import { expect } from 'chai';
import type { PreservedKind } from '../../../src/image/metadata/preserved.ts';
import { readMetadata } from '../../../src/image/metadata/read.ts';
import {
  bytes,
  chunk,
  jpegOf,
  pngOf,
  riffChunk,
  segment,
  vp8l,
  vp8x,
  webpOf,
} from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import { exifSegment } from '../../support/image/metadata.ts';
import {
  ascii,
  compressedXmpChunk,
  dataSet,
  exifBlock,
  gpsEntries,
  iptcSegment,
  photoshopSegment,
  readFrom,
  resource,
  rights,
  xmpChunk,
  xmpOf,
  xmpSegment,
} from '../../support/image/metadata-builders.ts';

const exif = exifBlock({
  main: [ascii(0x8298, 'by EXIF')],
  exif: [ascii(0x9003, '2001:01:01 01:01:01')],
  gps: gpsEntries(),
});
const xmp = xmpOf(
  [
    'xmp:CreateDate="2002-02-02T02:02:02.22Z" xmpRights:WebStatement="https://xmp.example"',
    'exif:GPSLatitude="52,13,30N" exif:GPSLongitude="13,22.5W"',
  ].join(' '),
  rights('by XMP'),
);
const iptc = iptcSegment(dataSet(2, 55, '20030303'), dataSet(2, 116, 'by IPTC'));
const photoshop = photoshopSegment(
  resource(0x040a, bytes(1)),
  resource(0x040b, 'https://photoshop.example'),
);

const exifFound = {
  copyright: { text: 'by EXIF' },
  creation: { date: '2001-01-01', time: '01:01:01' },
  location: {
    latitude: { degrees: [52, 1], minutes: [13, 1], seconds: [3000, 100], ref: 'N' },
    longitude: { degrees: [13, 1], minutes: [2250, 100], seconds: [0, 1], ref: 'W' },
  },
};
const xmpFound = {
  copyright: { text: 'by XMP', url: 'https://xmp.example' },
  creation: { date: '2002-02-02', time: '02:02:02', subSeconds: '22', offset: 'Z' },
  location: {
    latitude: { degrees: [52, 1], minutes: [13, 1], seconds: [30, 1], ref: 'N' },
    longitude: { degrees: [13, 1], minutes: [225, 10], seconds: [0, 1], ref: 'W' },
  },
};
const iptcFound = { copyright: { text: 'by IPTC' }, creation: { date: '2003-03-03' } };
const photoshopFound = { copyright: { url: 'https://photoshop.example', marked: true } };

const extendedXmp = segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', 'a'.repeat(32), xmp);
const longRights = xmpOf('', rights('x'.repeat(100_000)));

describe('metadata is found', () => {
  const dated = xmpOf(
    'xmp:CreateDate="2016-01-18T10:37:35+01:00" photoshop:DateCreated="2016-04-01" exif:DateTimeOriginal="2010-01-01"',
  );
  const own = { date: '2016-01-18', time: '10:37:35', offset: '+01:00' };
  const cases = [
    [
      'in the xmp:CreateDate of a PNG, whatever other dates it has',
      pngOf({ chunks: [chunk('eXIf', exif), xmpChunk(dated)] }),
      { ...exifFound, creation: own },
    ],
    [
      'in the EXIF of a JPEG, not in its xmp:CreateDate',
      jpegOf({ segments: [exifSegment(exif), xmpSegment(dated)] }),
      exifFound,
    ],
    ['in the EXIF of a JPEG', jpegOf({ segments: [exifSegment(exif)] }), exifFound],
    ['in the XMP of a JPEG', jpegOf({ segments: [xmpSegment(xmp)] }), xmpFound],
    ['in the IPTC of a JPEG', jpegOf({ segments: [iptc] }), iptcFound],
    ['in the Photoshop resources of a JPEG', jpegOf({ segments: [photoshop] }), photoshopFound],
    [
      'in Photoshop resources cut into two segments',
      jpegOf({
        segments: [
          segment(0xed, photoshop.subarray(4, 40)),
          segment(0xed, 'Photoshop 3.0\0', photoshop.subarray(40)),
        ],
      }),
      photoshopFound,
    ],
    [
      'in the first of several EXIF segments',
      jpegOf({ segments: [exifSegment(exif), exifSegment(exifBlock({}))] }),
      exifFound,
    ],
    ['in the EXIF of a PNG', pngOf({ chunks: [chunk('eXIf', exif)] }), exifFound],
    ['in the XMP of a PNG', pngOf({ chunks: [xmpChunk(xmp)] }), xmpFound],
    ['in the compressed XMP of a PNG', pngOf({ chunks: [compressedXmpChunk(xmp)] }), xmpFound],
    ['behind the image data of a PNG', pngOf({ late: [xmpChunk(xmp)] }), xmpFound],
    [
      'in the EXIF of a WebP',
      webpOf(vp8x(0x08, 4, 3), vp8l(4, 3), riffChunk('EXIF', exif)),
      exifFound,
    ],
    [
      'in the EXIF of a WebP behind a prefix',
      webpOf(vp8x(0x08, 4, 3), vp8l(4, 3), riffChunk('EXIF', 'Exif\0\0', exif)),
      exifFound,
    ],
    [
      'in the XMP of a WebP',
      webpOf(vp8x(0x04, 4, 3), vp8l(4, 3), riffChunk('XMP ', xmp)),
      xmpFound,
    ],
    [
      'in EXIF before XMP before Photoshop before IPTC, each part of a copyright by itself',
      jpegOf({ segments: [iptc, photoshop, xmpSegment(xmp), exifSegment(exif)] }),
      {
        ...exifFound,
        copyright: { text: 'by EXIF', url: 'https://xmp.example', marked: true },
      },
    ],
    [
      'in XMP where EXIF has none of it',
      jpegOf({
        segments: [exifSegment(exifBlock({ main: [ascii(0x8298, ' ')] })), xmpSegment(xmp)],
      }),
      xmpFound,
    ],
    [
      'in EXIF where another block is damaged',
      pngOf({ chunks: [chunk('eXIf', exif), xmpChunk(bytes('<x:xmpmeta'))] }),
      exifFound,
    ],
  ] as const;
  for (const [name, content, metadata] of cases) {
    it(name, async () => expect(await readFrom(content)).to.deep.equal(metadata));
  }
});

describe('no metadata is found', () => {
  const compressed = (...text: (string | Uint8Array)[]): Buffer =>
    pngOf({ chunks: [chunk('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0', ...text)] });
  const cases = [
    ['in a plain JPEG', jpegOf()],
    ['in a plain PNG', pngOf()],
    ['in a plain WebP', webpOf(vp8l(4, 3))],
    ['in extended XMP', jpegOf({ segments: [extendedXmp] })],
    ['behind the scan of a JPEG', jpegOf({ late: [exifSegment(exif)] })],
    ['in an APP1 of somebody else', jpegOf({ segments: [segment(0xe1, 'note', exif)] })],
    ['in a text of somebody else', pngOf({ chunks: [chunk('iTXt', 'XMP\0\0\0\0\0', xmp)] })],
    ['in XMP whose compression is damaged', compressed('garbage')],
    ['in a text without a text', pngOf({ chunks: [chunk('iTXt', 'XML:com.adobe.xmp\0\0\0')] })],
    [
      'in XMP of many megabytes, compressed to a few kilobytes',
      pngOf({ chunks: [compressedXmpChunk(bytes(xmp, new Uint8Array(32 * 2 ** 20)))] }),
    ],
    ['in a notice of 100 kilobytes', pngOf({ chunks: [compressedXmpChunk(longRights)] })],
  ] as const;
  for (const [name, content] of cases) {
    it(name, async () => expect(await readFrom(content)).to.deep.equal({}));
  }
});

describe('only wanted metadata is given', () => {
  const content = jpegOf({ segments: [exifSegment(exif)] });
  for (const kind of ['copyright', 'creation', 'location'] as const) {
    it(`of ${kind}`, async () => {
      const metadata = await readFrom(content, new Set([kind]));
      expect(metadata).to.deep.equal({ [kind]: exifFound[kind] });
    });
  }

  it('and nothing is read when none is', async () => {
    const facts = await factsOf(content);
    const read = (): never => expect.fail('read something');
    const nothing: ReadonlySet<PreservedKind> = new Set();
    expect(readMetadata({ size: content.length, read }, facts, nothing)).to.deep.equal({});
  });
});
