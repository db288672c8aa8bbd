import type { Part } from '../../image/gravity.ts';
import type { Rectangle } from '../../image/rectangle.ts';
import type { PixelStep } from '../../image/pixel-steps.ts';
import type { Trim } from '../../image/trim.ts';
import { extractArgs, frameArgs, uncompressed } from './args.ts';

/** The file that is laid over a picture, in sRGB with alpha. */
export const overlayFileName = 'overlay.png';

/** Arguments that do one step with the upright sRGB pixels of a picture. */
export const stepArgs = (input: string, output: string, step: PixelStep): readonly string[] => {
  const files = [input, uncompressed(output)];
  switch (step.kind) {
    case 'cut':
      return partArgs(input, output, step.part);
    case 'scale':
      return frameArgs(input, output, { scaled: step.size, crop: undefined });
    case 'rotate':
      return ['rot', ...files, `d${step.angle}`];
    case 'flip':
      return ['flip', ...files, step.direction];
    case 'blur':
      return ['gaussblur', ...files, `${step.sigma}`];
    case 'sharpen':
      return ['sharpen', ...files, `--sigma=${step.sigma}`];
    case 'embed': {
      const { size, left, top, by } = step;
      const place = [left, top, size.width, size.height].map(String);
      return ['embed', ...files, ...place, `--extend=${by === 'clear' ? 'black' : by}`];
    }
    case 'fade':
      return ['linear', ...files, `1 1 1 ${step.opacity}`, '0 0 0 0', '--uchar'];
    case 'composite': {
      const place = [`--x=${step.left}`, `--y=${step.top}`, '--compositing-space=srgb'];
      return ['composite2', input, overlayFileName, uncompressed(output), 'over', ...place];
    }
    case 'shrink':
    case 'zoom':
      return [step.kind, ...files, `${step.by.width}`, `${step.by.height}`];
  }
};

/** A part that is cut out at its place, or where it draws attention. */
const partArgs = (
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

/** Arguments that make a WebP of an area, which looks as the area does. */
export const previewArgs = (input: string, output: string, area: Rectangle): readonly string[] => [
  'extract_area',
  input,
  `${output}[Q=95,strip]`,
  ...[area.left, area.top, area.width, area.height].map(String),
];

/** Arguments that drop the alpha channel of a picture that is RGB. */
export const opaqueArgs = (input: string, output: string): readonly string[] => [
  ...['extract_band', input, uncompressed(output), '0', '--n=3'],
];

/** Arguments that print the levels of the upper left pixel. */
export const cornerArgs = (input: string): readonly string[] => ['getpoint', input, '0', '0'];

/** Arguments that print the place and the size of what is not in the colour `levels`, all 0 where nothing is. */
export const findTrimArgs = (
  input: string,
  levels: string,
  { threshold }: Trim,
): readonly string[] => [
  ...['find_trim', input, `--threshold=${threshold}`, `--background=${levels}`],
];

/** Arguments that give an opaque picture an alpha channel. */
export const alphaArgs = (input: string, output: string): readonly string[] => [
  ...['bandjoin_const', input, uncompressed(output), '255'],
];
