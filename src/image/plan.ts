import { ServiceError } from '../errors.ts';
import type { Colour } from './colour.ts';
import { decodeFailed } from './decode-failed.ts';
import type { EncoderTable } from './encoder.ts';
import type { ImageFacts } from './facts.ts';
import { type Resize, resizePlan, type ResizePlan, resultSize, type Size } from './geometry.ts';
import { areOurTables } from './jpeg/quantisation-tables.ts';

/** Media type of decoded pixels without transparency: PPM, and PGM for grey. */
export const pixmap = 'image/x-portable-pixmap';

/** Media type of decoded pixels that may be transparent; written without compression. */
export const pngPixels = 'image/png';

/** The one type of the specification that cannot be transparent. */
const opaqueType = 'image/jpeg';

/** One chain of encoders that competes, what its first encoder reads, and what its last one makes. */
export type Candidate = Readonly<{
  chain: readonly string[];
  from: 'source' | typeof pixmap | typeof pngPixels;
  mediaType: string;
}>;

/** What a client asks of the picture besides compression. */
export type PictureChange = Readonly<{
  resize?: Resize;
  /** Media types that compete; the source's own when absent. */
  convert?: readonly string[];
  /** Fills what is transparent. */
  background?: Colour;
}>;

/** What should happen to a source, decided from its header facts alone. */
export type Plan = Readonly<{
  /** Size of the result, in pixels. */
  width: number;
  height: number;
  frames: number;
  /** How the picture is scaled and cropped; undefined when it keeps its size. */
  resize: ResizePlan | undefined;
  /** The box to place a free-standing object in, where one is found; otherwise `resize` holds. */
  thumb: Size | undefined;
  background: Colour | undefined;
  /** Media types of the decoded, upright sRGB pixels that candidates read; none when none needs them. */
  pixels: readonly string[];
  candidates: readonly Candidate[];
  /** The source's own bytes, stripped, are a right answer too. */
  sourceCompetes: boolean;
}>;

export type PlanOptions = Readonly<{
  /** The source is known to be a result of ours: a lossy encoder would only lose again. */
  isOurResult: boolean;
  change?: PictureChange;
}>;

/**
 * The plan for a source: compress it in its own media type, or change it as asked (design, sections 1,
 * 3 and 5).
 * @throws ServiceError `unsupported_media_type` when no chain of the source's type is configured;
 * `bad_request` for what cannot be done with an animation; `decode_failed` for a change of colours that
 * cannot be converted.
 */
export const planOf = (facts: ImageFacts, table: EncoderTable, options: PlanOptions): Plan => {
  const { change = {} } = options;
  if (table.types[facts.mediaType] === undefined) {
    throw new ServiceError('unsupported_media_type', 'File type is not supported.');
  }
  const scale = change.resize === undefined ? undefined : resizePlan(facts, change.resize);
  const resize = scale !== undefined && isChange(facts, scale) ? scale : undefined;
  const background = facts.hasAlpha ? change.background : undefined;
  const types = typesOf(facts, change);
  const isSamePicture = resize === undefined && background === undefined;
  const asked = { isSamePicture, types, isOurResult: options.isOurResult };
  if (facts.frames > 1 && !isSamePicture) checkAnimation(facts, resize);
  const candidates = types.flatMap((type) => candidatesOf(type, facts, table, asked));
  const sourceCompetes = isSamePicture && types.includes(facts.mediaType);
  if (facts.gamma === 'unconvertible' && !sourceCompetes) throw unconvertible();
  const size = resize === undefined ? facts : resultSize(resize);
  return {
    width: size.width,
    height: size.height,
    frames: facts.frames,
    resize,
    thumb: resize !== undefined && change.resize?.method === 'thumb' ? change.resize : undefined,
    background,
    pixels: pixelsFor(candidates),
    candidates,
    sourceCompetes,
  };
};

/** The plan for a picture that has turned out to be transparent: nothing is read or measured without its alpha. */
export const withoutOpaqueTypes = (plan: Plan): Plan => {
  const candidates = plan.candidates.filter(({ mediaType }) => holdsTransparency(mediaType));
  return { ...plan, candidates, pixels: pixelsFor(candidates) };
};

const pixelsFor = (candidates: readonly Candidate[]): Plan['pixels'] =>
  [pngPixels, pixmap].filter((type) => candidates.some(({ from }) => from === type));

/**
 * Whether the pixels must be decoded and changed before they are right: upright, sRGB, 8 bits
 * (design, invariant 2).
 */
export const needsPixelChange = (facts: ImageFacts): boolean =>
  facts.orientation !== 1 ||
  facts.iccProfile === 'other' ||
  isDescribed(facts) ||
  facts.colour === 'cmyk' ||
  facts.bitDepth > 8;

/** Whether colours go by chunks that have to be converted by, and not by a profile. */
const isDescribed = ({ gamma }: ImageFacts): boolean =>
  gamma === 'other' || gamma === 'unconvertible';

/** Types that cannot hold what the picture is known to be are left out; a transparency is only known once decoded. */
const holdsTransparency = (mediaType: string): boolean => mediaType !== opaqueType;

const isChange = (source: Size, { scaled, crop }: ResizePlan): boolean =>
  crop !== undefined || scaled.width !== source.width || scaled.height !== source.height;

const typesOf = (facts: ImageFacts, { convert }: PictureChange): readonly string[] => {
  if (convert === undefined) return [facts.mediaType];
  if (facts.frames === 1) return convert;
  if (convert.includes(facts.mediaType)) return [facts.mediaType];
  throw new ServiceError(
    'bad_request',
    `convert.type: expected ${facts.mediaType}, since an animation keeps its type, got ${convert.join(', ')}`,
  );
};

const unconvertible = (): ServiceError =>
  decodeFailed(
    'The PNG has colours of a high dynamic range or an unusual kind (cICP), which can be compressed but not changed.',
  );

/** The tools take apart the frames of a WebP, and of nothing else. */
const checkAnimation = ({ mediaType }: ImageFacts, resize: ResizePlan | undefined): void => {
  if (mediaType === 'image/webp') return;
  throw new ServiceError(
    'bad_request',
    `${resize === undefined ? 'transform.background' : 'resize'}: expected a still image or an animated WebP, got an animated PNG`,
  );
};

type Asked = Readonly<{ isSamePicture: boolean; types: readonly string[]; isOurResult: boolean }>;

const candidatesOf = (
  mediaType: string,
  facts: ImageFacts,
  table: EncoderTable,
  asked: Asked,
): readonly Candidate[] =>
  (table.types[mediaType] ?? [])
    .filter((chain) => mayCompete(chain, mediaType, facts, table, asked))
    .flatMap((chain) => {
      const from = inputOf(chain, mediaType, facts, table, asked);
      return from === undefined ? [] : [{ chain, from, mediaType }];
    });

const mayCompete = (
  chain: readonly string[],
  mediaType: string,
  facts: ImageFacts,
  { encoders }: EncoderTable,
  { isSamePicture, isOurResult }: Asked,
): boolean => {
  const isOnlyCompressed = isSamePicture && mediaType === facts.mediaType;
  // The picture is right only in its own bytes: no tool converts by its gAMA or cICP chunk.
  if (isOnlyCompressed && isDescribed(facts)) return false;
  if (facts.gamma === 'unconvertible') return false;
  const losesAgain = isOnlyCompressed && (isOurResult || areOurTables(facts.quantisation));
  return chain.every((name) => {
    const encoder = encoders[name];
    if (encoder === undefined) return false;
    if (facts.frames > 1 && !encoder.animated) return false;
    if (encoder.losslessSourcesOnly && !facts.lossless) return false;
    return encoder.lossless || !losesAgain;
  });
};

/** What the chain's first encoder is given; undefined when it reads nothing that we have. */
const inputOf = (
  chain: readonly string[],
  mediaType: string,
  facts: ImageFacts,
  { encoders }: EncoderTable,
  { isSamePicture }: Asked,
): Candidate['from'] | undefined => {
  const reads = encoders[chain[0] ?? '']?.reads ?? [];
  const isRight = isSamePicture && !needsPixelChange(facts);
  const mustBeOpaque = facts.hasAlpha && !holdsTransparency(mediaType);
  if (isRight && !mustBeOpaque && reads.includes(facts.mediaType)) return 'source';
  if (facts.frames > 1) return undefined;
  const isOpaque = !facts.hasAlpha || mustBeOpaque;
  if (isOpaque && reads.includes(pixmap)) return pixmap;
  return reads.includes(pngPixels) && !mustBeOpaque ? pngPixels : undefined;
};
