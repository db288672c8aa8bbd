import { type Encoder, rangeOf, type SettingRange } from '../../../src/image/encoder.ts';
import { withMergedColours } from '../../../src/image/png/merges/merged-colours.ts';
import { withRepeatedColours } from '../../../src/image/png/repeats/colours.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { maxPixelBytes, type Picture, resultOf } from './chain-result.ts';

/** A result, with its score. */
export type Result = Readonly<{ bytes: number; score: number }>;

type Scored = (path: string) => Promise<Result>;

/** The smallest result of all chains of a type whose score is no lower. */
export const smallestAt = async (
  least: number,
  picture: Picture,
  scored: Scored,
): Promise<(Result & Readonly<{ by: string }>) | undefined> => {
  const results: (Result & Readonly<{ by: string }>)[] = [];
  for (const chain of adaptiveConfig.types[picture.to] ?? []) {
    const encoder = adaptiveConfig.encoders[chain[0] ?? ''];
    if (encoder === undefined || encoder.mode === 'fixed') continue;
    for (const variant of encoder.variants ?? [undefined]) {
      const { alphaCommand } = encoder;
      const made = (value: number | undefined) =>
        resultOf(chain, { value, variant }, picture, { alphaCommand });
      const range = rangeOf(encoder);
      const path =
        range === undefined ? await made(undefined) : await smallestIn(range, made, least, scored);
      if (path === undefined) continue;
      const result = await scored(path);
      if (result.score >= least)
        results.push({ ...result, by: [...chain, variant].filter(Boolean).join(' ') });
    }
    results.push(...(await coarseAlphaAt(least, chain, encoder, picture, scored)));
    if (encoder.repeatsColours !== true) continue;
    const variant = encoder.variants?.[0];
    for (const [step, { range, coarser }] of Object.entries(coarserSteps)) {
      for (const value of paletteQualities) {
        const made = (coarseness: number) => {
          const rounded = Math.round(coarseness * 100) / 100;
          const change = (palette: Uint8Array) => coarser(palette, rounded, maxPixelBytes);
          return resultOf(chain, { value, variant }, picture, {
            name: `${step}${rounded}`,
            change,
          });
        };
        const path = await smallestIn(range, made, least, scored, 8);
        if (path === undefined) continue;
        const result = await scored(path);
        if (result.score >= least) results.push({ ...result, by: `${chain.join(' ')} ${step}` });
      }
    }
  }
  return results.toSorted((one, other) => one.bytes - other.bytes)[0];
};

/** The smallest result with fewer levels of alpha; none of an encoder without a command for them. */
const coarseAlphaAt = async (
  least: number,
  chain: readonly string[],
  encoder: Encoder,
  picture: Picture,
  scored: Scored,
): Promise<readonly (Result & Readonly<{ by: string }>)[]> => {
  const { coarseAlphaCommand: alphaCommand } = encoder;
  const range = rangeOf(encoder);
  if (alphaCommand === undefined || range === undefined) return [];
  const made = (value: number) =>
    resultOf(chain, { value, variant: encoder.variants?.[0] }, picture, {
      name: 'coarse',
      alphaCommand,
    });
  const path = await smallestIn(range, made, least, scored);
  if (path === undefined) return [];
  const result = await scored(path);
  return result.score < least ? [] : [{ ...result, by: `${chain.join(' ')} with coarse alpha` }];
};

/** Of palettes that are made coarser. */
const paletteQualities: readonly number[] = Array.from({ length: 31 }, (_, index) => 70 + index);

type Step = Readonly<{ range: SettingRange; coarser: typeof withRepeatedColours }>;

/** How the service makes palettes coarser: ranges as it has them, and finer. */
const coarserSteps: Readonly<Record<string, Step>> = {
  repeated: {
    range: { finest: 0.05, coarsest: 8, start: 1, steps: 'ratio' },
    coarser: withRepeatedColours,
  },
  merged: {
    range: { finest: 0.05, coarsest: 256, start: 1, steps: 'ratio' },
    coarser: withMergedColours,
  },
};

type Made = (value: number) => Promise<string | undefined>;

/**
 * The smallest file of a range that reaches a score, of those tried: by halving the range, then by settings a
 * little coarser, since a score does not fall evenly.
 */
const smallestIn = async (
  { finest, coarsest: end, steps }: SettingRange,
  made: Made,
  least: number,
  scored: Scored,
  furtherSteps = 24,
): Promise<string | undefined> => {
  const settingAt = (share: number): number =>
    steps === 'ratio'
      ? finest * (end / finest) ** share
      : Math.round(finest + share * (end - finest));
  let smallest: Readonly<{ path: string; bytes: number }> | undefined;
  const reaches = async (share: number): Promise<boolean> => {
    const path = await made(settingAt(Math.min(1, share)));
    if (path === undefined) return false;
    const { bytes, score } = await scored(path);
    if (score < least) return false;
    if (smallest === undefined || bytes < smallest.bytes) smallest = { path, bytes };
    return true;
  };
  let [fine, coarse] = [0, 1];
  for (let step = 0; step < halvings; step++) {
    const middle = (fine + coarse) / 2;
    if (await reaches(middle)) fine = middle;
    else coarse = middle;
  }
  if (fine === 0) await reaches(fine);
  for (let further = 1; further <= furtherSteps; further++) {
    await reaches(fine + (further / furtherSteps) * furtherShare);
  }
  return smallest?.path;
};

const halvings = 8;

/** Share of the range beyond the coarsest setting that reaches the score. */
const furtherShare = 0.05;
