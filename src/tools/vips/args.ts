import type { Colour } from '../../image/colour.ts';
import type { Rectangle, ResizePlan, Size } from '../../image/geometry.ts';
import type { IccKind } from '../../image/icc/header.ts';
import type { Fill } from '../../image/thumb/placement.ts';

/** libvips' largest coordinate: a target this large resizes nothing. */
const anyWidth = '10000000';

/**
 * Arguments of `vips` that decode `input` to upright 8-bit sRGB pixels in `output`, uncompressed, scaled
 * and cropped on the way as `resize` says. A truncated file fails. `iccProfile` is what the file's own
 * profile is. (libvips manual, vips_thumbnail: it shrinks while it loads, with premultiplied alpha, and
 * crops to what draws attention.)
 */
export const decodeArgs = (
  input: string,
  output: string,
  iccProfile: IccKind,
  resize?: ResizePlan,
): readonly string[] => [
  'thumbnail',
  input,
  uncompressed(output),
  ...(resize === undefined ? [anyWidth, '--size=down'] : resizeArgs(resize)),
  ...(iccProfile === 'other' ? convertArgs : []),
  `--fail-on=${failOn(input)}`,
];

/** `force`, since the exact sizes are decided already and proportions differ by less than a pixel. */
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

/**
 * Truncated files fail; of PNG, wrong checksums too, which libvips since 8.16 passes over otherwise.
 * JPEG with small damage is common and looks right.
 */
const failOn = (input: string): string => (input.endsWith('.png') ? 'error' : 'truncated');

const uncompressed = (output: string): string =>
  output.endsWith('.png') ? `${output}[compression=0,strip]` : output;

/**
 * Without a profile in the file libvips would convert from a Lab of another white and shift all
 * colours. Perceptual: the one intent that every profile of tables has; where a profile lacks the
 * intent, libvips warns and leaves the colours as they are.
 */
const convertArgs = ['--export-profile=srgb', '--intent=perceptual'];

/** The name of an animation's file that makes libvips read all its frames, one under the other. */
export const allFramesOf = (input: string): string => `${input}[n=-1]`;

/** Arguments that scale and crop one frame; the middle stays, since what draws attention differs by frame. */
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

/** Longest side of the picture in which a free-standing object is looked for. */
const smallSide = '256';

/** Arguments that make the small picture of `analyseThumb`. */
export const smallArgs = (
  input: string,
  output: string,
  iccProfile: IccKind,
): readonly string[] => [
  'thumbnail',
  input,
  output,
  smallSide,
  '--size=down',
  ...(iccProfile === 'other' ? convertArgs : []),
  `--fail-on=${failOn(input)}`,
];

export const extractArgs = (input: string, output: string, area: Rectangle): readonly string[] => [
  'extract_area',
  input,
  uncompressed(output),
  ...[area.left, area.top, area.width, area.height].map(String),
];

/** Arguments that put `input`, of so many `bands`, into a larger picture, at `left` and `top`. */
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

/** Arguments that make RGB of grey. */
export const colourArgs = (input: string, output: string): readonly string[] => [
  'colourspace',
  input,
  uncompressed(output),
  'srgb',
];

const rgbBands = 3;

/** Arguments that fill what is transparent and drop the alpha channel; black where no colour is given. */
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

export const copyArgs = (input: string, output: string): readonly string[] => [
  'copy',
  input,
  uncompressed(output),
];

/** Arguments that write a table of statistics, a row for all bands and one for each. */
export const statsArgs = (input: string, output: string): readonly string[] => [
  'stats',
  input,
  output,
];

/** Arguments that read every pixel of `input` and write none: can the file be decoded at all? */
export const judgeArgs = (input: string, frames: number): readonly string[] => [
  'avg',
  `${input}[fail_on=${failOn(input)}${input.endsWith('.webp') && frames > 1 ? ',n=-1' : ''}]`,
];
