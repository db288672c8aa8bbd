import { latin1Of, viewOf } from './bytes.ts';

/** `srgb`: may be dropped without a change of colour. `other`: the pixels mean something else. */
export type IccKind = 'none' | 'srgb' | 'other';

/** Press profiles reach 3 MB. A longer profile is not read; it is `other` for certain. */
export const MAX_ICC_BYTES = 4 * 1024 * 1024;

const HEADER_BYTES = 128;
const TAG_ENTRY_BYTES = 12;
/** Profiles have 10 to 30 tags; Little CMS also stops at 100. */
const MAX_TAGS = 100;

/** sRGB's primaries adapted to D50, as its published profiles hold them (ICC.1, s15Fixed16). */
const SRGB_COLORANTS: Readonly<Record<string, readonly number[]>> = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
};
/** Above the rounding of published sRGB profiles, well below a display's own calibration. */
const COLORANT_TOLERANCE = 0.002;

/** Gamma 2.2 is 0.008 away at its farthest, short tables of the right curve 0.0002. */
const CURVE_TOLERANCE = 0.0025;
const CURVE_SAMPLES = 17;

/** Look-up tables win over matrix and curves in every colour engine. */
const LOOK_UP_TAGS = ['A2B0', 'A2B1', 'A2B2', 'D2B0', 'D2B1', 'D2B2', 'D2B3'];

type Tags = ReadonlyMap<string, Uint8Array>;

const tagCountOf = (profile: Uint8Array): number | undefined => {
  if (profile.length < HEADER_BYTES + 4 || latin1Of(profile.subarray(36, 40)) !== 'acsp') {
    return undefined;
  }
  const count = viewOf(profile).getUint32(HEADER_BYTES);
  const tableEnd = HEADER_BYTES + 4 + count * TAG_ENTRY_BYTES;
  return count > MAX_TAGS || tableEnd > profile.length ? undefined : count;
};

const tagsOf = (profile: Uint8Array, count: number): Tags => {
  const view = viewOf(profile);
  const tags = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + 4 + index * TAG_ENTRY_BYTES;
    const offset = view.getUint32(entry + 4);
    const name = latin1Of(profile.subarray(entry, entry + 4));
    tags.set(name, profile.subarray(offset, offset + view.getUint32(entry + 8)));
  }
  return tags;
};

const typeOf = (tag: Uint8Array): string => latin1Of(tag.subarray(0, 4));

const fixedAt = (tag: Uint8Array, offset: number): number => viewOf(tag).getInt32(offset) / 65536;

const isColorant = (tag: Uint8Array | undefined, expected: readonly number[]): boolean =>
  tag !== undefined &&
  tag.length >= 20 &&
  typeOf(tag) === 'XYZ ' &&
  expected.every(
    (value, index) => Math.abs(fixedAt(tag, 8 + index * 4) - value) <= COLORANT_TOLERANCE,
  );

/** IEC 61966-2-1: encoded value (0 to 1) to linear light. */
const srgbCurve = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** ICC.1 parametric curve of function type 3, the only one that can be sRGB's. */
const parametricAt = (tag: Uint8Array, value: number): number => {
  if (tag.length < 32 || viewOf(tag).getUint16(8) !== 3) return NaN;
  const [g, a, b, c, d] = [12, 16, 20, 24, 28].map((offset) => fixedAt(tag, offset)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return value >= d ? (a * value + b) ** g : c * value;
};

/** ICC.1 `curveType` with a table; without one (identity or a plain gamma) it is not sRGB's. */
const tableAt = (tag: Uint8Array, value: number): number => {
  const view = viewOf(tag);
  const count = tag.length < 12 ? 0 : view.getUint32(8);
  if (count < 2 || tag.length < 12 + count * 2) return NaN;
  const position = value * (count - 1);
  const index = Math.min(Math.floor(position), count - 2);
  const [low, high] = [view.getUint16(12 + index * 2), view.getUint16(14 + index * 2)];
  return (low + (high - low) * (position - index)) / 65535;
};

const curveAt = (tag: Uint8Array, value: number): number => {
  if (typeOf(tag) === 'para') return parametricAt(tag, value);
  return typeOf(tag) === 'curv' ? tableAt(tag, value) : NaN;
};

const isSrgbCurve = (tag: Uint8Array | undefined): boolean =>
  tag !== undefined &&
  Array.from({ length: CURVE_SAMPLES }, (_, index) => index / (CURVE_SAMPLES - 1)).every(
    (value) => Math.abs(curveAt(tag, value) - srgbCurve(value)) <= CURVE_TOLERANCE,
  );

const isSrgbMatrix = (tags: Tags): boolean =>
  Object.entries(SRGB_COLORANTS).every(([name, expected]) => isColorant(tags.get(name), expected));

const isSrgb = (colourSpace: string, connectionSpace: string, tags: Tags): boolean => {
  if (connectionSpace !== 'XYZ ' || LOOK_UP_TAGS.some((name) => tags.has(name))) return false;
  if (colourSpace === 'GRAY') return isSrgbCurve(tags.get('kTRC'));
  const curves = ['rTRC', 'gTRC', 'bTRC'];
  return (
    colourSpace === 'RGB ' &&
    isSrgbMatrix(tags) &&
    curves.every((name) => isSrgbCurve(tags.get(name)))
  );
};

/**
 * Whether a profile means sRGB, decided by what it computes and never by its name: matrix and curves
 * of sRGB, or a grey curve equal to sRGB's. A profile without the ICC signature or whose tag table
 * does not fit is `none`, because decoders ignore it and show the pixels as sRGB. ICC.1:2022, 7 to 10.
 */
export const iccKindOf = (profile: Uint8Array): IccKind => {
  const count = tagCountOf(profile);
  if (count === undefined) return 'none';
  const colourSpace = latin1Of(profile.subarray(16, 20));
  const connectionSpace = latin1Of(profile.subarray(20, 24));
  return isSrgb(colourSpace, connectionSpace, tagsOf(profile, count)) ? 'srgb' : 'other';
};
