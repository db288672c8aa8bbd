import { expect } from 'chai';
import {
  anim,
  anmf,
  bytes,
  riffChunk,
  vp8,
  vp8l,
  vp8x,
  webpOf,
} from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import {
  displayP3Profile,
  exifWithOrientation,
  srgbProfile,
} from '../../support/image/metadata.ts';

const icc = 0x20;
const alpha = 0x10;
const exifFlag = 0x08;
const animation = 0x02;

const alph = riffChunk('ALPH', 0, 'alpha');
const iccp = (profile: Uint8Array): Buffer => riffChunk('ICCP', profile);
const exif = (orientation: number, prefix = ''): Buffer =>
  riffChunk('EXIF', prefix, exifWithOrientation(orientation, true));
const lossyFrame = anmf([0, 0, 4, 3], vp8(4, 3));
const losslessFrame = anmf([2, 0, 2, 3], vp8l(2, 3, 1));

const withSize = (content: Buffer, size: number): Buffer => {
  const changed = Buffer.from(content);
  changed.writeUInt32LE(size, 4);
  return changed;
};

describe('facts of a WebP', () => {
  it('are all read from the chunks', async () => {
    expect(await factsOf(webpOf(vp8(40, 30)))).to.deep.equal({
      mediaType: 'image/webp',
      width: 40,
      height: 30,
      orientation: 1,
      bitDepth: 8,
      colour: 'rgb',
      hasAlpha: false,
      frames: 1,
      isSingleFrame: false,
      lossless: false,
      iccProfile: 'none',
      gamma: 'standard',
      isProgressive: false,
      quantisation: [],
    });
  });

  const cases = [
    {
      name: 'lossless',
      content: webpOf(vp8l(300, 200)),
      expected: { width: 300, height: 200, lossless: true, hasAlpha: false },
    },
    { name: 'lossless with alpha', content: webpOf(vp8l(4, 3, 1)), expected: { hasAlpha: true } },
    {
      name: 'the largest size',
      content: webpOf(vp8l(16_384, 16_384)),
      expected: { width: 16_384, height: 16_384 },
    },
    {
      name: 'lossy with alpha',
      content: webpOf(vp8x(alpha, 4, 3), alph, vp8(4, 3)),
      expected: { hasAlpha: true, lossless: false },
    },
    {
      name: 'an alpha flag without alpha',
      content: webpOf(vp8x(alpha, 4, 3), vp8(4, 3)),
      expected: { hasAlpha: false },
    },
    {
      name: 'an extended lossless image',
      content: webpOf(vp8x(0, 4, 3), vp8l(4, 3, 1)),
      expected: { hasAlpha: true, lossless: true },
    },
    {
      name: 'an sRGB profile',
      content: webpOf(vp8x(icc, 4, 3), iccp(srgbProfile), vp8(4, 3)),
      expected: { iccProfile: 'srgb' },
    },
    {
      name: 'a P3 profile',
      content: webpOf(vp8x(icc, 4, 3), iccp(displayP3Profile), vp8(4, 3)),
      expected: { iccProfile: 'other' },
    },
    {
      name: 'a profile without its flag',
      content: webpOf(vp8x(0, 4, 3), iccp(displayP3Profile), vp8(4, 3)),
      expected: { iccProfile: 'none' },
    },
    {
      name: 'a profile longer than is read',
      content: webpOf(
        vp8x(icc, 4, 3),
        iccp(bytes(displayP3Profile, new Uint8Array(4_194_305))),
        vp8(4, 3),
      ),
      expected: { iccProfile: 'other' },
    },
    {
      name: 'zeros longer than is read for a profile',
      content: webpOf(vp8x(icc, 4, 3), iccp(new Uint8Array(4_194_305)), vp8(4, 3)),
      expected: { iccProfile: 'none' },
    },
    {
      name: 'an EXIF chunk',
      content: webpOf(vp8x(exifFlag, 4, 3), vp8(4, 3), exif(6)),
      expected: { orientation: 6, width: 3, height: 4 },
    },
    {
      name: 'an EXIF chunk with the prefix of JPEG',
      content: webpOf(vp8x(exifFlag, 4, 3), vp8(4, 3), exif(3, 'Exif\0\0')),
      expected: { orientation: 3 },
    },
    {
      name: 'an EXIF chunk without its flag',
      content: webpOf(vp8x(0, 4, 3), vp8(4, 3), exif(6)),
      expected: { orientation: 1 },
    },
    {
      name: 'an animation',
      content: webpOf(vp8x(animation, 4, 3), anim, lossyFrame, losslessFrame),
      expected: { frames: 2, width: 4, height: 3, lossless: false, hasAlpha: true },
    },
    {
      name: 'an opaque animation',
      content: webpOf(vp8x(animation, 4, 3), anim, lossyFrame),
      expected: { frames: 1, hasAlpha: false },
    },
    {
      name: 'an animation with the alpha flag alone',
      content: webpOf(vp8x(animation | alpha, 4, 3), anim, lossyFrame),
      expected: { hasAlpha: true },
    },
    {
      name: 'a lossless animation',
      content: webpOf(
        vp8x(animation | alpha, 4, 3),
        anim,
        losslessFrame,
        losslessFrame,
        losslessFrame,
      ),
      expected: { frames: 3, lossless: true, hasAlpha: true },
    },
    {
      name: 'data behind the container',
      content: bytes(webpOf(vp8(4, 3)), 'more'),
      expected: { width: 4 },
    },
    {
      name: 'a last chunk without padding',
      content: withSize(
        webpOf(vp8x(0, 4, 3), vp8(4, 3), riffChunk('note', 'odd')).subarray(0, -1),
        4 + 18 + 24 + 11,
      ),
      expected: { width: 4 },
    },
  ];
  for (const { name, content, expected } of cases) {
    it(`know ${name}`, async () => {
      expect(await factsOf(content)).to.include(expected);
    });
  }
});
