import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { PictureChange } from '../../../src/image/plan.ts';
import { pixelsOfContent } from '../../support/image/pictures.ts';
import { rejectionOf } from '../../support/rejection.ts';
import {
  anim,
  anmf,
  bytes,
  chunk,
  ihdr,
  pngSignature,
  uint32,
  vp8x,
  webpOf,
} from '../../support/image/builders.ts';
import { compressing } from '../../support/engine/compressing.ts';

const [width, height] = [40, 30];

/** Rows of one colour, compressed. */
const rowsOf = (colour: readonly number[], rows = height, columns = width): Buffer => {
  const row = bytes(0, ...Array.from({ length: columns }, () => bytes(...colour)));
  return deflateSync(bytes(...Array.from({ length: rows }, () => row)));
};

const [red, green] = [
  [255, 0, 0],
  [0, 255, 0],
];
const acTL = (frames: number): Buffer => chunk('acTL', uint32(frames), uint32(0));
const fcTL = (sequence: number, [w, h, x, y] = [width, height, 0, 0]): Buffer =>
  chunk('fcTL', ...[sequence, w!, h!, x!, y!].map(uint32), new Uint8Array(6));
const fdAT = (sequence: number, data: Uint8Array): Buffer => chunk('fdAT', uint32(sequence), data);
const apng = (...chunks: readonly Buffer[]): Buffer =>
  bytes(pngSignature, ihdr(width, height, 8, 2), ...chunks, chunk('IEND'));

const image = chunk('IDAT', rowsOf(red));
const frame = rowsOf(green);
const inParts = [fdAT(1, frame.subarray(0, 20)), fdAT(2, bytes()), fdAT(3, frame.subarray(20))];

const shown: Readonly<Record<string, readonly [Buffer, string]>> = {
  'a frame behind the default image': [apng(acTL(1), image, fcTL(0), fdAT(1, frame)), '0,255,0'],
  'a frame in parts, one of them empty': [apng(acTL(1), image, fcTL(0), ...inParts), '0,255,0'],
  'the default image that is the frame': [apng(acTL(1), fcTL(0), image), '255,0,0'],
  'the default image where the animation starts too late': [
    apng(image, acTL(1), fcTL(0), fdAT(1, frame)),
    '255,0,0',
  ],
  'the default image of no animation': [apng(image, fcTL(0), fdAT(1, frame)), '255,0,0'],
};

const changes: Readonly<Record<string, PictureChange>> = {
  compressed: {},
  resized: { resize: { method: 'scale', width: 20 } },
  'converted to WebP': { convert: ['image/webp'] },
  'converted to JPEG': { convert: ['image/jpeg'] },
};

describe('the engine, given an animation of one frame', () => {
  const engine = compressing();

  for (const [what, [source, colour]] of Object.entries(shown)) {
    for (const [how, change] of Object.entries(changes)) {
      it(`shows ${what}, ${how}`, async () => {
        const { result, content } = await engine.compress(source, { change });
        const { data } = await pixelsOfContent(content, result.mediaType);
        const levels = colour.split(',').map(Number);
        levels.forEach((level, band) => expect(data[band]).to.be.closeTo(level, 3));
        expect(content.includes('acTL') || content.includes('fdAT')).to.equal(false);
      });
    }
  }

  const part = apng(acTL(1), image, fcTL(0, [20, 10, 4, 6]), fdAT(1, rowsOf(green, 10, 20)));

  it('keeps an animation whose frame is a part of the picture', async () => {
    const { content } = await engine.compress(part);
    expect(content.includes('acTL')).to.equal(true);
  });

  it('refuses to change a frame that is a part of the picture', async () => {
    const change = changes['resized']!;
    const error = await rejectionOf(engine.compress(part, { change }));
    expect(error).to.include({ code: 'bad_request' });
  });

  it('refuses a frame that is damaged', async () => {
    const damaged = Buffer.from(apng(acTL(1), image, fcTL(0), fdAT(1, frame)));
    const at = damaged.indexOf('fdAT') + 12;
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(await rejectionOf(engine.compress(damaged))).to.include({ code: 'decode_failed' });
  });

  it('shows the frame of a WebP', async () => {
    const { lossyWebp } = engine.pictures;
    const bitstream = lossyWebp.subarray(lossyWebp.indexOf('VP8 '));
    const picture = bitstream.subarray(0, 8 + bitstream.readUInt32LE(4));
    const source = webpOf(vp8x(0x02, 120, 80), anim, anmf([0, 0, 120, 80], picture));
    for (const change of Object.values(changes)) {
      const { result, content, failures } = await engine.compress(source, { change });
      expect(failures).to.deep.equal([]);
      expect(content.includes('ANMF')).to.equal(false);
      expect(result.width).to.equal(change.resize === undefined ? 120 : 20);
    }
  });
});
