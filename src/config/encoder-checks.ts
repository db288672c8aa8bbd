import type { Decoder } from '../image/decoder.ts';
import type { Encoder } from '../image/encoder.ts';

/** Media type of planes of YUV 4:2:0, which the service makes for WebPs. */
const planesType = 'image/x-yuv420';

const pngType = 'image/png';

const placeholders = ['input', 'output', 'quality', 'colours', 'qtables', 'variant', 'scans'];

/** Problems of an encoder: placeholders without a value, lists that nothing stands for, a search out of its range. */
export const encoderProblems = (name: string, encoder: Encoder): readonly string[] => {
  const { command, builtin } = encoder;
  const path = `encoders.${name}`;
  if (builtin !== undefined) return builtinProblems(path, encoder);
  if (command === undefined || command.length === 0) {
    return [`${path}.command: expected a command, or builtin in its place`];
  }
  return [
    ...inputProblems(`${path}.command`, command),
    ...listProblems(path, command, encoder),
    ...placeholderProblems(`${path}.command`, command, [...placeholders, 'effort', 'from']),
    ...valueProblems(path, encoder),
    ...planesProblems(path, encoder),
    ...qualityProblems(path, encoder),
    ...saveProblems(path, encoder),
  ];
};

/** libvips would take a bracket for the end of its options. A palette that it makes is not checked as others are. */
const saveProblems = (path: string, { save, produces, lossless }: Encoder): readonly string[] => {
  if (save === undefined) return [];
  const isSaved =
    ['image/jpeg', 'image/webp'].includes(produces) || (produces === pngType && lossless);
  return [
    ...(isSaved
      ? []
      : [
          `${path}.save: expected an encoder of image/jpeg or image/webp, or a lossless one of image/png`,
        ]),
    ...(/[[\]]/.test(save) ? [`${path}.save: expected options without brackets, got ${save}`] : []),
  ];
};

/** Problems of the arguments that {effort} and {from} stand for. */
const listProblems = (
  path: string,
  command: readonly string[],
  { effort, from }: Encoder,
): readonly string[] => [
  ...(['effort', 'from'] as const)
    .filter((field) => isNamed(command, field) !== command.includes(`{${field}}`))
    .map((field) => `${path}.command: expected {${field}} as an argument of its own`),
  ...(['effort', 'from'] as const)
    .filter((field) => Object.keys(field === 'effort' ? effort : from).length > 0)
    .filter((field) => !isNamed(command, field))
    .map((field) => `${path}.command: expected {${field}} in it, since there is ${field}`),
  ...Object.entries(effort).flatMap(([each, args]) =>
    placeholderProblems(`${path}.effort.${each}`, args, placeholders),
  ),
  ...Object.entries(from).flatMap(([type, args]) =>
    placeholderProblems(`${path}.from.${type}`, args, [
      ...placeholders,
      ...(type === planesType ? ['width', 'height'] : []),
    ]),
  ),
];

/** Placeholders without a value. */
const valueProblems = (path: string, encoder: Encoder): readonly string[] => {
  const { command = [], effort, from, quality, variants } = encoder;
  const all = [command, ...Object.values(effort), ...Object.values(from)].flat();
  const needsQuality = isNamed(all, 'quality') || isNamed(all, 'qtables');
  return [
    ...(needsQuality && quality === undefined
      ? [`${path}.quality: expected a number, since the command has {quality} or {qtables}`]
      : []),
    ...(isNamed(all, 'variant') && variants === undefined
      ? [`${path}.variants: expected a list, since the command has {variant}`]
      : []),
  ];
};

const planesProblems = (path: string, encoder: Encoder): readonly string[] =>
  (encoder.effort.alpha !== undefined || encoder.effort.coarseAlpha !== undefined) &&
  !(encoder.reads.includes(planesType) && encoder.produces === 'image/webp')
    ? [`${path}.effort.alpha: expected an encoder of image/webp that reads ${planesType}`]
    : [];

/** What is built in reads and makes PNGs, at a quality of 0 to 100. */
const builtinProblems = (path: string, encoder: Encoder): readonly string[] => {
  const { produces, reads, quality, builtin } = encoder;
  const { start, finest, coarsest } = quality ?? {};
  return [
    ...Object.keys(encoder)
      .filter((field) => ['command', 'save', 'variants'].includes(field))
      .map((field) => `${path}.${field}: expected none beside builtin`),
    ...(produces === pngType ? [] : [`${path}.produces: expected ${pngType} of ${builtin}`]),
    ...(reads.every((type) => type === pngType)
      ? []
      : [`${path}.reads: expected ${pngType} alone for ${builtin}`]),
    ...(start === undefined ? [`${path}.quality: expected 0 to 100, got nothing`] : []),
    ...[start, finest, coarsest]
      .filter((value) => value !== undefined && (value < 0 || value > 100))
      .map((value) => `${path}.quality: expected 0 to 100, got ${value}`),
    ...qualityProblems(path, encoder),
  ];
};

const qualityProblems = (path: string, { quality }: Encoder): readonly string[] => {
  if (quality === undefined) return [];
  const { start, finest, coarsest, steps } = quality;
  if (finest === undefined && coarsest === undefined) return [];
  if (finest === undefined || coarsest === undefined) {
    return [`${path}.quality: expected finest and coarsest together`];
  }
  const [least, most] = [Math.min(finest, coarsest), Math.max(finest, coarsest)];
  return [
    ...(least === most ? [`${path}.quality: expected finest and coarsest to differ`] : []),
    ...(start < least || start > most
      ? [`${path}.quality: expected a range with ${start} in it, got ${least} to ${most}`]
      : []),
    ...(steps === 'ratio' && least <= 0
      ? [`${path}.quality: expected ratios of numbers greater than 0, got ${least}`]
      : []),
    ...(steps === 'remainder' && most > 100
      ? [`${path}.quality: expected remainders of numbers up to 100, got ${most}`]
      : []),
  ];
};

/** Problems of a decoder's command. */
export const decoderProblems = (type: string, { command }: Decoder): readonly string[] => {
  const path = `decoders.${type}.command`;
  return [
    ...inputProblems(path, command),
    ...(isNamed(command, 'output') ? [] : [`${path}: expected {output} in it`]),
    ...placeholderProblems(path, command, ['input', 'output', 'depth']),
  ];
};

const inputProblems = (path: string, command: readonly string[]): readonly string[] =>
  isNamed(command, 'input') ? [] : [`${path}: expected {input} in it`];

const placeholderProblems = (
  path: string,
  args: readonly string[],
  known: readonly string[],
): readonly string[] =>
  placeholdersIn(args)
    .filter((word) => !known.includes(word))
    .map((word) => `${path}: unknown placeholder {${word}}`);

const isNamed = (args: readonly string[], word: string): boolean =>
  placeholdersIn(args).includes(word);

const placeholdersIn = (args: readonly string[]): readonly string[] =>
  args.flatMap((argument) =>
    [...argument.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1] ?? ''),
  );
