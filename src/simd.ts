/** Whether this processor has the SIMD instructions of WebAssembly, which the loops over pixels need. */
export const isSimdSupported = (): boolean => WebAssembly.validate(smallestSimd);

/** A module of one function, which makes a vector of 16 zeros and drops it. */
const smallestSimd = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // a module, version 1
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00], // a type: nothing to nothing
  ...[0x03, 0x02, 0x01, 0x00], // a function of it
  ...[0x0a, 0x17, 0x01, 0x15, 0x00], // its code, 21 bytes without locals:
  ...[0xfd, 0x0c, ...Array<number>(16).fill(0), 0x1a, 0x0b], // v128.const, drop, end
]);
