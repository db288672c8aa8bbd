import { ServiceError } from '../errors.ts';
import type { Colour } from './colour.ts';
import { decodeFailed } from './decode-failed.ts';
import type { EncoderTable } from './encoder.ts';
import type { ImageFacts } from './facts.ts';
import { type Resize, resizePlan, type ResizePlan, resultSize } from './geometry.ts';
import { isSameSize, type Size } from './rectangle.ts';
import { mayCompete, type WantedResult } from './may-compete.ts';
import { needsPixelChange } from './needs-pixel-change.ts';
import { savedCandidate, type SavedType } from './saved-candidate.ts';
import { holdsSize, holdsTransparency, sidesTooLong } from './type-limits.ts';

/** Media type of decoded pixels without transparency: PPM, and PGM for grey. */
export const pixmapType = 'image/x-portable-pixmap';

/** Media type of decoded pixels that may be transparent; written without compression. */
export const pngType = 'image/png';

/** The same with 16 bits a sample, for encoders that keep more than 8. */
export const deepPngType = 'image/png;depth=16';

/** One competing chain of encoders, what its first encoder reads, and what its last one makes. */
export type Candidate = Readonly<{
  chain: readonly string[];
  /** A saved type: the run that makes the pixels writes them as a result, in place of the chain. */
  from: 'source' | typeof pixmapType | typeof pngType | typeof deepPngType | SavedType;
  mediaType: string;
  /** The options of libvips' saver for a saved type. */
  save?: string;
}>;

/** The changes that a client asks for besides compression. */
export type PictureChange = Readonly<{
  resize?: Resize;
  /** Media types that compete; the source's own where absent. */
  convert?: readonly string[];
  /** The colour that replaces transparency. */
  background?: Colour;
}>;

/** How a source is processed, decided from its facts alone. */
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
  /**
   * Media types of the decoded, upright sRGB pixels that candidates read, or are; none when none needs them. PNG
   * stands for `deepPngType` too, whose results are measured against 8 bits.
   */
  pixels: readonly string[];
  candidates: readonly Candidate[];
  /** The source itself, without metadata, is a possible result too. */
  sourceCompetes: boolean;
}>;

type PlanOptions = Readonly<{
  /** The source is a result of this service: in its own type and size it stays as it is. */
  isOurResult: boolean;
  /** A result at once counts more than its bytes. */
  isHurried?: boolean | undefined;
  change?: PictureChange;
}>;

/**
 * The plan for a source: compress it in its own media type, or change it as asked (design, sections 1,
 * 3 and 5).
 * @throws ServiceError `unsupported_media_type` when no chain is configured for the source's type;
 * `bad_request` for an operation that is not possible on an animation, and for sides that no type holds;
 * `decode_failed` when the pixels must change but their colours cannot be converted.
 */
export const planOf = (facts: ImageFacts, table: EncoderTable, options: PlanOptions): Plan => {
  const { change = {} } = options;
  if (table.types[facts.mediaType] === undefined) {
    throw new ServiceError('unsupported_media_type', 'File type is not supported.');
  }
  const scale = change.resize === undefined ? undefined : resizePlan(facts, change.resize);
  const resize = scale !== undefined && isChange(facts, scale) ? scale : undefined;
  const changedFacts = resize?.addsAlpha === true ? { ...facts, hasAlpha: true } : facts;
  const background = changedFacts.hasAlpha ? change.background : undefined;
  const types = typesOf(facts, change);
  const isSamePicture = resize === undefined && background === undefined;
  const { isOurResult, isHurried = false } = options;
  const isFilled = background !== undefined;
  const asked = { isSamePicture, types, isOurResult, isHurried, isFilled };
  if (facts.frames > 1 && !isSamePicture) checkAnimation(facts, resize);
  const size = resize === undefined ? facts : resultSize(resize);
  const held = types.filter((type) => holdsSize(type, size));
  const candidates = held.flatMap((type) => candidatesOf(type, changedFacts, table, asked));
  const sourceCompetes = isSamePicture && types.includes(facts.mediaType);
  if (facts.gamma === 'unconvertible' && !sourceCompetes) throw unconvertible();
  if (held.length === 0 && !sourceCompetes) throw sidesTooLong(change, types, size);
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

/** The plan for a picture whose pixels are transparent: without candidates and pixels that lack alpha. */
export const withoutOpaqueTypes = (plan: Plan): Plan => {
  const candidates = plan.candidates.filter(({ mediaType }) => holdsTransparency(mediaType));
  return { ...plan, candidates, pixels: pixelsFor(candidates) };
};

const pixelsFor = (candidates: readonly Candidate[]): Plan['pixels'] => {
  const types = candidates.map(({ from }) => (from === deepPngType ? pngType : from));
  const saved = types.filter((type) => type.endsWith(';saved'));
  return [pngType, pixmapType, ...saved].filter((type) => types.some((each) => each === type));
};

const isChange = (source: Size, { scaled, crop }: ResizePlan): boolean =>
  crop !== undefined || !isSameSize(scaled, source);

const typesOf = (facts: ImageFacts, { convert }: PictureChange): readonly string[] => {
  if (convert === undefined) return [facts.mediaType];
  if (facts.frames === 1) return convert;
  if (convert.includes(facts.mediaType)) return [facts.mediaType];
  throw new ServiceError(
    'bad_request',
    `convert.type: expected ${facts.mediaType}, since an animation keeps its type, got ${convert.join(', ')}`,
    { reason: { id: 'animation_keeps_type' } },
  );
};

const unconvertible = (): ServiceError =>
  decodeFailed(
    'The image has colours of a high dynamic range or an unusual kind (CICP), which can be compressed but not changed.',
  );

/** Tools can read the separate frames of a WebP, and of no other type. */
const checkAnimation = ({ mediaType }: ImageFacts, resize: ResizePlan | undefined): void => {
  if (mediaType === 'image/webp') return;
  const field = resize === undefined ? 'transform.background' : 'resize';
  const message = `${field}: expected a still image or an animated WebP, got an animated PNG`;
  throw new ServiceError('bad_request', message, { reason: { id: 'animated_png' } });
};

const candidatesOf = (
  mediaType: string,
  facts: ImageFacts,
  table: EncoderTable,
  asked: WantedResult,
): readonly Candidate[] => {
  const candidates = (table.types[mediaType] ?? [])
    .filter((chain) => mayCompete(chain, mediaType, facts, table, asked))
    .flatMap((chain): readonly Candidate[] => {
      const from = inputOf(chain, mediaType, facts, table, asked);
      return from === undefined ? [] : [{ chain, from, mediaType }];
    });
  // Whether a picture with alpha that nothing fills may lose it is only known once its pixels are made.
  const mayBeSaved = asked.isFilled || !facts.hasAlpha || holdsTransparency(mediaType);
  const saved = asked.isHurried && mayBeSaved ? savedCandidate(candidates, table) : undefined;
  return saved === undefined ? candidates : [saved];
};

/** The input of the chain's first encoder; undefined where none of its media types is available. */
const inputOf = (
  chain: readonly string[],
  mediaType: string,
  facts: ImageFacts,
  { encoders }: EncoderTable,
  { isSamePicture }: WantedResult,
): Candidate['from'] | undefined => {
  const { reads = [] } = encoders[chain[0] ?? ''] ?? {};
  const isRight = isSamePicture && !needsPixelChange(facts);
  const mustBeOpaque = facts.hasAlpha && !holdsTransparency(mediaType);
  if (isRight && !mustBeOpaque && reads.includes(facts.mediaType)) return 'source';
  if (facts.frames > 1) return undefined;
  // An AVIF of 10 or 12 bits that stays an AVIF.
  const isDeep =
    facts.bitDepth > 8 && facts.mediaType === 'image/avif' && mediaType === 'image/avif';
  if (isSamePicture && isDeep && reads.includes(deepPngType)) return deepPngType;
  const isOpaque = !facts.hasAlpha || mustBeOpaque;
  if (isOpaque && reads.includes(pixmapType)) return pixmapType;
  return reads.includes(pngType) && !mustBeOpaque ? pngType : undefined;
};
