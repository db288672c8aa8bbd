import { centre, placeWithin } from '../../image/gravity.ts';
import type { PixelStep } from '../../image/pixel-steps.ts';
import {
  colourArgs,
  type DecodedProfile,
  decodeArgs,
  uncompressed,
} from '../../tools/vips/args.ts';
import { alphaArgs, opaqueArgs, stepArgs } from '../../tools/vips/framing-args.ts';

/** One step from a file to the next: the arguments of vips. */
export type Change = (input: string, output: string) => readonly string[];

/** The steps from a source to its framed pixels. Where the first step scales, decoding does it. */
export const framingSteps = (
  [first, ...others]: readonly PixelStep[],
  iccProfile: DecodedProfile,
  hasAlpha: boolean,
): readonly Change[] => {
  const scaled = first?.kind === 'scale' ? { scaled: first.size, crop: undefined } : undefined;
  const rest = scaled === undefined && first !== undefined ? [first, ...others] : others;
  return [
    (input, output) => decodeArgs(input, output, iccProfile, scaled),
    ...changesOf(rest, hasAlpha),
  ];
};

/**
 * The same from one frame of an animation. Where attention decides, the middle stays: what draws attention differs by
 * frame.
 */
export const frameSteps = (steps: readonly PixelStep[], hasAlpha: boolean): readonly Change[] =>
  changesOf(steps.map(steady), hasAlpha);

const steady = (step: PixelStep): PixelStep => {
  if (step.kind !== 'cut' || step.part.at !== 'attention') return step;
  const at = placeWithin(step.picture, step.part.size, centre, 1);
  return { ...step, part: { ...step.part, at } };
};

/** With alpha where the first clear margin needs it, and filters on colours that are weighted by it. */
const changesOf = (steps: readonly PixelStep[], hasAlpha: boolean): readonly Change[] => {
  const firstClear = steps.findIndex((step) => step.kind === 'embed' && step.by === 'clear');
  return steps.flatMap((step, index) => {
    const change: Change = (input, output) => stepArgs(input, output, step);
    if (index === firstClear && !hasAlpha) return [alphaArgs, change];
    if (step.kind === 'composite' && !hasAlpha && firstClear === -1) return [change, opaqueArgs];
    const isWeighted = hasAlpha && (step.kind === 'blur' || step.kind === 'sharpen');
    return isWeighted ? [weighted, change, unweighted] : [change];
  });
};

/** The steps from another picture to what is laid over one, in RGB with alpha. */
export const overlaySteps = ({ picture, steps }: Composite): readonly Change[] => {
  const { isGrey, hasAlpha, hasProfile } = picture;
  const [decode, ...others] = framingSteps(steps, hasProfile ? 'other' : 'none', true);
  return [
    ...(decode ? [decode] : []),
    ...(isGrey ? [colourArgs] : []),
    ...(hasAlpha ? [] : [alphaArgs]),
    ...others,
  ];
};

export type Composite = Extract<PixelStep, Readonly<{ kind: 'composite' }>>;

const weighted: Change = (input, output) => ['premultiply', input, uncompressed(output)];

const unweighted: Change = (input, output) => ['unpremultiply', input, uncompressed(output)];
