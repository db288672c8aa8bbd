import { take } from '../arena.ts';
import * as chroma from './chroma.ts';
import { add, baseOf, lightOf, powerOf, riseOf, times } from './srgb.ts';

/** What the channels add to brightness: the mean of the long and the middle cones (`score/xyb.ts`). */
const shareOfRed: f32 = 0.265;
const shareOfGreen: f32 = 0.657;
const shareOfBlue: f32 = 0.078;
/** Most levels by which a channel that is cut off at 255 is above that, and less luma soon darkens it. */
const nearLevels: f32 = 4;
/** Levels of sRGB by which one more of limited luma changes a pixel. */
const levelsPerLuma: f32 = <f32>(255.0 / 219);
/** Where all channels are cut off, no luma helps. */
const leastRise: f32 = 0.0003;
/** A step never passes channels that are cut off and counted as unchanging. */
const mostFall: f32 = -nearLevels / levelsPerLuma;
/** Light rises faster the brighter a pixel is, so that a long step would pass the goal. */
const mostRise: f32 = 16;

let width: i32 = 0;
/** The row of luma that the host writes and reads. */
export let luma: usize = 0;

/** Takes memory for rows of this width. */
export function openLuma(columns: i32): void {
  width = columns;
  luma = take((<usize>(columns + 3)) << 2);
}

/** Writes the luma of a row of pixels, and their light. */
export function startRow(pixels: usize, parity: i32): void {
  const light = chroma.lightOfRow(parity);
  const bytes = (<usize>width) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    const red = channelOf(pixels + at, 0);
    const green = channelOf(pixels + at, 8);
    const blue = channelOf(pixels + at, 16);
    const sum = f32x4.add(
      times(red, 0.25679),
      f32x4.add(times(green, 0.50413), times(blue, 0.09791)),
    );
    v128.store(luma + at, add(sum, 16));
    storeLight(light + at, red, green, blue);
  }
}

/** Newton's method for a row of luma, of pixels with the colour that was enlarged; then their light, where it is shown. */
export function fitRow(pixels: usize, parity: i32, steps: i32, isShown: bool): void {
  const light = chroma.lightOfRow(parity);
  const bytes = (<usize>width) << 2;
  for (let at: usize = 0; at < bytes; at += 16) {
    const wanted = weighed(
      lightOfLevels(channelOf(pixels + at, 0)),
      lightOfLevels(channelOf(pixels + at, 8)),
      lightOfLevels(channelOf(pixels + at, 16)),
    );
    const ofU = v128.load(chroma.u + at);
    const ofV = v128.load(chroma.v + at);
    const red = times(ofV, 1.59603);
    const green = f32x4.add(times(ofU, -0.39176), times(ofV, -0.81297));
    const blue = times(ofU, 2.01723);
    let value = v128.load(luma + at);
    let base = levelsOfLuma(value);
    for (let step = 0; step < steps; step++) {
      value = nearer(
        value,
        wanted,
        f32x4.add(base, red),
        f32x4.add(base, green),
        f32x4.add(base, blue),
      );
      base = levelsOfLuma(value);
    }
    v128.store(luma + at, value);
    if (!isShown) continue;
    storeLight(
      light + at,
      shownLevels(f32x4.add(base, red)),
      shownLevels(f32x4.add(base, green)),
      shownLevels(f32x4.add(base, blue)),
    );
  }
}

/** One step; the channels are those that `value` shows, before they are cut off. */
function nearer(value: v128, wanted: v128, red: v128, green: v128, blue: v128): v128 {
  const levelsOfRed = shownLevels(red);
  const levelsOfGreen = shownLevels(green);
  const levelsOfBlue = shownLevels(blue);
  const baseOfRed = baseOf(levelsOfRed);
  const baseOfGreen = baseOf(levelsOfGreen);
  const baseOfBlue = baseOf(levelsOfBlue);
  const powerOfRed = powerOf(baseOfRed);
  const powerOfGreen = powerOf(baseOfGreen);
  const powerOfBlue = powerOf(baseOfBlue);
  const brightness = weighed(
    lightOf(levelsOfRed, baseOfRed, powerOfRed),
    lightOf(levelsOfGreen, baseOfGreen, powerOfGreen),
    lightOf(levelsOfBlue, baseOfBlue, powerOfBlue),
  );
  const missing = f32x4.sub(wanted, brightness);
  // Above 255 more luma adds no light. A little above, less luma soon takes some away.
  const isDark = f32x4.gt(missing, f32x4.splat(0));
  const limit = v128.bitselect(f32x4.splat(255), f32x4.splat(255 + nearLevels), isDark);
  const rise = weighed(
    v128.and(riseOf(levelsOfRed, baseOfRed, powerOfRed), isBetween(red, limit)),
    v128.and(riseOf(levelsOfGreen, baseOfGreen, powerOfGreen), isBetween(green, limit)),
    v128.and(riseOf(levelsOfBlue, baseOfBlue, powerOfBlue), isBetween(blue, limit)),
  );
  const slope = times(f32x4.pmax(rise, f32x4.splat(leastRise)), levelsPerLuma);
  const change = within(f32x4.div(missing, slope), mostFall, mostRise);
  return within(f32x4.add(value, change), 0, 255);
}

function isBetween(channel: v128, limit: v128): v128 {
  return v128.and(f32x4.gt(channel, f32x4.splat(0)), f32x4.lt(channel, limit));
}

/** Brightness, or its rise. */
function weighed(red: v128, green: v128, blue: v128): v128 {
  return f32x4.add(
    times(red, shareOfRed),
    f32x4.add(times(green, shareOfGreen), times(blue, shareOfBlue)),
  );
}

function lightOfLevels(levels: v128): v128 {
  const base = baseOf(levels);
  return lightOf(levels, base, powerOf(base));
}

function storeLight(to: usize, red: v128, green: v128, blue: v128): void {
  const rowBytes = chroma.lightBytes();
  v128.store(to, lightOfLevels(red));
  v128.store(to + rowBytes, lightOfLevels(green));
  v128.store(to + 2 * rowBytes, lightOfLevels(blue));
}

function levelsOfLuma(value: v128): v128 {
  return times(add(value, -16), levelsPerLuma);
}

function shownLevels(channel: v128): v128 {
  return within(channel, 0, 255);
}

function within(values: v128, least: f32, most: f32): v128 {
  return f32x4.pmin(f32x4.pmax(values, f32x4.splat(least)), f32x4.splat(most));
}

function channelOf(pixels: usize, shift: i32): v128 {
  const levels = v128.and(i32x4.shr_u(v128.load(pixels), shift), i32x4.splat(255));
  return f32x4.convert_i32x4_s(levels);
}
