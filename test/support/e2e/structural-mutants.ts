import { mutantOf } from '../mutants.ts';
import { randomNumbers } from '../random.ts';
import { partsOf, plausible } from './mutate.ts';

/** A picture with mistakes in its structure; the name says which one of which picture. */
export type Mutant = Readonly<{ name: string; content: Buffer }>;

/** Mutants of the pictures in turn, each with right checksums in two of three. */
export const structuralMutants = (
  sources: Readonly<Record<string, Buffer>>,
  count: number,
  seed: number,
): readonly Mutant[] => {
  const entries = Object.entries(sources);
  return Array.from({ length: count }, (_, index) => {
    const random = randomNumbers(seed + index);
    const [name, source] = entries[random(entries.length)]!;
    const mutant = mutantOf(piecesOf(source), random);
    const content = random(3) === 0 ? mutant : plausible(mutant);
    return { name: `${index} ${name}`, content };
  }).filter(({ content }) => content.length > 0);
};

/** The file cut at the bounds of its parts, so that all pieces are the whole file. */
const piecesOf = (file: Buffer): readonly Buffer[] => {
  const bounds = [
    ...new Set([0, ...partsOf(file).flatMap(({ start, end }) => [start, end]), file.length]),
  ]
    .filter((at) => at <= file.length)
    .toSorted((one, other) => one - other);
  return bounds.slice(1).map((end, index) => file.subarray(bounds[index]!, end));
};
