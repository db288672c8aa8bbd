import { take } from '../arena.ts';
import { halveRows } from '../light.ts';
import { add, levelsOf, times } from './srgb.ts';

/**
 * The planes of colour of YUV with half the pixels in each direction, rounded up; 128 is grey. A row of them belongs to
 * two rows of pixels.
 */

/** The rows of colour around a row of pixels: the nearer and the farther one of U, then of V. */
let around: usize = 0;
/** Their U and V for each pixel, less 128. */
export let u: usize = 0;
export let v: usize = 0;
/** A row of colour between the two, and one value to each side of it. */
let mixed: usize = 0;
const margin: usize = 16;
/** Red, green and blue in linear light of two rows of pixels, and of their halves. */
let light: usize = 0;
let halves: usize = 0;
/** A row of U and one of V, of the light of two rows of pixels. */
let shown: usize = 0;

let width: i32 = 0;
let rowBytes: usize = 0;
let halfBytes: usize = 0;

/** Takes memory for rows of this width, filled up to whole vectors. */
export function openChroma(columns: i32): void {
  width = columns;
  halfBytes = (<usize>(((columns + 1) >> 1) + 7)) << 2;
  rowBytes = 2 * halfBytes;
  around = take(4 * halfBytes);
  u = take(rowBytes);
  v = take(rowBytes);
  mixed = take(halfBytes + 2 * margin) + margin;
  light = take(6 * rowBytes);
  halves = take(3 * halfBytes);
  shown = take(2 * halfBytes);
}

/** Where the host writes the row with this index of those around a row of pixels. */
export function rowAround(index: i32): usize {
  return around + <usize>index * halfBytes;
}

/** Where the host reads a row of U (0) or V (1). */
export function rowShown(index: i32): usize {
  return shown + <usize>index * halfBytes;
}

/** Where the light of an even (0) or odd (1) row of pixels is written: red, with green and blue `lightBytes` apart. */
export function lightOfRow(parity: i32): usize {
  return light + <usize>(3 * parity) * rowBytes;
}

export function lightBytes(): usize {
  return rowBytes;
}

/** Writes `u` and `v`, as decoders of WebP show them. */
export function enlargeAround(): void {
  enlarge(rowAround(0), rowAround(1), u);
  enlarge(rowAround(2), rowAround(3), v);
}

function enlarge(near: usize, far: usize, to: usize): void {
  const columns = (<usize>((width + 1) >> 1)) << 2;
  for (let at: usize = 0; at < columns; at += 16) {
    const both = f32x4.add(times(v128.load(near + at), 3), v128.load(far + at));
    v128.store(mixed + at, add(times(both, 1 / 16), -32));
  }
  store<f32>(mixed - 4, load<f32>(mixed));
  store<f32>(mixed + columns, load<f32>(mixed + columns - 4));
  for (let at: usize = 0; at < columns; at += 16, to += 32) {
    const centre = times(v128.load(mixed + at), 3);
    const even = f32x4.add(centre, v128.load(mixed + at - 4));
    const odd = f32x4.add(centre, v128.load(mixed + at + 4));
    v128.store(to, v128.shuffle<f32>(even, odd, 0, 4, 1, 5));
    v128.store(to + 16, v128.shuffle<f32>(even, odd, 2, 6, 3, 7));
  }
}

/** Writes the colour of the mean light of 2x2 pixels to what is shown; of 2x1 where a last row is alone. */
export function halveLight(isAlone: bool): void {
  const below: usize = isAlone ? 0 : 3 * rowBytes;
  for (let channel: usize = 0; channel < 3; channel++) {
    const upper = light + channel * rowBytes;
    halveRows(upper, upper + below, width, halves + channel * halfBytes);
  }
  for (let at: usize = 0; at < (<usize>((width + 1) >> 1)) << 2; at += 16) {
    const red = levelsOf(v128.load(halves + at));
    const green = levelsOf(v128.load(halves + at + halfBytes));
    const blue = levelsOf(v128.load(halves + at + 2 * halfBytes));
    v128.store(shown + at, colourOf(times(red, -0.14822), green, -0.29099, blue, 0.43922));
    v128.store(
      shown + at + halfBytes,
      colourOf(times(red, 0.43922), green, -0.36779, blue, -0.07143),
    );
  }
}

function colourOf(red: v128, green: v128, ofGreen: f32, blue: v128, ofBlue: f32): v128 {
  return add(f32x4.add(red, f32x4.add(times(green, ofGreen), times(blue, ofBlue))), 128);
}
