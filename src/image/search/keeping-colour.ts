import type { EncoderTable } from '../encoder.ts';

/**
 * The candidates that keep fine colour: without lossy WebPs, which have half the resolution of colour,
 * where another lossy type of few bytes competes. All of them where none does: a photograph has several
 * times the bytes in a lossless type.
 */
export const keepingColour = <T extends Candidate>(
  encoders: EncoderTable['encoders'],
  candidates: readonly T[],
): readonly T[] =>
  candidates.some(({ mediaType }) => fullColourTypes.includes(mediaType))
    ? candidates.filter((candidate) => !halvesColour(encoders, candidate))
    : candidates;

type Candidate = Readonly<{ mediaType: string; chain: readonly string[] }>;

const fullColourTypes: readonly string[] = ['image/jpeg', 'image/avif'];

const halvesColour = (
  encoders: EncoderTable['encoders'],
  { mediaType, chain }: Candidate,
): boolean =>
  mediaType === 'image/webp' &&
  chain.some((name) => {
    const { produces, lossless } = encoders[name] ?? {};
    return produces === 'image/webp' && lossless === false;
  });
