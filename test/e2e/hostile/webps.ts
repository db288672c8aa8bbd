import { deflateSync } from 'node:zlib';
import {
  anim,
  anmf,
  bytes,
  riffChunk,
  vp8,
  vp8l,
  vp8x,
  vp8xFlags as flags,
  webpOf,
  withRiffSize,
} from '../../support/image/builders.ts';
import { becoming, bombSide, type HostileFile } from './file.ts';

const [width, height] = [30, 20];
const still = vp8l(width, height);

const animation = (
  [canvasWidth, canvasHeight]: readonly [number, number],
  ...frames: readonly Uint8Array[]
): Buffer => webpOf(vp8x(flags.animation, canvasWidth, canvasHeight), anim, ...frames);

const frame = anmf([0, 0, width, height], still);

const nothing = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1e6);

export const hostileWebps: readonly HostileFile[] = [
  ...becoming('picture', {
    'a WebP bomb of 640,000 pixels in 30 bytes': () => webpOf(vp8l(bombSide, bombSide)),
    'an animated WebP of 2,000 frames': () =>
      animation([width, height], ...Array<Buffer>(2000).fill(frame)),
    'a WebP with 10 MB of XMP and an EXIF of nothing': () =>
      webpOf(
        vp8x(flags.exif | flags.xmp, width, height),
        still,
        riffChunk('EXIF', new Uint8Array(60_000)),
        riffChunk('XMP ', nothing(10)),
      ),
    'a WebP with a profile of 5 MB of nothing': () =>
      webpOf(vp8x(flags.icc, width, height), riffChunk('ICCP', nothing(5)), still),
    'a WebP with 10,000 unknown chunks': () =>
      webpOf(vp8x(0, width, height), still, ...Array<Buffer>(10_000).fill(riffChunk('note'))),
    'a WebP and an archive behind it': () =>
      bytes(webpOf(still), 'PK\x03\x04', new Uint8Array(40), 'PK\x05\x06'),
    'a WebP and another one in it': () => webpOf(still, webpOf(vp8l(16_000, 16_000))),
  }),
  ...becoming('too large', {
    'a WebP bomb of 16,383 pixels square': () => webpOf(vp8l(16_383, 16_383)),
    'a WebP with a canvas of 16,777,216 pixels square': () =>
      animation([2 ** 24, 2 ** 24], anmf([0, 0, width, height], still)),
    'an animated WebP of 2,001 frames': () =>
      animation([width, height], ...Array<Buffer>(2001).fill(frame)),
    'an animated WebP of 100 frames on a large canvas': () =>
      animation([4000, 4000], ...Array<Buffer>(100).fill(frame)),
  }),
  ...becoming('refused', {
    'a WebP of 20,001 chunks': () =>
      webpOf(vp8x(0, width, height), still, ...Array<Buffer>(20_001).fill(riffChunk('note'))),
    'a WebP with a frame beyond its canvas': () =>
      animation([width, height], anmf([10, 0, width, height], still)),
    'a WebP whose canvas is not its picture': () => webpOf(vp8x(0, width + 1, height), still),
    'a WebP that says it is longer than it is': () =>
      withRiffSize(webpOf(still), webpOf(still).length + 100),
    'a WebP that says it is shorter than its chunk': () => withRiffSize(webpOf(still), 20),
    'a WebP with alpha and no more than a header of it': () =>
      webpOf(vp8x(flags.alpha, 4, 3), riffChunk('ALPH', 1), vp8(4, 3)),
    'a WebP that is a header only': () => webpOf(vp8(9999, 9999)),
    'a WebP of a WAV': () =>
      riffChunk('RIFF', 'WAVE', riffChunk('fmt ', new Uint8Array(16)), still),
  }),
  ...becoming('either', {
    'a WebP whose profile is a bomb': () =>
      webpOf(vp8x(flags.icc, width, height), riffChunk('ICCP', deflateSync(nothing(20))), still),
  }),
];
