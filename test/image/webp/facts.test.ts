import { expect } from 'chai';
import {
  anim,
  anmf,
  bytes,
  riffChunk,
  vp8,
  vp8l,
  vp8x,
  vp8xFlags,
  webpOf,
  withRiffSize,
} from '../../support/image/builders.ts';
import { factsOf, plainFacts } from '../../support/image/facts.ts';
import {
  displayP3Profile,
  exifWithOrientation,
  srgbProfile,
} from '../../support/image/metadata.ts';

const { icc, alpha, animation } = vp8xFlags;

const alph = riffChunk('ALPH', 0, 'alpha');
const iccp = (profile: Uint8Array): Buffer => riffChunk('ICCP', profile);
const exif = (orientation: number, prefix = ''): Buffer =>
  riffChunk('EXIF', prefix, exifWithOrientation(orientation, true));
const lossyFrame = anmf([0, 0, 4, 3], vp8(4, 3));
const losslessFrame = anmf([2, 0, 2, 3], vp8l(2, 3, 1));

/** An ANMF chunk with other flags: 1 removes the frame at its end, 2 replaces what is below. */
const withFrameFlags = (frame: Buffer, flags: number): Buffer => {
  const changed = Buffer.from(frame);
  changed[8 + 15] = flags;
  return changed;
};

describe('facts of a WebP', () => {
  it('are all read from the chunks', async () => {
    expect(await factsOf(webpOf(vp8(40, 30)))).to.deep.equal(
      plainFacts({ mediaType: 'image/webp', quantiser: 0 }),
    );
  });

  const cases = [
    {
      name: 'lossless',
      content: webpOf(vp8l(300, 200)),
      expected: { width: 300, height: 200, lossless: true, hasAlpha: false },
    },
    {
      name: 'lossless with a palette (transform 3 is the first)',
      content: webpOf(riffChunk('VP8L', vp8l(4, 3).subarray(8, 13), 0b111)),
      expected: { colour: 'palette', lossless: true },
    },
    {
      name: 'lossless with another transform',
      content: webpOf(riffChunk('VP8L', vp8l(4, 3).subarray(8, 13), 0b101)),
      expected: { colour: 'rgb', lossless: true },
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
      name: 'alpha without its flag, which is not shown',
      content: webpOf(vp8x(0, 4, 3), alph, vp8(4, 3)),
      expected: { hasAlpha: false },
    },
    {
      name: 'an extended lossless image, whose alpha is part of its pixels',
      content: webpOf(vp8x(0, 4, 3), vp8l(4, 3, 1)),
      expected: { hasAlpha: true, lossless: true },
    },
    {
      name: 'a lossless image whose own header denies an alpha that the flag tells',
      content: webpOf(vp8x(alpha, 4, 3), vp8l(4, 3, 0)),
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
      content: webpOf(vp8x(vp8xFlags.exif, 4, 3), vp8(4, 3), exif(6)),
      expected: { orientation: 6, width: 3, height: 4 },
    },
    {
      name: 'an EXIF chunk with the prefix of JPEG',
      content: webpOf(vp8x(vp8xFlags.exif, 4, 3), vp8(4, 3), exif(3, 'Exif\0\0')),
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
      expected: { frames: 2, width: 4, height: 3, lossless: false, hasAlpha: false },
    },
    {
      name: 'an opaque animation',
      content: webpOf(vp8x(animation, 4, 3), anim, lossyFrame),
      expected: { frames: 1, hasAlpha: false },
    },
    {
      name: 'an animation with the alpha flag alone',
      content: webpOf(vp8x(animation | alpha, 4, 3), anim, lossyFrame, lossyFrame),
      expected: { hasAlpha: false },
    },
    ...(
      [
        ['parts that are drawn over an opaque frame', 0, 0, false],
        ['a part that replaces what is there', 0, 2, true],
        ['a part where a frame was removed', 1, 0, true],
      ] as const
    ).map(([name, disposal, blending, hasAlpha]) => ({
      name,
      content: webpOf(
        vp8x(animation | alpha, 4, 3),
        anim,
        withFrameFlags(lossyFrame, disposal),
        withFrameFlags(losslessFrame, blending),
      ),
      expected: { hasAlpha },
    })),
    {
      name: 'one frame with alpha, whose flag is missing',
      content: webpOf(vp8x(animation, 4, 3), anim, anmf([0, 0, 4, 3], alph, vp8(4, 3))),
      expected: { frames: 1, isSingleFrame: true, hasAlpha: false },
    },
    {
      name: 'one frame that covers a part, so that the rest is transparent',
      content: webpOf(vp8x(animation, 4, 3), anim, anmf([2, 0, 2, 3], vp8(2, 3))),
      expected: { frames: 1, isSingleFrame: false, isPartialFrame: true, hasAlpha: true },
    },
    {
      name: 'several frames that do not cover the picture',
      content: webpOf(vp8x(animation, 8, 3), anim, lossyFrame, lossyFrame),
      expected: { frames: 2, hasAlpha: true },
    },
    {
      name: 'an animation with an orientation, which turns no animation',
      content: webpOf(
        vp8x(animation | vp8xFlags.exif, 4, 3),
        anim,
        lossyFrame,
        lossyFrame,
        exif(6),
      ),
      expected: { orientation: 1, width: 4, height: 3 },
    },
    {
      name: 'parameters of an animation behind a still picture',
      content: webpOf(vp8x(0, 4, 3), vp8(4, 3), anim, lossyFrame),
      expected: { frames: 1, isSingleFrame: false },
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
      content: withRiffSize(
        webpOf(vp8x(0, 4, 3), vp8(4, 3), riffChunk('note', 'odd')).subarray(0, -1),
        4 + 18 + 24 + 11,
      ),
      expected: { width: 4 },
    },
  ];
  for (const { name, content, expected } of cases) {
    it(`hold for ${name}`, async () => {
      expect(await factsOf(content)).to.include(expected);
    });
  }
});
