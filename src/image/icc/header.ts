import { viewOf, type ByteSource } from '../bytes.ts';
import {
  curveTags,
  iccHeaderBytes,
  iccSpacesOf,
  lookUpTags,
  tagTypeOf,
  usableProfileOf,
  type ColourModel,
  type Profile,
  type IccTags,
} from './profile.ts';

/**
 * `none`: no profile, or one that decoders ignore. `srgb`: a profile that can be dropped without a change
 * of colour. `other`: a profile of another colour space.
 */
export type IccKind = 'none' | 'srgb' | 'other';

/** Profiles of printing presses reach 3 MB. Of a longer profile only the header is read. */
export const maxIccBytes = 4 * 1024 * 1024;

/** The kind of a profile that a file holds as it is, for RGB pixels. */
export const storedIccKind = (profile: ByteSource): IccKind =>
  profile.size > maxIccBytes
    ? longIccKindOf(profile.read(0, iccHeaderBytes), 'rgb')
    : iccKindOf(profile.read(0, profile.size), 'rgb');

/**
 * The kind of a profile for pixels of this colour. It is decided by matrix and curves, never by name:
 * `srgb` for those of sRGB, and for a grey curve equal to sRGB's. A profile that decoders ignore is
 * `none`. ICC.1:2022, 7 to 10.
 */
export const iccKindOf = (bytes: Uint8Array, colour: ColourModel): IccKind => {
  const profile = usableProfileOf(bytes, colour);
  if (profile === undefined) return 'none';
  return isSrgb(profile) ? 'srgb' : 'other';
};

/** Its curves and its matrix are sound: `usableProfileOf` has looked. */
const isSrgb = ({ colourSpace, connectionSpace, tags }: Profile): boolean => {
  if (connectionSpace !== 'XYZ ' || lookUpTags.some((name) => tags.has(name))) return false;
  if (colourSpace === 'GRAY') return isSrgbCurve(tags.get('kTRC'));
  return (
    colourSpace === 'RGB ' &&
    isSrgbMatrix(tags) &&
    curveTags.every((name) => isSrgbCurve(tags.get(name)))
  );
};

const curveSamples = 17;

/** Gamma 2.2 differs from sRGB's curve by up to 0.008, a short table of that curve by 0.0002. */
const curveTolerance = 0.0025;

const isSrgbCurve = (tag: Uint8Array | undefined): boolean =>
  tag !== undefined &&
  Array.from({ length: curveSamples }, (_, index) => index / (curveSamples - 1)).every(
    (value) => Math.abs(curveAt(tag, value) - srgbCurve(value)) <= curveTolerance,
  );

const curveAt = (tag: Uint8Array, value: number): number =>
  tagTypeOf(tag) === 'para' ? parametricAt(tag, value) : tableAt(tag, value);

/** ICC.1 parametric curve of function type 3, the only one that can be sRGB's. */
const parametricAt = (tag: Uint8Array, value: number): number => {
  if (viewOf(tag).getUint16(8) !== 3) return NaN;
  const [g, a, b, c, d] = [12, 16, 20, 24, 28].map((offset) => fixedAt(tag, offset)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return value >= d ? (a * value + b) ** g : c * value;
};

const fixedAt = (tag: Uint8Array, offset: number): number => viewOf(tag).getInt32(offset) / 65536;

/** ICC.1 `curveType` with a table; NaN without one, for neither identity nor a gamma is sRGB's curve. */
const tableAt = (tag: Uint8Array, value: number): number => {
  const view = viewOf(tag);
  const count = view.getUint32(8);
  if (count < 2) return NaN;
  const position = value * (count - 1);
  const index = Math.min(Math.floor(position), count - 2);
  const [low, high] = [view.getUint16(12 + index * 2), view.getUint16(14 + index * 2)];
  return (low + (high - low) * (position - index)) / 65535;
};

/** IEC 61966-2-1: encoded value (0 to 1) to linear light. */
const srgbCurve = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** sRGB's primaries adapted to D50, as its published profiles hold them (ICC.1, s15Fixed16). */
const srgbColorants: Readonly<Record<string, readonly number[]>> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};

const isSrgbMatrix = (tags: IccTags): boolean =>
  Object.entries(srgbColorants).every(([name, expected]) => isColorant(tags.get(name), expected));

/** Above the rounding of published sRGB profiles, well below a display's own calibration. */
const colorantTolerance = 0.002;

const isColorant = (tag: Uint8Array | undefined, expected: readonly number[]): boolean =>
  tag !== undefined &&
  expected.every(
    (value, index) => Math.abs(fixedAt(tag, 8 + index * 4) - value) <= colorantTolerance,
  );

/** The kind of a profile longer than `maxIccBytes`, from its header alone. */
export const longIccKindOf = (header: Uint8Array, colour: ColourModel): IccKind =>
  iccSpacesOf(header, colour) === undefined ? 'none' : 'other';
