/** libvips' largest coordinate: a target this large resizes nothing. */
const anyWidth = '10000000';

/**
 * Arguments of `vips` that decode `input` to upright 8-bit sRGB pixels in `output`, uncompressed. A
 * truncated file fails. (libvips manual, vips_thumbnail)
 */
export const decodeArgs = (input: string, output: string): readonly string[] => [
  'thumbnail',
  input,
  output.endsWith('.png') ? `${output}[compression=0,strip]` : output,
  anyWidth,
  '--size=down',
  '--export-profile=srgb',
  '--fail-on=truncated',
];

/** Arguments that read every pixel of `input` and write none: can the file be decoded at all? */
export const judgeArgs = (input: string, frames: number): readonly string[] => [
  'avg',
  `${input}[fail_on=truncated${input.endsWith('.webp') && frames > 1 ? ',n=-1' : ''}]`,
];
