/** Of a difference of 255 and the errors that a sample may be given, in half steps of half a level. */
const most: i32 = 2 * 288;

/** The levels of each number of half steps, from the negative ones on. */
const levels: usize = memory.data(4 * (2 * 2 * 288 + 1), 16);
const ofNone: usize = levels + 4 * most;

export function setHalfStep(halfStep: f64): void {
  for (let count = -most; count <= most; count++) {
    store<i32>(ofNone + (count << 2), rounded(<f64>count * halfStep));
  }
}

/** Levels of a number of half steps, rounded. */
export function levelsOf(count: i32): i32 {
  return load<i32>(ofNone + (count << 2));
}

/** As `Math.round` of JavaScript: halves go up. Without a branch, which would be taken at random. */
function rounded(value: f64): i32 {
  const up = ceil(value);
  return <i32>up - <i32>(up - 0.5 > value);
}
