import { arenaHasRoom, clearArena, take } from './arena.ts';

let filtered: usize = 0;
let filteredBytes: i32 = 0;

/** Memory for `rows` filtered rows of a PNG, each behind its filter byte, after a row that is zero. */
export function openFiltered(rowBytes: i32, rows: i32): bool {
  clearArena();
  filteredBytes = rowBytes;
  filtered = take(<usize>(rowBytes + 1) * (rows + 1) + 16);
  if (!arenaHasRoom()) return false;
  memory.fill(filtered, 0, rowBytes + 1);
  return true;
}

/** Where the first filtered row is written. */
export function filteredRows(): usize {
  return filtered + filteredBytes + 1;
}

/**
 * Undoes the filters of `rows` rows, of pixels of `step` bytes. The next call goes on below them.
 * False for an unknown filter.
 */
export function unfilterRows(rows: i32, step: i32): bool {
  const stride = <usize>filteredBytes + 1;
  let above = filtered + 1;
  for (let left = rows; left > 0; left--, above += stride) {
    const row = above + stride;
    const filter = <i32>load<u8>(row - 1);
    if (filter > 4) return false;
    unfilterRow(filter, row, above, filteredBytes, step);
  }
  memory.copy(filtered + 1, above, filteredBytes);
  return true;
}

/**
 * Undoes the filter of a row of a PNG in place. `above` is the row before, without its filter, or zeros.
 * The kinds are sub, up, average and Paeth; 0 and unknown ones leave the row as it is. Source: PNG, section 9.
 */
function unfilterRow(filter: i32, row: usize, above: usize, bytes: i32, step: i32): void {
  if (filter === 1) unfilterSub(row, bytes, step);
  else if (filter === 2) unfilterUp(row, above, bytes);
  else if (filter === 3) unfilterAverage(row, above, bytes, step);
  else if (filter === 4 && step > 2) unfilterPaethPixels(row, above, bytes, step);
  else if (filter === 4) unfilterPaeth(row, above, bytes, step);
}

function unfilterSub(row: usize, bytes: i32, step: i32): void {
  const end = row + bytes;
  for (let at = row + step; at < end; at++) store<u8>(at, load<u8>(at) + load<u8>(at - step));
}

function unfilterUp(row: usize, above: usize, bytes: i32): void {
  const end = row + bytes;
  for (; row + 16 <= end; row += 16, above += 16) {
    v128.store(row, i8x16.add(v128.load(row), v128.load(above)));
  }
  for (; row < end; row++, above++) store<u8>(row, load<u8>(row) + load<u8>(above));
}

function unfilterAverage(row: usize, above: usize, bytes: i32, step: i32): void {
  for (let x = 0; x < bytes; x++) {
    const left = x < step ? 0 : <u32>load<u8>(row + x - step);
    const mean = (left + load<u8>(above + x)) >> 1;
    store<u8>(row + x, <u8>(load<u8>(row + x) + mean));
  }
}

function unfilterPaeth(row: usize, above: usize, bytes: i32, step: i32): void {
  for (let x = 0; x < bytes; x++) {
    const left = x < step ? 0 : <i32>load<u8>(row + x - step);
    const up = <i32>load<u8>(above + x);
    const corner = x < step ? 0 : <i32>load<u8>(above + x - step);
    const toLeft = abs(up - corner);
    const toUp = abs(left - corner);
    const toCorner = abs(left + up - 2 * corner);
    const isLeft = toLeft <= toUp && toLeft <= toCorner;
    const predicted = isLeft ? left : toUp <= toCorner ? up : corner;
    store<u8>(row + x, <u8>(<i32>load<u8>(row + x) + predicted));
  }
}

/** The same for pixels of 3 or 4 bytes, all bytes of a pixel at once. */
function unfilterPaethPixels(row: usize, above: usize, bytes: i32, step: i32): void {
  let left = i16x8.splat(0);
  let corner = left;
  const end = row + bytes;
  for (; row < end; row += step, above += step) {
    const up = i16x8.extend_low_i8x16_u(v128.load32_zero(above));
    const change = i16x8.extend_low_i8x16_u(v128.load32_zero(row));
    const fromCorner = i16x8.sub(up, corner);
    const alongRow = i16x8.sub(left, corner);
    const toLeft = i16x8.abs(fromCorner);
    const toUp = i16x8.abs(alongRow);
    const toCorner = i16x8.abs(i16x8.add(fromCorner, alongRow));
    const isFarLeft = i16x8.gt_s(toLeft, i16x8.min_s(toUp, toCorner));
    const upOrCorner = v128.bitselect(corner, up, i16x8.gt_s(toUp, toCorner));
    const predicted = v128.bitselect(upOrCorner, left, isFarLeft);
    left = v128.and(i16x8.add(change, predicted), i16x8.splat(255));
    corner = up;
    const pixel = i32x4.extract_lane(i8x16.narrow_i16x8_u(left, left), 0);
    if (step === 4) {
      store<u32>(row, pixel);
    } else {
      store<u16>(row, <u16>pixel);
      store<u8>(row, <u8>(pixel >> 16), 2);
    }
  }
}
