import { expect } from 'chai';
import { riffChunk, vp8l, vp8x, webpOf } from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import { exifWithOrientation } from '../../support/image/metadata.ts';
import { added, readFrom } from '../../support/image/metadata-builders.ts';
import {
  copyright,
  creation,
  everything,
  fullCopyright,
  location,
  plainOf,
} from '../../support/image/metadata-samples.ts';

describe('what metadata adds to a WebP', () => {
  const flagsOf = (content: Buffer): number => content[20] ?? 0;
  const canvas = (content: Buffer): readonly number[] => [
    content.readUIntLE(24, 3) + 1,
    content.readUIntLE(27, 3) + 1,
  ];

  const cases = [
    ['EXIF for a copyright', webpOf(vp8l(300, 2)), copyright, 0x08, [300, 2]],
    ['XMP for a flag', webpOf(vp8l(4, 3)), { copyright: { marked: true } }, 0x04, [4, 3]],
    ['both for everything', webpOf(vp8l(4, 3)), everything, 0x0c, [4, 3]],
    ['EXIF beside alpha', webpOf(vp8l(16_384, 3, 1)), location, 0x18, [16_384, 3]],
    [
      'EXIF beside what is there, on its canvas',
      webpOf(vp8x(0x12, 1000, 70_000), vp8l(4, 3)),
      creation,
      0x1a,
      [1000, 70_000],
    ],
  ] as const;
  for (const [name, content, metadata, flags, size] of cases) {
    it(`is ${name}`, () => {
      const result = added(content, 'image/webp', metadata);
      expect(result.toString('latin1', 12, 16)).to.equal('VP8X');
      expect(flagsOf(result)).to.equal(flags);
      expect(canvas(result)).to.deep.equal(size);
      expect(result.readUInt32LE(4)).to.equal(result.length - 8);
    });
  }

  it('has no flag for XMP that went', () => {
    const content = webpOf(vp8x(0x04, 4, 3), vp8l(4, 3), riffChunk('XMP ', 'old'));
    expect(flagsOf(added(content, 'image/webp', creation))).to.equal(0x08);
  });

  it('does not bring an orientation to life that no decoder looked at', async () => {
    const exif = riffChunk('EXIF', exifWithOrientation(6));
    const content = webpOf(vp8x(0, 4, 3), vp8l(4, 3), exif);
    const result = added(content, 'image/webp', creation);
    expect((await factsOf(result)).orientation).to.equal(1);
  });

  it('replaces metadata that is there instead of standing beside it', async () => {
    const xmp = riffChunk('XMP ', 'old');
    const content = webpOf(vp8x(0x04, 4, 3), vp8l(4, 3), xmp);
    const result = added(content, 'image/webp', fullCopyright);
    expect(result.includes('old')).to.equal(false);
    expect(await readFrom(result)).to.deep.equal(fullCopyright);
  });

  it('ignores what stands behind the container', () => {
    const content = plainOf('image/webp');
    const trailing = Buffer.concat([content, Buffer.from('trailing')]);
    const [one, other] = [content, trailing].map((file) => added(file, 'image/webp', copyright));
    expect(other?.equals(one ?? Buffer.alloc(0))).to.equal(true);
  });
});
