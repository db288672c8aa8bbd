import { ServiceError } from '../../errors.ts';
import { lengthOf, type ByteSource, type Piece } from '../../image/bytes.ts';
import type { ImageFacts } from '../../image/facts.ts';
import { readFacts } from '../../image/read-facts.ts';
import { strippedPieces } from '../../image/strip.ts';
import { isComplete } from '../../image/is-complete.ts';
import type { Plan } from '../../image/plan.ts';
import { fileBytes, withFileBytes } from '../../jobs/file-bytes.ts';

/** A result without metadata: the parts of its file that are served, and their length. */
export type Stripped = Readonly<{ pieces: readonly Piece[]; bytes: number }>;

const inspectedTypes: ReadonlySet<string> = new Set([
  'image/avif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

/**
 * An encoder's result without metadata; undefined when the file is not the complete planned picture, or
 * has alpha where the picture has none. Files of types that are not in `inspectedTypes` are not checked.
 */
export const strippedResult = async (
  file: string,
  mediaType: string,
  plan: Pick<Plan, 'width' | 'height' | 'frames'>,
  mayBeTransparent: boolean,
): Promise<Stripped | undefined> => {
  if (!inspectedTypes.has(mediaType)) {
    const bytes = fileBytes(file);
    return { pieces: [{ kind: 'copy', offset: 0, length: bytes }], bytes };
  }
  return withFileBytes(file, async (source) => {
    const facts = await readFacts(source).catch(() => undefined);
    const isAsPlanned =
      facts?.mediaType === mediaType &&
      facts.orientation === 1 &&
      facts.width === plan.width &&
      facts.height === plan.height &&
      facts.frames === plan.frames &&
      (mayBeTransparent || !facts.hasAlpha) &&
      isComplete(source, mediaType);
    return isAsPlanned ? stripped(source, facts) : undefined;
  });
};

/** Undefined for a damaged file. An encoder wrote it, so this is no error of the client's picture. */
const stripped = (source: ByteSource, facts: ImageFacts): Stripped | undefined => {
  try {
    const pieces = strippedPieces(source, facts);
    return { pieces, bytes: lengthOf(pieces) };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};
