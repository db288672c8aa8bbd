/**
 * Rows as they are read become rows of four bytes a pixel, red, green, blue and alpha, in which all
 * pixel loops work. They may write up to 15 bytes beyond the row.
 */
export function spreadRow(from: usize, bands: i32, width: i32, to: usize): void {
  const end = to + ((<usize>width) << 2);
  const opaque = i32x4.splat(0xff000000);
  if (bands === 1) {
    for (; to < end; to += 16, from += 4) {
      const grey = v128.load32_splat(from);
      const spread = i8x16.shuffle(grey, grey, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
      v128.store(to, v128.or(spread, opaque));
    }
  } else if (bands === 2) {
    for (; to < end; to += 16, from += 8) {
      const pair = v128.load64_splat(from);
      v128.store(to, i8x16.shuffle(pair, pair, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7));
    }
  } else if (bands === 3) {
    for (; to < end; to += 16, from += 12) {
      const colours = v128.load(from);
      const spread = i8x16.shuffle(
        colours,
        colours,
        0,
        1,
        2,
        0,
        3,
        4,
        5,
        0,
        6,
        7,
        8,
        0,
        9,
        10,
        11,
        0,
      );
      v128.store(to, v128.or(spread, opaque));
    }
  } else {
    memory.copy(to, from, (<usize>width) << 2);
  }
}

/** The same of a row of indices into a palette of 256 times four bytes. */
export function spreadIndices(from: usize, palette: usize, width: i32, to: usize): void {
  const end = from + width;
  for (; from < end; from++, to += 4) {
    store<u32>(to, load<u32>(palette + ((<usize>load<u8>(from)) << 2)));
  }
}

/** Whether a pixel of the row is not opaque. */
export function isTransparentRow(row: usize, width: i32): bool {
  const end = row + ((<usize>width) << 2);
  for (; row < end; row += 4) if (load<u8>(row, 3) !== 255) return true;
  return false;
}

/** Number of pixels in the row that equal their left neighbour, or are as clear as it. */
export function flatPixels(row: usize, width: i32): i32 {
  const alpha = i32x4.splat(0xff000000);
  let count = 0;
  let x = 1;
  for (; x + 4 <= width; x += 4) {
    const at = row + ((<usize>x) << 2);
    const here = v128.load(at);
    const left = v128.load(at - 4);
    const isClear = i32x4.eq(v128.and(v128.or(here, left), alpha), i32x4.splat(0));
    count += popcnt(i32x4.bitmask(v128.or(i32x4.eq(here, left), isClear)));
  }
  for (; x < width; x++) {
    const at = row + ((<usize>x) << 2);
    const here = load<u32>(at);
    const left = load<u32>(at - 4);
    count += i32(here === left || (here | left) >>> 24 === 0);
  }
  return count;
}

/** Differences between neighbours in part of a row, times 255: in visible green and in alpha. */
export function activityOf(row: usize, left: i32, width: i32): i32 {
  let at = row + ((<usize>left) << 2);
  const end = at + ((<usize>width) << 2);
  let opacity = <i32>load<u8>(at, 3);
  let level = <i32>load<u8>(at, 1) * opacity;
  let activity = 0;
  for (at += 4; at < end; at += 4) {
    const nextOpacity = <i32>load<u8>(at, 3);
    const nextLevel = <i32>load<u8>(at, 1) * nextOpacity;
    activity += abs(nextLevel - level) + 255 * abs(nextOpacity - opacity);
    opacity = nextOpacity;
    level = nextLevel;
  }
  return activity;
}

/**
 * The row blended with a grey `backdrop` by its alpha, rounded to whole levels. The division by 255 of
 * numbers up to 65025 is exact.
 */
export function blendRow(row: usize, backdrop: i32, width: i32, to: usize): void {
  const end = to + ((<usize>width) << 2);
  for (; to < end; to += 16, row += 16) {
    const pixels = v128.load(row);
    const low = blended(i16x8.extend_low_i8x16_u(pixels), backdrop);
    const high = blended(i16x8.extend_high_i8x16_u(pixels), backdrop);
    v128.store(to, i8x16.narrow_i16x8_u(low, high));
  }
}

function blended(levels: v128, backdrop: i32): v128 {
  const alpha = v128.shuffle<i16>(levels, levels, 3, 3, 3, 3, 7, 7, 7, 7);
  const rest = i16x8.sub(i16x8.splat(255), alpha);
  const ground = i16x8.mul(rest, i16x8.splat(<i16>backdrop));
  const sum = i16x8.add(i16x8.mul(levels, alpha), i16x8.add(ground, i16x8.splat(128)));
  return i16x8.shr_u(i16x8.add(sum, i16x8.shr_u(sum, 8)), 8);
}
