import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { bytes, chunk, ihdr, jpegOf, pngSignature, segment } from '../image/builders.ts';

export const photoPath = fileURLToPath(new URL('../../fixtures/photo.jpg', import.meta.url));

/** A photo, 800 pixels wide. */
export const photo = readFileSync(photoPath);

/** The photo with a comment of its own, so that no other work is the same. */
export const newPhoto = (): Buffer => {
  const [startOfImage, rest] = [photo.subarray(0, 2), photo.subarray(2)];
  return bytes(startOfImage, segment(0xfe, randomBytes(12)), rest);
};

/** A new small picture each time: a flat JPEG with a comment of its own. */
export const newJpeg = (): Buffer => jpegOf({ segments: [segment(0xfe, randomBytes(12))] });

const side = 24;

/** A new small picture each time: noise in RGB. */
export const newPng = (): Buffer => {
  const rows = Array.from({ length: side }, () => bytes(0, randomBytes(3 * side)));
  return bytes(
    pngSignature,
    ihdr(side, side, 8, 2),
    chunk('IDAT', deflateSync(bytes(...rows))),
    chunk('IEND'),
  );
};
