import type { Builtin, Decoder, Encoder } from '../image/encoder.ts';

const placeholders = ['input', 'output', 'quality', 'scale', 'qtables', 'variant'];

/** Problems of a command that may stand in for `command`. */
const otherCommandProblems = (
  path: string,
  other: readonly string[] | undefined,
  command: readonly string[],
  known: readonly string[] = ['scans'],
): readonly string[] =>
  other === undefined
    ? []
    : [
        ...commandProblems(path, other, [...placeholders, ...known]),
        ...(other[0] === command[0]
          ? []
          : [`${path}: expected the program of command, ${command[0]}`]),
      ];

const planesSize = ['width', 'height'];

const isWebp = ({ produces }: Encoder): boolean => produces === 'image/webp';

/** Problems of an encoder: placeholders without a value, commands of several programs, a search out of its range. */
export const encoderProblems = (name: string, encoder: Encoder): readonly string[] => {
  const { command, builtin, quickCommand, pressureCommand, lossySourceCommand } = encoder;
  const { draftCommand, otherCommand } = encoder;
  const { planesCommand, otherPlanesCommand, alphaCommand, coarseAlphaCommand } = encoder;
  const path = `encoders.${name}`;
  if (builtin !== undefined) return builtinProblems(path, builtin, encoder);
  if (command === undefined)
    return [`${path}.command: expected a command, or builtin in its place`];
  const usual = [quickCommand, pressureCommand, lossySourceCommand, draftCommand, otherCommand];
  const ofPlanes = [planesCommand, otherPlanesCommand, alphaCommand, coarseAlphaCommand];
  const used = [command, ...usual, ...ofPlanes].flatMap((each) => placeholdersIn(each ?? []));
  return [
    ...commandProblems(`${path}.command`, command, placeholders),
    ...otherCommandProblems(`${path}.quickCommand`, quickCommand, command),
    ...otherCommandProblems(`${path}.pressureCommand`, pressureCommand, command),
    ...otherCommandProblems(`${path}.lossySourceCommand`, lossySourceCommand, command),
    ...otherCommandProblems(`${path}.draftCommand`, draftCommand, command, []),
    ...otherCommandProblems(`${path}.otherCommand`, otherCommand, command, []),
    ...otherCommandProblems(`${path}.planesCommand`, planesCommand, command, planesSize),
    ...otherCommandProblems(`${path}.otherPlanesCommand`, otherPlanesCommand, command, planesSize),
    ...otherCommandProblems(`${path}.alphaCommand`, alphaCommand, command, []),
    ...otherCommandProblems(`${path}.coarseAlphaCommand`, coarseAlphaCommand, command, []),
    ...(alphaCommand !== undefined && (planesCommand === undefined || !isWebp(encoder))
      ? [`${path}.alphaCommand: expected an encoder of image/webp with planesCommand`]
      : []),
    ...(otherPlanesCommand !== undefined && planesCommand === undefined
      ? [`${path}.otherPlanesCommand: expected planesCommand beside it`]
      : []),
    ...(coarseAlphaCommand !== undefined && alphaCommand === undefined
      ? [`${path}.coarseAlphaCommand: expected alphaCommand beside it`]
      : []),
    ...(used.includes('quality') && encoder.quality === undefined
      ? [`${path}.quality: expected a number, since the command has {quality}`]
      : []),
    ...((used.includes('scale') || used.includes('qtables')) && encoder.scale === undefined
      ? [`${path}.scale: expected a number, since the command has {scale} or {qtables}`]
      : []),
    ...(used.includes('variant') && encoder.variants === undefined
      ? [`${path}.variants: expected a list, since the command has {variant}`]
      : []),
    ...(encoder.search === undefined ? [] : searchProblems(path, encoder, encoder.search)),
  ];
};

const pngType = 'image/png';

/** What is built in reads and makes PNGs, at a quality of 0 to 100. */
const builtinProblems = (path: string, builtin: Builtin, encoder: Encoder): readonly string[] => {
  const { produces, reads, quality, search } = encoder;
  const qualities = { quality, ...search };
  return [
    ...Object.keys(encoder)
      .filter((field) => /command$/i.test(field) || field === 'scale' || field === 'variants')
      .map((field) => `${path}.${field}: expected none beside builtin`),
    ...(produces === pngType ? [] : [`${path}.produces: expected ${pngType} of ${builtin}`]),
    ...(reads.every((type) => type === pngType)
      ? []
      : [`${path}.reads: expected ${pngType} alone for ${builtin}`]),
    ...Object.entries(qualities)
      .filter(([, value]) => value === undefined || value < 0 || value > 100)
      .map(
        ([field, value]) =>
          `${path}.${field === 'quality' ? '' : 'search.'}${field}: expected 0 to 100 for ${builtin}, got ${value ?? 'nothing'}`,
      ),
    ...(search === undefined ? [] : searchProblems(path, encoder, search)),
  ];
};

const commandProblems = (
  path: string,
  command: readonly string[],
  known: readonly string[],
): readonly string[] => {
  const used = placeholdersIn(command);
  return [
    ...fileProblems(path, command),
    ...used
      .filter((word) => !known.includes(word))
      .map((word) => `${path}: unknown placeholder {${word}}`),
  ];
};

const searchProblems = (
  path: string,
  { scale, quality }: Encoder,
  { finest, coarsest }: NonNullable<Encoder['search']>,
): readonly string[] => {
  const start = scale ?? quality;
  if (start === undefined) return [`${path}.search: expected a scale or a quality beside it`];
  const [least, most] = [Math.min(finest, coarsest), Math.max(finest, coarsest)];
  return [
    ...(least === most ? [`${path}.search: expected finest and coarsest to differ`] : []),
    ...(start < least || start > most
      ? [`${path}.search: expected a range with ${start} in it, got ${least} to ${most}`]
      : []),
    ...(scale !== undefined && least <= 0
      ? [`${path}.search: expected scales greater than 0, got ${least}`]
      : []),
  ];
};

/** Problems of a decoder's commands. */
export const decoderProblems = (type: string, decoder: Decoder): readonly string[] => {
  const { command, deepCommand } = decoder;
  const path = `decoders.${type}`;
  return [
    ...fileProblems(`${path}.command`, command),
    ...otherCommandProblems(`${path}.deepCommand`, deepCommand, command, []),
  ];
};

const fileProblems = (path: string, command: readonly string[]): readonly string[] =>
  ['input', 'output']
    .filter((word) => !placeholdersIn(command).includes(word))
    .map((word) => `${path}: expected {${word}} in it`);

const placeholdersIn = (command: readonly string[]): readonly string[] =>
  command.flatMap((argument) =>
    [...argument.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1] ?? ''),
  );
