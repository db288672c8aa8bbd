import type { ImageFacts } from '../image/facts.ts';
import { resizePlan, resultSize } from '../image/geometry.ts';
import { hexOf } from '../image/colour.ts';
import { sizesIn } from '../image/pixel-steps.ts';
import type { Rectangle } from '../image/rectangle.ts';
import type { Operation } from '../service/operation.ts';
import { AddressError } from './address-error.ts';
import { acceptedType } from './media-types.ts';
import { framingOf, type Options } from './options.ts';

/** What an address and the `Accept` of a request ask for. */
export type Wanted = Readonly<{
  options: Options;
  /** Undefined: JPEG or PNG, by the source. */
  mediaType: string | undefined;
  /** Whether `Accept` has decided about the type. */
  isNegotiated: boolean;
}>;

export const wantedOf = (
  options: Options,
  accepted: readonly string[],
  formats: readonly string[],
): Wanted => ({
  options,
  mediaType: options.mediaType ?? acceptedType(accepted, formats),
  isNegotiated: options.mediaType === undefined,
});

/** What makes results differ, as canonical text. How the answer is named or cached makes none. */
export const canonicalWanted = ({ options, mediaType, isNegotiated }: Wanted): string => {
  const { background, maxBytes, keepsCopyright } = options;
  return JSON.stringify({
    framing: framingOf(options),
    mediaType,
    isNegotiated,
    quality: qualityOf(options, mediaType),
    background: background && hexOf(background),
    maxBytes,
    keepsCopyright,
  });
};

/** The quality of results; undefined where it is searched for. Of JPEG and PNG only the first has one. */
const qualityOf = (
  { quality, formatQuality }: Options,
  mediaType = 'image/jpeg',
): number | undefined =>
  mediaType === 'image/png' ? undefined : formatQuality[mediaType] || quality || undefined;

/** Whether a search decides about the result, which takes longer than one run of an encoder. */
export const isSearched = ({ options, mediaType }: Wanted): boolean =>
  qualityOf(options, mediaType) === undefined && options.maxBytes === 0;

const white = { red: 255, green: 255, blue: 255 };

/**
 * The operation on a source. `trimmed`: what is left of it where its edges are cut away.
 * @throws AddressError `unsupported` for a result that is too large, and for another type of an animation.
 */
export const operationOf = (
  { options, mediaType, isNegotiated }: Wanted,
  facts: ImageFacts,
  maxPixels: number,
  trimmed?: Rectangle,
): Operation => {
  const framing = framingOf(options);
  const resize = framing && { ...framing, ...(trimmed && { trimmed }) };
  const plan = resize && resizePlan(facts, resize);
  const sizes = plan ? [plan.scaled, resultSize(plan), ...sizesIn(plan.steps ?? [])] : [];
  for (const { width, height } of sizes) checkPixels(width * height, maxPixels);
  const hasAlpha = facts.hasAlpha || plan?.addsAlpha === true;
  const convert = typesOf({ mediaType, isNegotiated }, { ...facts, hasAlpha });
  const becomesOpaque = mediaType === 'image/jpeg';
  const background = options.background ?? (becomesOpaque ? white : undefined);
  return {
    ...(resize && { resize }),
    ...(convert && { convert }),
    ...(hasAlpha && background && { background }),
    quality: qualityOf(options, mediaType),
    preserve: options.keepsCopyright ? ['copyright'] : [],
  };
};

const checkPixels = (pixels: number, most: number): void => {
  if (pixels <= most) return;
  const message = `The picture would have ${pixels} pixels on the way, expected at most ${most} (limits.pixels).`;
  throw new AddressError('unsupported', message);
};

/** The types that compete; undefined keeps that of the source, as an animation must. */
const typesOf = (
  { mediaType, isNegotiated }: Omit<Wanted, 'options'>,
  facts: ImageFacts,
): readonly string[] | undefined => {
  if (facts.frames > 1) {
    if (isNegotiated || mediaType === facts.mediaType) return undefined;
    throw new AddressError('unsupported', `An animation keeps its type, ${facts.mediaType}.`);
  }
  if (mediaType !== undefined) return [mediaType];
  // Without loss only where the source has alpha or is a PNG.
  const mayBePng = facts.hasAlpha || facts.mediaType === 'image/png';
  return mayBePng ? ['image/jpeg', 'image/png'] : ['image/jpeg'];
};
