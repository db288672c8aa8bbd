import type { IccKind } from '../image/icc.ts';

/** libvips' largest coordinate: a target this large resizes nothing. */
const anyWidth = '10000000';

/**
 * Arguments of `vips` that decode `input` to upright 8-bit sRGB pixels in `output`, uncompressed. A
 * truncated file fails. `iccProfile` is what the file's own profile is. (libvips manual, vips_thumbnail)
 */
export const decodeArgs = (
  input: string,
  output: string,
  iccProfile: IccKind,
): readonly string[] => [
  'thumbnail',
  input,
  output.endsWith('.png') ? `${output}[compression=0,strip]` : output,
  anyWidth,
  '--size=down',
  ...(iccProfile === 'other' ? convertArgs : []),
  '--fail-on=truncated',
];

/**
 * Without a profile in the file libvips would convert from a Lab of another white and shift all
 * colours. Perceptual: the one intent that every profile of tables has; where a profile lacks the
 * intent, libvips warns and leaves the colours as they are.
 */
const convertArgs = ['--export-profile=srgb', '--intent=perceptual'];

/** Arguments that read every pixel of `input` and write none: can the file be decoded at all? */
export const judgeArgs = (input: string, frames: number): readonly string[] => [
  'avg',
  `${input}[fail_on=truncated${input.endsWith('.webp') && frames > 1 ? ',n=-1' : ''}]`,
];
