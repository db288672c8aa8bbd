import type { Size } from '../../image/geometry.ts';
import type { Part } from '../../image/gravity.ts';
import { extractArgs, frameArgs, uncompressed } from './args.ts';

/** Arguments that cut a part out of a picture: at its place, or where it draws attention. */
export const partArgs = (
  input: string,
  output: string,
  { size: { width, height }, at }: Part,
): readonly string[] =>
  at === 'attention'
    ? [
        ...['smartcrop', input, uncompressed(output), `${width}`, `${height}`],
        '--interesting=attention',
      ]
    : extractArgs(input, output, { ...at, width, height });

/** Arguments that scale the upright sRGB pixels of a picture to an exact size, also a larger one. */
export const scaleArgs = (input: string, output: string, scaled: Size): readonly string[] =>
  frameArgs(input, output, { scaled, crop: undefined });
