import { take } from '../arena.ts';
import { changesOf, Scale } from './scale.ts';

/** Where the windows of a row see a difference between the pictures. */

/** A byte for each four columns, between two margins: whether there is one in the seven rows of the windows. */
let changes: usize = 0;
let changeBytes: usize = 0;
const margin: usize = 32;

/** Takes memory for pictures of this width. */
export function openChanges(rowBytes: usize): void {
  changeBytes = (rowBytes >> 4) + 2 * margin;
  changes = take(changeBytes) + margin;
}

/** Begins a comparison, in memory that was taken. */
export function beginChanges(): void {
  memory.fill(changes - margin, 0, changeBytes);
}

/** To be called before `seesChange`, for the windows around row `y`. */
export function joinChanges(scale: Scale, y: i32): void {
  const bytes = scale.changeBytes;
  const last = scale.height - 1;
  memory.fill(changes, 0, bytes);
  for (let row = max(y - 3, 0); row <= min(y + 3, last); row++) {
    const from = changesOf(scale, row);
    for (let at: usize = 0; at < bytes; at += 16) {
      v128.store(changes + at, v128.or(v128.load(changes + at), v128.load(from + at)));
    }
  }
}

/** Whether windows see a difference from one group of four columns to before another. */
export function seesChange(from: usize, to: usize): bool {
  let found: u32 = 0;
  for (let at = changes + from - 1; at <= changes + to; at++) found |= load<u8>(at);
  return found !== 0;
}
