/** Pixels of a palette that resemble those of an earlier place take their colours, where that saves more than it costs. */
import { arenaHasRoom, take } from '../arena.ts';
import { errorShares, openIndices, places, wantedIndices } from './shares.ts';

const kinds: i32 = 257;

/** Deflate's repetitions: bytes back, and bytes long. RFC 1951, section 2. */
const windowBytes: i32 = 32768;
const longest: i32 = 258;
const shortest: i32 = 3;

/** A repetition that is so many bits behind does not recover. */
const givenUpBits: f64 = -24;

/** Distances that were used last, which have short codes. */
const mostUsed: i32 = 16;
const used: usize = memory.data(4 * 16, 16);
let usedCount: i32 = 0;

/** Most earlier places that are tried. */
const mostPlaces: i32 = 24;

/** The last place of each bucket, and of each place the one before it in its bucket; -1 for none. */
const bucketBits: i32 = 15;
const lastPlaces: usize = memory.data(4 << 15, 16);
let earlier: usize = 0;

/** What the host writes: errors between colours in bits, bits of each colour, and numbers that like colours share. */
let errors: usize = 0;
let bits: usize = 0;
let likenesses: usize = 0;

let stride: i32 = 0;
let total: i32 = 0;
let wanted: usize = 0;
let shares: usize = 0;
let made: usize = 0;

/** The best repetition at a place; that of distance 0 is the pixel itself. */
let bestSaved: f64 = 0;
let bestLength: i32 = 0;
let bestDistance: i32 = 0;

/** Takes memory for rows, as `openIndices`, and for what repeats in them. */
export function openRepeats(rowBytes: i32, rows: i32): bool {
  openIndices(rowBytes, rows);
  stride = rowBytes;
  total = <i32>places();
  wanted = wantedIndices();
  shares = errorShares();
  errors = take(4 * kinds * kinds);
  bits = take(8 * kinds);
  likenesses = take(4 * kinds);
  earlier = take(4 * places());
  made = take(2 * places());
  return arenaHasRoom();
}

export function errorsOfColours(): usize {
  return errors;
}

export function bitsOfColours(): usize {
  return bits;
}

export function likenessesOfColours(): usize {
  return likenesses;
}

/** The rows of colours that were repeated. */
export function madeIndices(): usize {
  return made;
}

/** Repeats colours, from the first place to the last, once the shares are known. */
export function repeatColours(): void {
  memory.fill(lastPlaces, 0xff, 4 << bucketBits);
  usedCount = 0;
  for (let at = 0; at < total; at += bestLength) {
    findBest(at);
    for (let place = at; place < at + bestLength; place++) {
      const from = bestDistance === 0 ? wanted : made - ((<usize>bestDistance) << 1);
      store<u16>(made + ((<usize>place) << 1), load<u16>(from + ((<usize>place) << 1)));
      addPlace(place);
    }
    if (bestDistance !== 0) addUsed(bestDistance);
  }
}

function findBest(at: i32): void {
  bestSaved = 0;
  bestLength = 1;
  bestDistance = 0;
  // To the left, and around the same place of the rows above.
  for (let left = 1; left <= 8; left++) tryDistance(at, left);
  for (let row = 1; row <= 4; row++) {
    for (let column = -6; column <= 6; column++) tryDistance(at, row * stride + column);
  }
  for (let index = 0; index < usedCount; index++) {
    tryDistance(at, load<i32>(used + ((<usize>index) << 2)));
  }
  let place = load<i32>(bucketOf(at));
  for (let tried = 0; tried < mostPlaces && place >= 0; tried++) {
    tryDistance(at, at - place);
    place = load<i32>(earlier + ((<usize>place) << 2));
  }
}

function tryDistance(at: i32, distance: i32): void {
  if (distance < 1 || distance > at || distance > windowBytes || bestLength === longest) return;
  let saved = -distanceBits(distance);
  const most = min(longest, total - at);
  let from = at - distance;
  for (let index = 0; index < most; index++, from++) {
    // A repetition may reach into itself.
    if (from === at) from -= distance;
    const value = <i32>load<u16>(made + ((<usize>from) << 1));
    const own = <i32>load<u16>(wanted + ((<usize>(at + index)) << 1));
    saved += load<f64>(bits + ((<usize>own) << 3));
    if (value !== own) saved -= errorOf(own, value) * shareOf(at + index);
    if (saved < givenUpBits) return;
    if (index + 1 >= shortest && saved - lengthBits(index + 1) > bestSaved) {
      bestSaved = saved - lengthBits(index + 1);
      bestLength = index + 1;
      bestDistance = distance;
    }
  }
}

function errorOf(own: i32, other: i32): f64 {
  return <f64>load<f32>(errors + ((<usize>(own * kinds + other)) << 2));
}

function shareOf(place: i32): f64 {
  return <f64>load<f32>(shares + ((<usize>place) << 2));
}

/** About the bits of deflate's codes with their extra bits. */
function distanceBits(distance: i32): f64 {
  return 3.2 + (distance < 5 ? 0 : <f64>(30 - clz(distance - 1)));
}

function lengthBits(length: i32): f64 {
  return 3.5 + (length < 11 ? 0 : <f64>(29 - clz(length - 3)));
}

/** Distances that are used more than once stay where they are. */
function addUsed(distance: i32): void {
  for (let index = 0; index < usedCount; index++) {
    if (load<i32>(used + ((<usize>index) << 2)) === distance) return;
  }
  memory.copy(used + 4, used, 4 * (mostUsed - 1));
  store<i32>(used, distance);
  usedCount = min(mostUsed, usedCount + 1);
}

/** Where the last place that begins with like colours is kept. */
function bucketOf(at: i32): usize {
  const first = likenessAt(at) * 0x9e3779b1;
  const next = at + 1 < total ? likenessAt(at + 1) : 0;
  return lastPlaces + ((<usize>(((first + next) * 0x85ebca6b) >> (32 - bucketBits))) << 2);
}

function likenessAt(at: i32): u32 {
  const value = <usize>load<u16>(wanted + ((<usize>at) << 1));
  return load<u32>(likenesses + (value << 2));
}

function addPlace(at: i32): void {
  const bucket = bucketOf(at);
  store<i32>(earlier + ((<usize>at) << 2), load<i32>(bucket));
  store<i32>(bucket, at);
}
