import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { PictureChange } from '../../../src/image/plan.ts';
import { differenceOf, gridOf, pixelsOfContent, vips } from '../../support/image/pictures.ts';
import { remembered } from '../../support/remembered.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import {
  bytes,
  chunk,
  riffChunk,
  vp8x,
  vp8xFlags,
  webpOf,
  withSegments,
} from '../../support/image/builders.ts';
import { factsOf } from '../../support/image/facts.ts';
import {
  colorantTags,
  gammaCurve,
  iccSegments,
  matrixProfile,
  profileOf,
  srgbCurve,
} from '../../support/image/metadata.ts';
import { compressing } from '../../support/engine/compressing.ts';

const photo = 'test/fixtures/photo.jpg';
const [width, height] = [120, 80];

/** The picture with a profile, by the place each format has for it. */
const profiled: Readonly<Record<string, (picture: Buffer, profile: Buffer) => Buffer>> = {
  jpg: (picture, profile) => withSegments(picture, ...iccSegments(profile)),
  png: (picture, profile) => {
    const iccp = chunk('iCCP', 'icc\0\0', deflateSync(profile));
    return bytes(picture.subarray(0, 33), iccp, picture.subarray(33));
  },
  webp: (picture, profile) =>
    webpOf(vp8x(vp8xFlags.icc, width, height), riffChunk('ICCP', profile), picture.subarray(12)),
};

const p3 = matrixProfile(colorantTags.displayP3, gammaCurve(1.8));

/** Decoders find that they cannot use the damaged tables only when they convert by them. */
const unusable: Readonly<Record<string, Buffer>> = {
  'of another colour space': profileOf({ colourSpace: 'GRAY', tags: { kTRC: gammaCurve(1.8) } }),
  'cut short': p3.subarray(0, p3.length - 20),
  'of noise': Buffer.alloc(600, 0xa5),
  'of zeros': Buffer.alloc(600),
  'of a CMYK table that is damaged': profileOf({
    colourSpace: 'CMYK',
    connectionSpace: 'Lab ',
    tags: { A2B0: bytes('mft2', new Uint8Array(60)) },
  }),
  'of an RGB table that is damaged': matrixProfile(colorantTags.displayP3, srgbCurve, {
    A2B0: bytes('mft2', new Uint8Array(60)),
  }),
};

/** Extensions of the kinds of pictures. */
const kinds: Readonly<Record<string, string>> = {
  jpg: 'jpg',
  png: 'png',
  webp: 'webp',
  'CMYK jpg': 'jpg',
};

const changes: Readonly<Record<string, PictureChange>> = {
  compressed: {},
  resized: { resize: { method: 'scale', width: 60 } },
  'converted to WebP': { convert: ['image/webp'] },
  'converted to PNG': { convert: ['image/png'] },
};

describe('the engine, given a profile that decoders ignore', () => {
  const file = temporaryFolders();
  const engine = compressing();

  const madeOf = async (content: Buffer, change: PictureChange) => {
    const outcome = await engine.compress(content, { change });
    const pixels = await pixelsOfContent(outcome.content, outcome.result.mediaType);
    return { ...outcome, look: gridOf(pixels) };
  };

  /** A picture of many colours in one of the formats. */
  const pictureAs = remembered(async (kind: string): Promise<Buffer> => {
    const extension = kinds[kind]!;
    const path = file(`base.${extension}`);
    const saved = extension === 'png' ? `${path}[strip]` : `${path}[Q=95,strip]`;
    const small = file('small.v');
    await vips('thumbnail', photo, small, '120');
    if (kind === 'CMYK jpg') {
      await vips('icc_transform', small, saved, 'cmyk', '--input-profile', 'srgb');
    } else await vips('copy', small, saved);
    return readFile(path);
  });

  const plainMade = remembered(async (kind: string, how: string) =>
    madeOf(await pictureAs(kind), changes[how]!),
  );

  for (const [kind, extension] of Object.entries(kinds)) {
    for (const [what, profile] of Object.entries(unusable)) {
      for (const [how, change] of Object.entries(changes)) {
        it(`shows a ${kind} with one ${what} as without it, ${how}`, async () => {
          const plain = await pictureAs(kind);
          const source = profiled[extension]!(plain, profile);
          expect(source.length).to.be.above(plain.length);
          const expected = await plainMade(kind, how);
          const { result, content, look, failures } = await madeOf(source, change);
          // cwebp reads the planes of a lossy WebP themselves, unless its profile has to be tried before.
          const isFromPlanes = kind === 'webp' && result.mediaType === 'image/webp';
          expect(differenceOf(look, expected.look).colour).to.be.at.most(isFromPlanes ? 3 : 1);
          expect([result.width, result.height]).to.deep.equal([
            expected.result.width,
            expected.result.height,
          ]);
          expect(content.length).to.be.at.most(expected.content.length * 1.1);
          for (const mark of ['ICC_PROFILE', 'iCCP', 'ICCP']) {
            expect(content.includes(mark), mark).to.equal(false);
          }
          expect(failures).to.deep.equal([]);
          expect((await factsOf(content)).iccProfile).to.equal('none');
        });
      }
    }
  }
});
