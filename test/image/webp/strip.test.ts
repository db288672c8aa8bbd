import { expect } from 'chai';
import { strippedPieces } from '../../../src/image/strip.ts';
import {
  anim,
  anmf,
  applied,
  bytes,
  riffChunk,
  strictSource,
  vp8,
  vp8l,
  vp8x,
  vp8xFlags,
  webpOf,
} from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import {
  displayP3Profile,
  exifWithOrientation,
  srgbProfile,
} from '../../support/image/metadata.ts';

const stripped = async (content: Buffer): Promise<Buffer> =>
  applied(strippedPieces(strictSource(content), await factsOf(content)), content);

const { icc, alpha, exif: exifFlag, xmp: xmpFlag, animation } = vp8xFlags;
const allFlags = icc | alpha | exifFlag | xmpFlag;
const exif = (orientation: number): Buffer => riffChunk('EXIF', exifWithOrientation(orientation));
const minimalExif = (orientation: number): Buffer =>
  riffChunk(
    'EXIF',
    bytes('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0', orientation, new Uint8Array(6)),
  );
const xmp = riffChunk('XMP ', 'odd');
const unknown = riffChunk('note', 'text');
const alph = riffChunk('ALPH', 0, 'alpha');
const srgb = riffChunk('ICCP', srgbProfile);
const displayP3 = riffChunk('ICCP', displayP3Profile);
const frame = anmf([0, 0, 4, 3], alph, vp8(4, 3));

describe('a stripped WebP', () => {
  const cases = [
    { name: 'is itself when it is simple', content: webpOf(vp8(4, 3)), kept: webpOf(vp8(4, 3)) },
    {
      name: 'drops chunks behind a simple image and data behind the container',
      content: bytes(webpOf(vp8(4, 3), unknown), 'trailing'),
      kept: webpOf(vp8(4, 3)),
    },
    {
      name: 'becomes simple when nothing needs the extended form',
      content: webpOf(vp8x(allFlags, 4, 3), srgb, vp8l(4, 3, 1), exif(1), xmp, unknown),
      kept: webpOf(vp8l(4, 3, 1)),
    },
    {
      name: 'keeps alpha',
      content: webpOf(vp8x(allFlags, 4, 3), srgb, unknown, alph, vp8(4, 3), exif(1), xmp),
      kept: webpOf(vp8x(alpha, 4, 3), alph, vp8(4, 3)),
    },
    {
      name: 'drops alpha that is not shown',
      content: webpOf(vp8x(0, 4, 3), alph, vp8(4, 3)),
      kept: webpOf(vp8(4, 3)),
    },
    {
      name: 'drops alpha that is not shown from the only frame',
      content: webpOf(vp8x(animation, 4, 3), anim, frame),
      kept: webpOf(vp8x(animation, 4, 3), anim, anmf([0, 0, 4, 3], vp8(4, 3))),
    },
    {
      name: 'gets the flag of alpha that a lossless picture shows',
      content: webpOf(vp8x(icc, 4, 3), displayP3, vp8l(4, 3, 1)),
      kept: webpOf(vp8x(icc | alpha, 4, 3), displayP3, vp8l(4, 3, 1)),
    },
    {
      name: 'gets the flag of alpha where frames do not cover the picture',
      content: webpOf(vp8x(animation, 6, 3), anim, anmf([2, 0, 4, 3], vp8(4, 3))),
      kept: webpOf(vp8x(animation | alpha, 6, 3), anim, anmf([2, 0, 4, 3], vp8(4, 3))),
    },
    {
      name: 'drops an orientation that turns no animation, and repeated parameters',
      content: webpOf(vp8x(animation | alpha | exifFlag, 4, 3), anim, anim, frame, frame, exif(6)),
      kept: webpOf(vp8x(animation | alpha, 4, 3), anim, frame, frame),
    },
    {
      name: 'keeps another profile',
      content: webpOf(vp8x(icc | exifFlag | xmpFlag, 4, 3), displayP3, vp8(4, 3), exif(1), xmp),
      kept: webpOf(vp8x(icc, 4, 3), displayP3, vp8(4, 3)),
    },
    {
      name: 'drops a profile without its flag',
      content: webpOf(vp8x(0, 4, 3), displayP3, vp8(4, 3)),
      kept: webpOf(vp8(4, 3)),
    },
    {
      name: 'keeps the orientation in a minimal chunk',
      content: webpOf(vp8x(exifFlag | xmpFlag, 4, 3), vp8(4, 3), exif(6), xmp),
      kept: webpOf(vp8x(exifFlag, 4, 3), vp8(4, 3), minimalExif(6)),
    },
    {
      name: 'keeps its animation and its frames',
      content: webpOf(vp8x(animation | alpha | xmpFlag, 4, 3), xmp, anim, frame, unknown, frame),
      kept: webpOf(vp8x(animation | alpha, 4, 3), anim, frame, frame),
    },
    {
      name: 'drops unknown chunks inside of frames',
      content: webpOf(
        vp8x(animation | alpha, 4, 3),
        anim,
        anmf([0, 0, 4, 3], alph, vp8(4, 3), unknown, xmp),
      ),
      kept: webpOf(vp8x(animation | alpha, 4, 3), anim, frame),
    },
    {
      name: 'drops what belongs to an animation from a still one',
      content: webpOf(vp8x(alpha, 4, 3), alph, vp8(4, 3), anim, frame),
      kept: webpOf(vp8x(alpha, 4, 3), alph, vp8(4, 3)),
    },
  ];
  for (const { name, content, kept } of cases) {
    it(name, async () => {
      expect((await stripped(content)).toString('hex')).to.equal(kept.toString('hex'));
    });
  }

  it('gets the padding that its last chunk lacked', async () => {
    const padded = webpOf(riffChunk('VP8L', '\x2f\x03\x80\0\0xx'));
    const content = Buffer.from(padded.subarray(0, -1));
    content.writeUInt32LE(content.length - 8, 4);
    expect((await stripped(content)).toString('hex')).to.equal(padded.toString('hex'));
  });

  it('copies a frame without unknown chunks as one piece', async () => {
    const content = webpOf(vp8x(animation | alpha | xmpFlag, 4, 3), xmp, anim, frame, frame);
    const pieces = strippedPieces(strictSource(content), await factsOf(content));
    expect(pieces.filter(({ kind }) => kind === 'copy').length).to.equal(1);
  });
});
