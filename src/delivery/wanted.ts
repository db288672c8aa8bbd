import type { ImageFacts } from '../image/facts.ts';
import type { Framing } from '../image/framing.ts';
import { resizePlan, resultSize } from '../image/geometry.ts';
import { hexOf } from '../image/colour.ts';
import { sizesIn } from '../image/pixel-steps.ts';
import type { Rectangle } from '../image/rectangle.ts';
import type { Operation } from '../service/operation.ts';
import { AddressError } from './address-error.ts';
import { acceptedType } from './media-types.ts';
import type { Options } from './options.ts';

/** What an address and the `Accept` of a request ask for. */
export type Wanted = Readonly<{
  options: Options;
  /** Undefined: JPEG or PNG, by the source. */
  mediaType: string | undefined;
}>;

export const wantedOf = (
  options: Options,
  accepted: readonly string[],
  formats: readonly string[],
): Wanted => ({ options, mediaType: options.mediaType ?? acceptedType(accepted, formats) });

/** Whether `Accept` has decided about the type. */
export const isNegotiated = ({ options }: Wanted): boolean => options.mediaType === undefined;

/** What makes results differ, as canonical text. How the answer is named or cached makes none. */
export const canonicalWanted = (wanted: Wanted): string => {
  const { options, mediaType } = wanted;
  const { background, maxBytes, keepsCopyright } = options;
  return JSON.stringify({
    framing: framingOf(options),
    mediaType,
    isNegotiated: isNegotiated(wanted),
    quality: qualityOf(options, mediaType),
    background: background && hexOf(background),
    maxBytes,
    keepsCopyright,
  });
};

/** The size and the changes that are asked for; undefined where the picture stays as it is. */
const framingOf = (options: Options): Framing | undefined => {
  const { type, width, height, dpr, enlarge, gravity, part, changes } = options;
  const asked = [width, height, dpr - 1, part, ...Object.values(changes)];
  if (!asked.some(Boolean)) return undefined;
  const cut = part && { ...part, gravity: part.gravity ?? gravity };
  return { method: 'framing', type, width, height, dpr, enlarge, gravity, part: cut, changes };
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
  wanted: Wanted,
  facts: ImageFacts,
  maxPixels: number,
  trimmed?: Rectangle,
): Operation => {
  const { options, mediaType } = wanted;
  const framing = framingOf(options);
  const resize = framing && { ...framing, ...(trimmed && { trimmed }) };
  const plan = resize && resizePlan(facts, resize);
  const sizes = plan ? [plan.scaled, resultSize(plan), ...sizesIn(plan.steps ?? [])] : [];
  const pixels = Math.max(0, ...sizes.map(({ width, height }) => width * height));
  if (pixels > maxPixels) {
    const message = `The picture would have ${pixels} pixels on the way, expected at most ${maxPixels} (limits.pixels).`;
    throw new AddressError('unsupported', message);
  }
  const hasAlpha = facts.hasAlpha || plan?.addsAlpha === true;
  const convert = typesOf(wanted, { ...facts, hasAlpha });
  const background = options.background ?? (mediaType === 'image/jpeg' ? white : undefined);
  return {
    ...(resize && { resize }),
    ...(convert && { convert }),
    ...(hasAlpha && background && { background }),
    quality: qualityOf(options, mediaType),
    preserve: options.keepsCopyright ? ['copyright'] : [],
  };
};

/** The types that compete; undefined keeps that of the source, as an animation must. */
const typesOf = (wanted: Wanted, facts: ImageFacts): readonly string[] | undefined => {
  const { mediaType } = wanted;
  if (facts.frames > 1) {
    if (isNegotiated(wanted) || mediaType === facts.mediaType) return undefined;
    throw new AddressError('unsupported', `An animation keeps its type, ${facts.mediaType}.`);
  }
  if (mediaType !== undefined) return [mediaType];
  // Without loss only where the source has alpha or is a PNG.
  const mayBePng = facts.hasAlpha || facts.mediaType === 'image/png';
  return mayBePng ? ['image/jpeg', 'image/png'] : ['image/jpeg'];
};
