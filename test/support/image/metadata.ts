import { bytes, segment, uint16, uint32 } from './builders.ts';

/** One entry of a directory: tag, type (3 short, 4 long), value; count is 1. */
type ExifEntry = readonly [tag: number, type: number, value: number];

/** An EXIF block (without prefix) with these entries in its first directory. */
export const exifOf = (entries: readonly ExifEntry[], littleEndian = false): Buffer => {
  const inOrder = (buffer: Buffer): Buffer => (littleEndian ? buffer.reverse() : buffer);
  const short = (value: number): Buffer => inOrder(uint16(value));
  const long = (value: number): Buffer => inOrder(uint32(value));
  const directory = entries.flatMap(([tag, type, value]) => [
    short(tag),
    short(type),
    long(1),
    type === 3 ? bytes(short(value), 0, 0) : long(value),
  ]);
  const header = [littleEndian ? 'II' : 'MM', short(42), long(8)];
  return bytes(...header, short(entries.length), ...directory, long(0));
};

/** An EXIF block with this orientation. */
export const exifWithOrientation = (orientation: number, littleEndian = false): Buffer =>
  exifOf(
    [
      [0x0110, 4, 0],
      [0x0112, 3, orientation],
    ],
    littleEndian,
  );

/** The APP1 segment that holds an EXIF block. */
export const exifSegment = (exif: Uint8Array): Buffer => segment(0xe1, 'Exif\0\0', exif);

/** The APP2 segments of a profile cut into parts of `partBytes`. */
export const iccSegments = (profile: Uint8Array, partBytes = 65_000): readonly Buffer[] => {
  const count = Math.ceil(profile.length / partBytes);
  return Array.from({ length: count }, (_, index) =>
    segment(
      0xe2,
      'ICC_PROFILE\0',
      index + 1,
      count,
      profile.subarray(index * partBytes, (index + 1) * partBytes),
    ),
  );
};

const fixed = (value: number): Buffer => uint32(Math.round(value * 65536) >>> 0);

const xyz = (values: readonly number[]): Buffer => bytes('XYZ \0\0\0\0', ...values.map(fixed));

/** An ICC parametric curve of function type 3. */
export const parametricCurve = (...parameters: readonly number[]): Buffer =>
  bytes('para\0\0\0\0', uint16(3), 0, 0, ...parameters.map(fixed));

/** The transfer curve of sRGB. IEC 61966-2-1. */
export const srgbCurve = parametricCurve(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);

/** An ICC curve as a table of `count` samples of `curve`. */
export const tableCurve = (count: number, curve: (value: number) => number): Buffer => {
  const samples = Array.from({ length: count }, (_, index) =>
    uint16(Math.round(curve(index / (count - 1)) * 65535)),
  );
  return bytes('curv\0\0\0\0', uint32(count), ...samples);
};

/** An ICC curve that is a plain gamma. */
export const gammaCurve = (gamma: number): Buffer =>
  bytes('curv\0\0\0\0', uint32(1), uint16(Math.round(gamma * 256)));

/** Colorants of red, green and blue, adapted to D50. */
export const colorantTags = {
  srgb: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
  displayP3: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
  adobeRgb: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
} as const;

/** The illuminant that every profile's header must name. */
const d50 = bytes(uint32(0xf6d6), uint32(0x10000), uint32(0xd32d));

type ProfileOptions = Partial<{
  colourSpace: string;
  connectionSpace: string;
  signature: string;
  tags: Readonly<Record<string, Uint8Array>>;
}>;

/** An ICC profile with these tags. */
export const profileOf = (options: ProfileOptions): Buffer => {
  const { colourSpace = 'RGB ', connectionSpace = 'XYZ ', signature = 'acsp', tags = {} } = options;
  const entries = Object.entries(tags);
  let offset = 132 + entries.length * 12;
  const table = entries.map(([name, tag]) => {
    const entry = bytes(name, uint32(offset), uint32(tag.length));
    offset += tag.length;
    return entry;
  });
  const header = bytes(
    bytes(uint32(offset), 'test', uint32(0x02400000), 'mntr', colourSpace, connectionSpace),
    bytes(new Uint8Array(12), signature, new Uint8Array(28), d50, new Uint8Array(48)),
  );
  return bytes(header, uint32(entries.length), ...table, ...Object.values(tags));
};

/** A profile of matrix and curves, as displays have. */
export const matrixProfile = (
  colorants: readonly (readonly number[])[],
  curve: Uint8Array,
  extraTags: Readonly<Record<string, Uint8Array>> = {},
): Buffer => {
  const [red = [], green = [], blue = []] = colorants;
  const matrix = { rXYZ: xyz(red), gXYZ: xyz(green), bXYZ: xyz(blue) };
  return profileOf({ tags: { ...matrix, rTRC: curve, gTRC: curve, bTRC: curve, ...extraTags } });
};

export const srgbProfile = matrixProfile(colorantTags.srgb, srgbCurve);
export const displayP3Profile = matrixProfile(colorantTags.displayP3, srgbCurve);
