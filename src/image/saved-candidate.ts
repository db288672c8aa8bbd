import type { EncoderTable } from './encoder.ts';

/** What libvips writes when it saves pixels as a result. */
export type SavedType = `${string};saved`;

type Planned = Readonly<{ chain: readonly string[]; from: string; mediaType: string }>;

/** The first candidate of one encoder that reads pixels and has options of libvips' saver, as libvips saves it. */
export const savedCandidate = (
  candidates: readonly Planned[],
  { encoders }: EncoderTable,
): (Planned & Readonly<{ from: SavedType; save: string }>) | undefined => {
  for (const { chain, from, mediaType } of candidates) {
    const [name = '', ...others] = chain;
    const save = encoders[name]?.save;
    if (save !== undefined && others.length === 0 && from !== 'source') {
      return { chain, from: `${mediaType};saved`, mediaType, save };
    }
  }
  return undefined;
};
