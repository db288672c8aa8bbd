import type { Colour } from '../../image/colour.ts';
import type { ResizePlan } from '../../image/geometry.ts';
import type { Rectangle, Size } from '../../image/rectangle.ts';
import type { IccKind } from '../../image/icc/header.ts';
import type { Fill } from '../../image/thumb/placement.ts';

/** Name of the file with the profile of CMYK pixels that have none. */
export const cmykProfileFileName = 'cmyk.icc';

/** The kind of a file's own profile; `cmyk`: it has none, and that in `cmykProfileFileName` counts. */
export type DecodedProfile = IccKind | 'cmyk';

/** libvips' largest coordinate. A target of this width resizes nothing. */
const anyWidth = '10000000';

/**
 * Arguments of `vips` that decode `input` to upright 8-bit sRGB pixels in `output`, uncompressed, scaled
 * and cropped as `resize` says. A truncated file fails. `iccProfile` is the kind of its
 * profile. Source: libvips manual, vips_thumbnail, which shrinks while it loads, with premultiplied alpha,
 * and crops to the area that draws attention.
 */
export const decodeArgs = (
  input: string,
  output: string,
  iccProfile: DecodedProfile,
  resize?: ResizePlan,
): readonly string[] => [
  'thumbnail',
  input,
  uncompressed(output),
  ...(resize === undefined ? [anyWidth, '--size=down'] : resizeArgs(resize)),
  ...conversionArgs(iccProfile),
  `--fail-on=${failOn(input)}`,
];

/** `force`, since the exact size is already decided. Its proportions differ by less than a pixel. */
const resizeArgs = ({ scaled, crop }: ResizePlan): readonly string[] =>
  crop === undefined
    ? [`${scaled.width}`, `--height=${scaled.height}`, '--size=force']
    : cropArgs(crop, 'attention');

const cropArgs = ({ width, height }: Size, favoured: 'attention' | 'centre'): readonly string[] => [
  `${width}`,
  `--height=${height}`,
  '--size=down',
  `--crop=${favoured}`,
];

/** Truncated files fail, and damaged PNGs. JPEGs with small damage are common and look right, so they pass. */
const failOn = (input: string): string => (input.endsWith('.png') ? 'error' : 'truncated');

export const uncompressed = (output: string): string =>
  output.endsWith('.png') ? `${output}[compression=0,strip]` : output;

/**
 * Converts the file's own profile to sRGB. For a file without one, libvips would convert from Lab with
 * another white point and shift all colours. Every profile with tables has the perceptual intent; where
 * a profile lacks it, libvips warns and leaves the colours unchanged.
 */
const convertArgs = ['--export-profile=srgb', '--intent=perceptual'];

/** By the profile beside the file. The perceptual intent would take its black for that of paper. */
const cmykConvertArgs = [
  ...['--export-profile=srgb', '--intent=relative'],
  `--import-profile=${cmykProfileFileName}`,
];

const conversionArgs = (profile: DecodedProfile): readonly string[] => {
  if (profile === 'cmyk') return cmykConvertArgs;
  return profile === 'other' ? convertArgs : [];
};

/** The name of an animation's file that makes libvips read all its frames, one under the other. */
export const allFramesOf = (input: string): string => `${input}[n=-1]`;

/** Arguments that scale one frame and crop it to its centre. The area that draws attention differs by frame. */
export const frameArgs = (
  input: string,
  output: string,
  { scaled, crop }: ResizePlan,
): readonly string[] => [
  'thumbnail',
  input,
  uncompressed(output),
  ...(crop === undefined ? resizeArgs({ scaled, crop }) : cropArgs(crop, 'centre')),
];

/** Longest side of the picture that is searched for a free-standing object. */
const smallSide = '256';

/** Arguments that make the small picture of `analyseThumb`. */
export const thumbAnalysisArgs = (
  input: string,
  output: string,
  iccProfile: DecodedProfile,
): readonly string[] => [
  'thumbnail',
  input,
  output,
  smallSide,
  '--size=down',
  ...conversionArgs(iccProfile),
  `--fail-on=${failOn(input)}`,
];

export const extractArgs = (input: string, output: string, area: Rectangle): readonly string[] => [
  'extract_area',
  input,
  uncompressed(output),
  ...[area.left, area.top, area.width, area.height].map(String),
];

/** Arguments that place `input`, which has `bands` channels, in a larger picture at `left` and `top`. */
export const embedArgs = (
  input: string,
  output: string,
  place: Readonly<{ left: number; top: number; result: Size; fill: Fill | undefined }>,
  bands: number,
): readonly string[] => [
  'embed',
  input,
  uncompressed(output),
  ...[place.left, place.top, place.result.width, place.result.height].map(String),
  ...fillArgs(place.fill, bands),
];

const fillArgs = (fill: Fill | undefined, bands: number): readonly string[] => {
  switch (fill?.kind) {
    case undefined:
      return [];
    case 'edge':
      return ['--extend=copy'];
    case 'transparent':
      return ['--extend=background', `--background=${'0 '.repeat(bands).trim()}`];
    case 'colour':
      return ['--extend=background', `--background=${inkOf(fill.colour, bands)}`];
  }
};

/** An opaque colour as a level for each band: grey or RGB, then alpha. */
const inkOf = ({ red, green, blue }: Colour, bands: number): string => {
  const levels = bands < 3 ? [red] : [red, green, blue];
  return (bands === levels.length ? levels : [...levels, 255]).join(' ');
};

/** Arguments that convert grey to RGB. */
export const colourArgs = (input: string, output: string): readonly string[] => [
  'colourspace',
  input,
  uncompressed(output),
  'srgb',
];

const rgbBands = 3;

/** Arguments that fill transparent pixels and drop the alpha channel. The default background is black. */
export const flattenArgs = (
  input: string,
  output: string,
  background?: Colour,
): readonly string[] => [
  'flatten',
  input,
  uncompressed(output),
  ...(background === undefined ? [] : [`--background=${inkOf(background, rgbBands)}`]),
];

/** Arguments that turn a picture upright by its orientation. */
export const uprightArgs = (input: string, output: string): readonly string[] => [
  'autorot',
  input,
  uncompressed(output),
];

/** Arguments that convert the file's own profile to sRGB of 16 bits a sample. */
export const deepColourArgs = (input: string, output: string): readonly string[] => [
  ...['icc_transform', input, uncompressed(output), 'srgb'],
  ...['--embedded', '--intent=perceptual', '--depth=16'],
];

export const copyArgs = (input: string, output: string): readonly string[] => [
  'copy',
  input,
  uncompressed(output),
];

/** Arguments that write a table of statistics: one row for all bands, then one for each band. */
export const statsArgs = (input: string, output: string): readonly string[] => [
  'stats',
  input,
  output,
];

/** Arguments that decode every pixel of `input` and write nothing, to test whether the file can be decoded. */
export const decodeTestArgs = (input: string, frames: number): readonly string[] => [
  'avg',
  `${input}[fail_on=${failOn(input)}${input.endsWith('.webp') && frames > 1 ? ',n=-1' : ''}]`,
];
