/** Bits, the first in the lowest place of a byte, as deflate has them. */
export type BitWriter = Readonly<{
  /** Writes up to 16 bits of `value`. */
  write: (value: number, count: number) => void;
  /** What was written, the last byte filled up with zeros. */
  bytes: () => Uint8Array;
}>;

export const createBitWriter = (): BitWriter => {
  let kept = new Uint8Array(65_536);
  let length = 0;
  let bits = 0;
  let waiting = 0;
  const push = (): void => {
    if (length === kept.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(kept);
      kept = larger;
    }
    kept[length++] = bits & 0xff;
  };
  return {
    write: (value, count) => {
      bits |= value << waiting;
      waiting += count;
      for (; waiting >= 8; waiting -= 8) {
        push();
        bits >>>= 8;
      }
    },
    bytes: () => {
      if (waiting > 0) push();
      [bits, waiting] = [0, 0];
      return kept.slice(0, length);
    },
  };
};
