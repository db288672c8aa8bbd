/**
 * Repetitions for deflate: for each byte the lengths that an earlier place repeats, and the nearest such
 * place of each. Places of the window are kept in binary trees, one for each hash of three bytes, sorted by
 * what follows them, as in LZMA and libdeflate. The length of a run of equal bytes counts as part of the
 * hash: the many places of long runs would make a tree a list.
 */
import { take } from '../arena.ts';

/** RFC 1951, section 2. */
export const longest: i32 = 258;
const shortest: i32 = 3;
export const windowBytes: i32 = 32768;

const hashBits: i32 = 15;
/** Nodes that are looked at in a tree. */
const mostDepth: i32 = 32;

let bytes: usize = 0;
let dataEnd: i32 = 0;
/** The run of equal bytes that was looked at last. */
let runStart: i32 = 0;
let runEnd: i32 = 0;
/** First place of each tree, and of each place the trees of lesser and of greater bytes; -1 for none. */
let heads: usize = 0;
let children: usize = 0;
/** The last place of each hash of three bytes alone. */
let recents: usize = 0;

/** Pairs of 9 bits of length and the distance above them, by length; where those of a byte begin. */
export let pairs: usize = 0;
export let firstPairs: usize = 0;
let mostPairs: i32 = 0;
let pairCount: i32 = 0;

/** Marks a pair of which no shorter length is tried. */
const exact: i32 = 1 << 31;

/** Takes memory for the repetitions of `most` bytes. */
export function openMatches(most: i32): void {
  heads = take(4 << hashBits);
  recents = take(4 << hashBits);
  children = take(8 * windowBytes);
  mostPairs = most << 1;
  // The last byte may have more than there is room for: one for each node of its tree, and two more.
  pairs = take(4 * (<usize>mostPairs + mostDepth + 2));
  firstPairs = take(4 * (<usize>most + 2));
}

/**
 * Finds those of the bytes `from` to `to` of `data`; those before `from` may be repeated. The end of the
 * bytes for which there was memory.
 */
export function findMatches(data: usize, from: i32, to: i32): i32 {
  bytes = data;
  dataEnd = to;
  runEnd = 0;
  memory.fill(heads, 0xff, 4 << hashBits);
  memory.fill(recents, 0xff, 4 << hashBits);
  for (let at = 0; at < from; at++) addPlace(at, false);
  pairCount = 0;
  let at = from;
  for (; at < to && pairCount < mostPairs; at++) {
    store<i32>(firstPairs + ((<usize>(at - from)) << 2), pairCount);
    if (isWithinRun(at)) addPair(longest | exact, 1);
    else addPlace(at, true);
  }
  store<i32>(firstPairs + ((<usize>(at - from)) << 2), pairCount);
  return at;
}

function addPair(length: i32, distance: i32): void {
  store<i32>(pairs + ((<usize>pairCount) << 2), length | (distance << 9));
  pairCount++;
}

/**
 * Whether so many bytes around are equal that the longest repetitions follow each other. Near its ends a run
 * may be entered and left anywhere.
 */
function isWithinRun(at: i32): bool {
  return runFrom(at) >= 2 * longest && at - runStart >= longest;
}

/** How many bytes are equal from a place on. Places are asked for in their order. */
function runFrom(at: i32): i32 {
  if (at >= runEnd) {
    const value = load<u8>(bytes + <usize>at);
    runStart = at;
    runEnd = at + 1;
    while (runEnd < dataEnd && load<u8>(bytes + <usize>runEnd) === value) runEnd++;
  }
  return runEnd - at;
}

/** Makes a place known, and adds its pairs if `isNoted`. */
function addPlace(at: i32, isNoted: bool): void {
  const most = min(longest, dataEnd - at);
  if (most < shortest) return;
  const three = load<u32>(bytes + <usize>at) & 0xffffff;
  const recent = recents + hashed(three);
  const near = load<i32>(recent);
  store<i32>(recent, at);
  const run = runFrom(at);
  let best = shortest - 1;
  if (isNoted && near >= 0 && at - near < windowBytes) {
    best = noteLonger(best, sameBytes(near, at, 0, most), at - near);
  }
  if (isNoted && at > runStart) best = noteLonger(best, min(run, most), 1);
  if (run < longest) {
    const key = run < shortest ? three : three ^ ((<u32>run) << 24);
    addToTree(heads + hashed(key), at, most, isNoted ? best : longest);
  }
}

/** Adds the pair if it is longer than `best`. The longer of both. */
function noteLonger(best: i32, length: i32, distance: i32): i32 {
  if (length <= best) return best;
  addPair(length, distance);
  return length;
}

/** Offset of a table of `hashBits`. */
function hashed(key: u32): usize {
  return (<usize>((key * 0x9e3779b1) >> (32 - hashBits))) << 2;
}

/** How many of `most` bytes are equal, of which the first `known` are. */
function sameBytes(place: i32, at: i32, known: i32, most: i32): i32 {
  const one = bytes + <usize>place;
  const other = bytes + <usize>at;
  let length = known;
  for (; length + 8 <= most; length += 8) {
    const difference = load<u64>(one + <usize>length) ^ load<u64>(other + <usize>length);
    if (difference !== 0) return length + <i32>(ctz(difference) >> 3);
  }
  while (length < most && load<u8>(one + <usize>length) === load<u8>(other + <usize>length))
    length++;
  return length;
}

/** Makes a place the root of its tree. Adds pairs that are longer than `noted`. */
function addToTree(head: usize, at: i32, most: i32, noted: i32): void {
  let place = load<i32>(head);
  store<i32>(head, at);
  let lesser = childrenOf(at);
  let greater = lesser + 4;
  let lesserLength = 0;
  let greaterLength = 0;
  let best = noted;
  for (let depth = mostDepth; depth > 0 && place >= 0 && at - place < windowBytes; depth--) {
    const length = sameBytes(place, at, min(lesserLength, greaterLength), most);
    const own = childrenOf(place);
    best = noteLonger(best, length, at - place);
    if (length === most) {
      store<i32>(lesser, load<i32>(own));
      store<i32>(greater, load<i32>(own + 4));
      return;
    }
    if (load<u8>(bytes + <usize>(place + length)) < load<u8>(bytes + <usize>(at + length))) {
      store<i32>(lesser, place);
      lesser = own + 4;
      place = load<i32>(lesser);
      lesserLength = length;
    } else {
      store<i32>(greater, place);
      greater = own;
      place = load<i32>(greater);
      greaterLength = length;
    }
  }
  store<i32>(lesser, -1);
  store<i32>(greater, -1);
}

function childrenOf(place: i32): usize {
  return children + ((<usize>(place & (windowBytes - 1))) << 3);
}
