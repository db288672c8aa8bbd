import {
  anim,
  anmf,
  riffChunk,
  vp8,
  vp8l,
  vp8x,
  vp8xFlags,
  webpOf,
  withRiffSize,
} from '../../support/image/builders.ts';
import { expectDecodeFailed } from '../../support/image/facts.ts';

const { alpha, animation } = vp8xFlags;

const alph = riffChunk('ALPH', 0, 'alpha');
const wholeFrame = anmf([0, 0, 4, 3], vp8(4, 3));

describe('a WebP', () => {
  const flat = webpOf(vp8(4, 3));
  const broken = [
    {
      name: 'a RIFF size beyond the file',
      content: withRiffSize(flat, flat.length),
      words: 'truncated',
    },
    { name: 'a RIFF size of 32 bits', content: withRiffSize(flat, 0xffffffff), words: 'truncated' },
    { name: 'a RIFF size of 0', content: withRiffSize(flat, 0), words: 'no image data' },
    { name: 'no chunks', content: webpOf(), words: 'no image data' },
    {
      name: 'an unknown first chunk',
      content: webpOf(riffChunk('note', 'text'), vp8(4, 3)),
      words: 'no image data',
    },
    {
      name: 'a chunk beyond the container',
      content: withRiffSize(flat, flat.length - 10),
      words: 'impossible size',
    },
    {
      name: 'a VP8 frame that is no key frame',
      content: webpOf(riffChunk('VP8 ', '\x11\0\0\x9d\x01\x2a\x04\0\x03\0')),
      words: 'VP8 header',
    },
    {
      name: 'a wrong VP8 start code',
      content: webpOf(riffChunk('VP8 ', '\x10\0\0\x9d\x01\x2b\x04\0\x03\0')),
      words: 'VP8 header',
    },
    {
      name: 'a VP8 header cut short',
      content: webpOf(riffChunk('VP8 ', '\x10\0\0\x9d')),
      words: 'VP8 header',
    },
    { name: 'a VP8 width of 0', content: webpOf(vp8(0, 3)), words: 'side of 0' },
    { name: 'a VP8 height of 0', content: webpOf(vp8(3, 0)), words: 'side of 0' },
    {
      name: 'a wrong VP8L signature',
      content: webpOf(riffChunk('VP8L', '\x2e\0\0\0\0')),
      words: 'VP8L header',
    },
    {
      name: 'an unknown VP8L version',
      content: webpOf(riffChunk('VP8L', '\x2f\0\0\0\x20')),
      words: 'VP8L header',
    },
    {
      name: 'a VP8L header cut short',
      content: webpOf(riffChunk('VP8L', '\x2f')),
      words: 'VP8L header',
    },
    {
      name: 'a VP8X header cut short',
      content: webpOf(riffChunk('VP8X', 0, 0), vp8(4, 3)),
      words: 'VP8X header',
    },
    {
      name: 'an extended file without an image',
      content: webpOf(vp8x(0, 4, 3), riffChunk('EXIF', 'none')),
      words: 'no image data',
    },
    {
      name: 'a canvas that is not the image',
      content: webpOf(vp8x(0, 5, 3), vp8(4, 3)),
      words: 'canvas of contradictory size',
    },
    {
      name: 'an animation without frames',
      content: webpOf(vp8x(animation, 4, 3), anim),
      words: 'without frames',
    },
    {
      name: 'a frame outside of the canvas',
      content: webpOf(vp8x(animation, 4, 3), anim, anmf([2, 0, 4, 3], vp8(4, 3))),
      words: 'outside of its canvas',
    },
    {
      name: 'a frame below the canvas',
      content: webpOf(vp8x(animation, 4, 3), anim, anmf([0, 2, 4, 3], vp8(4, 3))),
      words: 'outside of its canvas',
    },
    {
      name: 'a frame that is not its image',
      content: webpOf(vp8x(animation, 4, 3), anim, anmf([0, 0, 4, 2], vp8(4, 3))),
      words: 'frame of contradictory size',
    },
    {
      name: 'a frame without an image',
      content: webpOf(vp8x(animation, 4, 3), anim, anmf([0, 0, 4, 3])),
      words: 'no image data',
    },
    {
      name: 'a frame header cut short',
      content: webpOf(vp8x(animation, 4, 3), anim, riffChunk('ANMF', 0, 0)),
      words: 'frame header',
    },
    {
      name: 'more chunks than are walked',
      content: webpOf(vp8x(0, 4, 3), ...Array.from({ length: 20_001 }, () => riffChunk('note'))),
      words: 'more than 20000 chunks',
    },
    {
      name: 'alpha behind its picture',
      content: webpOf(vp8x(alpha, 4, 3), vp8(4, 3), alph),
      words: 'more than one picture',
    },
    {
      name: 'two chunks of alpha',
      content: webpOf(vp8x(alpha, 4, 3), alph, alph, vp8(4, 3)),
      words: 'more than one picture',
    },
    {
      name: 'a chunk between alpha and its picture',
      content: webpOf(vp8x(alpha, 4, 3), alph, riffChunk('note', 'text'), vp8(4, 3)),
      words: 'more than one picture',
    },
    {
      name: 'alpha before a lossless picture',
      content: webpOf(vp8x(alpha, 4, 3), alph, vp8l(4, 3)),
      words: 'more than one picture',
    },
    {
      name: 'a second picture',
      content: webpOf(vp8x(0, 4, 3), vp8(4, 3), vp8(4, 3)),
      words: 'more than one picture',
    },
    {
      name: 'a second picture in a frame',
      content: webpOf(vp8x(animation, 4, 3), anim, anmf([0, 0, 4, 3], vp8(4, 3), vp8(4, 3))),
      words: 'more than one picture',
    },
    {
      name: 'a frame that starts with another chunk',
      content: webpOf(
        vp8x(animation, 4, 3),
        anim,
        anmf([0, 0, 4, 3], riffChunk('note', 'text'), vp8(4, 3)),
      ),
      words: 'damaged frame',
    },
    {
      name: 'an animation without its parameters',
      content: webpOf(vp8x(animation, 4, 3), wholeFrame),
      words: 'wrong order',
    },
    {
      name: 'a frame before the parameters',
      content: webpOf(vp8x(animation, 4, 3), wholeFrame, anim),
      words: 'wrong order',
    },
    {
      name: 'an animation with a picture beside its frames',
      content: webpOf(vp8x(animation, 4, 3), anim, wholeFrame, vp8(4, 3)),
      words: 'wrong order',
    },
    {
      name: 'a still picture behind the parameters of an animation',
      content: webpOf(vp8x(0, 4, 3), anim, vp8(4, 3)),
      words: 'wrong order',
    },
    {
      name: 'two extended headers',
      content: webpOf(vp8x(0, 4, 3), vp8x(0, 4, 3), vp8(4, 3)),
      words: 'wrong order',
    },
    { name: 'a reserved flag', content: webpOf(vp8x(0x80, 4, 3), vp8(4, 3)), words: 'reserved' },
  ];
  for (const { name, content, words } of broken) {
    it(`is refused for ${name}`, () => expectDecodeFailed(content, words));
  }
});
