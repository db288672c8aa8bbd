import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import type { ImageFacts } from '../../../src/image/facts.ts';
import { readMetadata } from '../../../src/image/metadata/read.ts';
import { withMetadata } from '../../../src/image/metadata/write.ts';
import { randomNumbers } from '../../support/random.ts';
import {
  applied,
  bytes,
  chunk,
  jpegOf,
  pngOf,
  riffChunk,
  strictSource,
  vp8l,
  vp8x,
  webpOf,
} from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import { exifSegment } from '../../support/image/metadata.ts';
import {
  added,
  everyKind,
  ascii,
  compressedXmpChunk,
  dataSet,
  exifBlock,
  gpsEntries,
  photoshopSegment,
  readFrom,
  resource,
  rights,
  xmpChunk,
  xmpOf,
  xmpSegment,
} from '../../support/image/metadata-builders.ts';
import { everything, heldBy, plainOf } from '../../support/image/metadata-samples.ts';

type Random = (below: number) => number;

const exif = exifBlock({
  main: [ascii(0x8298, '(c) Zo\xeb\0editor')],
  exif: [ascii(0x9003, '2008:10:22 16:28:39'), ascii(0x9291, '045'), ascii(0x9011, '+02:00')],
  gps: gpsEntries(),
});
const xmp = xmpOf(
  [
    'xmp:CreateDate="2008-10-22T16:28:39.045+02:00" exif:GPSLatitude="52,13,30N"',
    'exif:GPSLongitude="13,22.5W" xmpRights:WebStatement="https://example.org/?a=1&amp;b"',
  ].join(' '),
  rights('&#169; <![CDATA[<Zoë>]]>'),
);
const photoshop = photoshopSegment(
  resource(
    0x0404,
    bytes(dataSet(1, 90, '\x1b%G'), dataSet(2, 55, '20081022'), dataSet(2, 116, 'me')),
  ),
  resource(0x040a, bytes(1)),
  resource(0x040b, 'https://example.org'),
);

const originals = [
  jpegOf({ segments: [exifSegment(exif), xmpSegment(xmp), photoshop] }),
  jpegOf({ segments: [exifSegment(exif)] }),
  jpegOf({ segments: [xmpSegment(xmp)] }),
  jpegOf({ segments: [photoshop] }),
  pngOf({ chunks: [chunk('eXIf', exif), xmpChunk(xmp)] }),
  pngOf({ chunks: [compressedXmpChunk(xmp)] }),
  webpOf(vp8x(0x0c, 4, 3), vp8l(4, 3), riffChunk('EXIF', exif), riffChunk('XMP ', xmp)),
];

const extremes = [0, 1, 0x7f, 0x80, 0xff] as const;

/** Ways to damage a file in place at `at`. */
const damages: readonly ((file: Buffer, at: number, random: Random) => void)[] = [
  (file, at, random) => {
    file[at] = (file[at] ?? 0) ^ (1 << random(8));
  },
  (file, at, random) =>
    file.fill(extremes[random(extremes.length)] ?? 0, at, Math.min(at + 4, file.length)),
  (file, at, random) => file.copy(file, at, random(file.length), at + 1 + random(64)),
  (file, at, random) => {
    for (let offset = at; offset < Math.min(at + 8, file.length); offset += 1) {
      file[offset] = random(256);
    }
  },
  (file, at, random) => file.write('<>&"\'/ =\0'[random(9)] ?? '', at, 'latin1'),
];

const mutant = (original: Buffer, random: Random): Buffer => {
  const file = Buffer.from(original);
  for (let count = 1 + random(4); count > 0; count -= 1) {
    damages[random(damages.length)]?.(file, random(file.length), random);
  }
  return random(5) === 0 ? file.subarray(0, random(file.length)) : file;
};

describe('3,000 damaged files', () => {
  const mediaTypes = ['image/jpeg', 'image/png', 'image/webp'];

  it('never make reading metadata fail, and what is read can be written and read again', async function () {
    // Each takes a fraction of a millisecond; a loop that does not end takes all of this.
    const random = randomNumbers(3);
    const facts: readonly ImageFacts[] = await Promise.all(originals.map(factsOf));
    let intact = 0;
    for (let count = 0; count < 3000; count += 1) {
      const index = count % originals.length;
      const file = mutant(originals[index] ?? Buffer.alloc(0), random);
      const metadata = readMetadata(strictSource(file), facts[index]!, everyKind);
      intact += Number(metadata.copyright !== undefined);
      const mediaType = mediaTypes[count % mediaTypes.length] ?? '';
      const result = added(plainOf(mediaType), mediaType, metadata);
      expect(await readFrom(result), `mutant ${count}`).to.deep.equal(heldBy(mediaType, metadata));
    }
    // Otherwise the damage was so great that nothing was tried.
    expect(intact).to.be.within(1000, 2900);
  });

  it('never make adding metadata fail', () => {
    const random = randomNumbers(4);
    for (let count = 0; count < 3000; count += 1) {
      const file = mutant(originals[count % originals.length] ?? Buffer.alloc(0), random);
      for (const mediaType of mediaTypes) {
        applied(withMetadata(strictSource(file), mediaType, everything), file);
      }
    }
  });

  it('are read as before when the damage is elsewhere', async () => {
    const [original] = originals;
    const metadata = await readFrom(original!);
    const facts = await factsOf(original!);
    const cut = original!.subarray(0, original!.length - 20);
    expect(readMetadata(bytesOf(cut), facts, everyKind)).to.deep.equal(metadata);
  });
});
