/**
 * The way of fewest bits through the bytes of a part: each is stored by itself or as part of a repetition,
 * at the costs that the host gives. The idea is that of Zopfli and libdeflate.
 */
import { arenaHasRoom, clearArena, take } from '../arena.ts';
import { firstPairs, findMatches, longest, openMatches, pairs, windowBytes } from './matches.ts';

/** In 64ths of a bit: 256 literals, lengths up to 258, then 30 codes of distances, extra bits included. */
export const stepCosts: usize = memory.data(4 * (256 + 260 + 32), 16);
const lengthCosts: usize = stepCosts + 4 * 256;
const distanceCosts: usize = lengthCosts + 4 * 260;

/** The codes of distances up to 256, then those of distances by 128. */
const distanceCodes: usize = memory.data(2 * 256);

let data: usize = 0;
let first: i32 = 0;
let end: i32 = 0;
/** The place that is next, from the first byte of the part on. */
let next: i32 = 0;
/** Of the best way to each place: its bits, and its last step, the pair of a repetition or 1. */
let bits: usize = 0;
let steps: usize = 0;

/** Memory for parts of up to `most` bytes that deflate stores, behind `history` earlier ones. */
export function openParts(history: i32, most: i32): bool {
  clearArena();
  data = take(<usize>(history + most + longest + 8));
  openMatches(most);
  bits = take(4 * (<usize>most + longest + 8));
  steps = take(4 * (<usize>most + longest + 8));
  for (let distance = 1; distance <= windowBytes; distance++) {
    store<u8>(placeOfCode(distance), <u8>codeOf(distance));
  }
  return arenaHasRoom();
}

/** The bits of a length in a pair. */
const lengthMask: i32 = (1 << 9) - 1;

/** Where the code of a distance is kept. */
function placeOfCode(distance: i32): usize {
  const place = distance <= 256 ? distance - 1 : 256 + ((distance - 1) >> 7);
  return distanceCodes + <usize>place;
}

/** RFC 1951, section 3.2.5. */
function codeOf(distance: i32): i32 {
  if (distance <= 4) return distance - 1;
  const extra = 30 - clz(distance - 1);
  return 2 * extra + 2 + (((distance - 1) >> extra) & 1);
}

/** Where earlier bytes are written, and the part behind them. */
export function partBytes(): usize {
  return data;
}

/** Vain tries of four lengths after which shorter ones are not tried. */
const mostVain: i32 = 2;

/**
 * Finds the repetitions of the bytes `from` to `to`; those before `from` may be repeated. The end of the
 * part, which may lie before `to`.
 */
export function openPart(from: i32, to: i32): i32 {
  first = from;
  end = findMatches(data, from, to);
  return end;
}

/** Begins a way through the part: which bytes are stored by themselves, and which as repetitions. */
export function beginWay(): void {
  memory.fill(bits, 0x7f, 4 * (<usize>(end - first) + longest + 8));
  store<i32>(bits, 0);
  next = 0;
}

/** Goes on to `to`, counted from the part's first byte, at the costs that the host has written. */
export function goOn(to: i32): void {
  const own = data + <usize>first;
  const last = end - first;
  for (; next < to; next++) {
    const place = bits + ((<usize>next) << 2);
    const step = steps + ((<usize>next) << 2);
    const before = load<i32>(place);
    const literal = before + load<i32>(stepCosts + ((<usize>load<u8>(own + <usize>next)) << 2));
    if (literal < load<i32>(place, 4)) {
      store<i32>(place, literal, 4);
      store<i32>(step, 1, 4);
    }
    const pair = firstPairs + ((<usize>next) << 2);
    let length = 3;
    const lastPair = pairs + ((<usize>load<i32>(pair, 4)) << 2);
    for (let at = pairs + ((<usize>load<i32>(pair)) << 2); at < lastPair; at += 4) {
      const both = load<i32>(at);
      if (both < 0) {
        relaxLongest(place, step, before);
        continue;
      }
      const most = min(both & lengthMask, last - next);
      const distance = both >> 9;
      relax(place, step, length, most, before + distanceCost(distance), distance << 9);
      length = max(length, most + 1);
    }
  }
}

/** Tries the longest length of the distance 1 alone. */
function relaxLongest(place: usize, step: usize, before: i32): void {
  const made = before + load<i32>(lengthCosts + 4 * longest) + load<i32>(distanceCosts);
  if (made >= load<i32>(place + 4 * longest)) return;
  store<i32>(place + 4 * longest, made);
  store<i32>(step + 4 * longest, longest | (1 << 9));
}

function distanceCost(distance: i32): i32 {
  return load<i32>(distanceCosts + ((<usize>load<u8>(placeOfCode(distance))) << 2));
}

/**
 * Tries the lengths from `length` to `most` of one distance, the longest first, until a few are no better
 * than what is known: of shorter ones that is so mostly too.
 */
function relax(place: usize, step: usize, length: i32, most: i32, start: i32, shifted: i32): void {
  let each = most;
  let left = mostVain;
  for (; each - 3 >= length; each -= 4) {
    const offset = (<usize>(each - 3)) << 2;
    const made = i32x4.add(i32x4.splat(start), v128.load(lengthCosts + offset));
    const known = v128.load(place + offset);
    const isLess = i32x4.lt_s(made, known);
    if (!v128.any_true(isLess)) {
      if (--left === 0) return;
      continue;
    }
    left = mostVain;
    v128.store(place + offset, v128.bitselect(made, known, isLess));
    const pair = i32x4.add(i32x4.splat(shifted | (each - 3)), i32x4(0, 1, 2, 3));
    v128.store(step + offset, v128.bitselect(pair, v128.load(step + offset), isLess));
  }
  for (; each >= length; each--) {
    const offset = (<usize>each) << 2;
    const made = start + load<i32>(lengthCosts + offset);
    if (made < load<i32>(place + offset)) {
      store<i32>(place + offset, made);
      store<i32>(step + offset, shifted | each);
    }
  }
}

/** Ends the way. The number of its steps, which take the place of the bits. */
export function endWay(): i32 {
  let at = end - first;
  let to = bits + ((<usize>at) << 2);
  let count = 0;
  while (at > 0) {
    const step = load<i32>(steps + ((<usize>at) << 2));
    to -= 4;
    at -= step & lengthMask;
    store<i32>(to, step === 1 ? load<u8>(data + <usize>(first + at)) : step);
    count++;
  }
  return count;
}

/** Where its steps end, each of 4 bytes: a literal, or 9 bits of length and the distance above them. */
export function endOfSteps(): usize {
  return bits + ((<usize>(end - first)) << 2);
}
