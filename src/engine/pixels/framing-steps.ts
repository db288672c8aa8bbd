import { centre, type Part, placeWithin } from '../../image/gravity.ts';
import type { ResizePlan, Size } from '../../image/geometry.ts';
import { type DecodedProfile, decodeArgs } from '../../tools/vips/args.ts';
import { partArgs, scaleArgs } from '../../tools/vips/framing-args.ts';

/** One step from a file to the next: the arguments of vips. */
export type Change = (input: string, output: string) => readonly string[];

/** The steps from a source to its cut and scaled pixels. Without a cut before it, the scaling is that of decoding. */
export const framingSteps = (
  { scaled, cuts }: ResizePlan,
  iccProfile: DecodedProfile,
): readonly Change[] => {
  const { before, after } = cuts ?? {};
  const decoded = before === undefined ? { scaled, crop: undefined } : undefined;
  return [
    (input, output) => decodeArgs(input, output, iccProfile, decoded),
    ...(before === undefined ? [] : [cut(before), scale(scaled)]),
    ...(after === undefined ? [] : [cut(after)]),
  ];
};

/**
 * The same from one frame of an animation. Where attention decides, the middle stays: what draws attention differs by
 * frame.
 */
export const frameSteps = (source: Size, { scaled, cuts }: ResizePlan): readonly Change[] => [
  ...(cuts?.before === undefined ? [] : [cut(steady(source, cuts.before))]),
  scale(scaled),
  ...(cuts?.after === undefined ? [] : [cut(steady(scaled, cuts.after))]),
];

const steady = (picture: Size, { size, at }: Part): Part => ({
  size,
  at: at === 'attention' ? placeWithin(picture, size, centre, 1) : at,
});

const cut =
  (part: Part): Change =>
  (input, output) =>
    partArgs(input, output, part);

const scale =
  (scaled: Size): Change =>
  (input, output) =>
    scaleArgs(input, output, scaled);
