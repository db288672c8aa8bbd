/** Codes of RFC 1951, section 3.2.5. A length or distance is a code and some extra bits. */

/** Of literals, the end of a block and lengths. */
export const literalCodes = 286;
export const distanceCodes = 30;
export const endOfBlock = 256;

/** A step is a literal, or 9 bits of length and the distance above them, as the pixel loops have it. */
export const mostLiteral = 255;
export const lengthMask = 2 ** 9 - 1;

/** The code of each length from 3 to 258. */
export const lengthCodeOf = Uint16Array.from({ length: 259 }, (_, length) => {
  if (length < 3) return 0;
  if (length === 258) return 285;
  if (length < 11) return 254 + length;
  const extra = Math.floor(Math.log2(length - 3)) - 2;
  return 257 + 4 * extra + ((length - 3) >> extra);
});

/** Extra bits of each code, and the first length that has it, by code from 257 on. */
export const lengthExtra = Uint8Array.from({ length: 29 }, (_, code) =>
  code < 8 || code === 28 ? 0 : (code >> 2) - 1,
);
export const lengthBase = Uint16Array.from({ length: 29 }, (_, code) =>
  lengthCodeOf.indexOf(257 + code),
);

export const distanceExtra = Uint8Array.from({ length: distanceCodes }, (_, code) =>
  code < 4 ? 0 : (code >> 1) - 1,
);
export const distanceBase = Uint16Array.from({ length: distanceCodes }, (_, code) =>
  code < 4 ? code + 1 : ((2 + (code & 1)) << ((code >> 1) - 1)) + 1,
);

export const distanceCodeOf = (distance: number): number => {
  if (distance <= 4) return distance - 1;
  const extra = 30 - Math.clz32(distance - 1);
  return 2 * extra + 2 + (((distance - 1) >> extra) & 1);
};
