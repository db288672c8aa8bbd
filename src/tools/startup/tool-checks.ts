import { argvOf, type Decoder, decoderArgv, type Encoder } from '../../image/encoder.ts';
import { extensionOf, qtablesFileName } from '../../jobs/file-names.ts';
import { findProgram } from '../find-program.ts';
import { assemblerName } from '../img2webp.ts';
import { decodeArgs } from '../vips/args.ts';
import { samplePicture } from './sample-pictures.ts';

/** Name of libvips in the list of checked tools. It decodes for all encoders. */
export const vipsName = 'vips';

/** Name of a media type's decoder in the list of checked tools. */
export const decoderName = (mediaType: string): string => `decoder of ${mediaType}`;

/** Commands of an encoder that may replace its usual one. */
const otherCommands = [
  'quickCommand',
  'pressureCommand',
  'lossySourceCommand',
  'draftCommand',
  'otherCommand',
  'planesCommand',
  'otherPlanesCommand',
  'alphaCommand',
  'coarseAlphaCommand',
] as const;

type OtherCommand = (typeof otherCommands)[number];

const otherName = (field: OtherCommand, encoder: string): string => `${field} of ${encoder}`;

/** Names of an encoder's other commands in the list of checked tools. */
export const otherNames = (encoder: string): readonly string[] =>
  otherCommands.map((field) => otherName(field, encoder));

/** How a tool is checked: what it reads, and the arguments that make it write `output`. */
export type ToolCheck = Readonly<{
  name: string;
  program: string;
  /** The setting that describes it; undefined for a program that is only looked for in `tools.path`. */
  entry: string | undefined;
  /** The command that is tried. Others than the usual one may read `scansFileOf` their output. */
  field: 'command' | OtherCommand;
  version: readonly string[];
  input: string;
  output: string;
  picture: Buffer | undefined;
  args: (input: string, output: string) => readonly string[];
  scale: number | undefined;
  declines: readonly number[];
}>;

export const scansFileOf = (output: string): string => `${output}.scans`;

/** The checks of libvips, the assembler of animations, every encoder and every decoder. */
export const toolChecks = (
  encoders: Readonly<Record<string, Encoder>>,
  decoders: Readonly<Record<string, Decoder>>,
): readonly ToolCheck[] => [
  vipsCheck,
  assemblerCheck,
  ...Object.entries(encoders).flatMap(([name, encoder]) => encoderChecks(name, encoder)),
  ...Object.entries(decoders).map(([mediaType, decoder]) => decoderCheck(mediaType, decoder)),
];

/** Absolute paths of the programs of all these tools that are found in `path`. */
export const toolPrograms = (
  encoders: Readonly<Record<string, Encoder>>,
  decoders: Readonly<Record<string, Decoder>>,
  path: string,
): readonly string[] =>
  toolChecks(encoders, decoders).flatMap(({ program }) => findProgram(program, path) ?? []);

const vipsCheck: ToolCheck = {
  name: vipsName,
  ...{ program: 'vips', entry: undefined, field: 'command' },
  version: ['--version'],
  input: 'in.jpg',
  output: 'out.ppm',
  picture: samplePicture('image/jpeg'),
  args: (input, output) => decodeArgs(input, output, 'other'),
  scale: undefined,
  declines: [],
};

const assemblerCheck: ToolCheck = {
  name: assemblerName,
  ...{ program: assemblerName, entry: undefined, field: 'command' },
  version: ['-version'],
  input: 'in.png',
  output: 'out.webp',
  picture: samplePicture('image/png'),
  args: (input, output) => [input, '-o', output],
  scale: undefined,
  declines: [],
};

/** The command of an encoder, and those that may replace it; none of one that is built in. */
const encoderChecks = (name: string, encoder: Encoder): readonly ToolCheck[] => {
  if (encoder.command === undefined) return [];
  const others = otherCommands.flatMap((field) => {
    const command = encoder[field];
    if (command === undefined) return [];
    const check = { ...encoderCheck(name, encoder, command), name: otherName(field, name), field };
    const readsPlanes = field === 'planesCommand' || field === 'otherPlanesCommand';
    return [readsPlanes ? { ...check, ...samplePlanes } : check];
  });
  return [encoderCheck(name, encoder, encoder.command), ...others];
};

const encoderCheck = (name: string, encoder: Encoder, command: readonly string[]): ToolCheck => {
  const readable = encoder.reads.find((type) => samplePicture(type) !== undefined) ?? '';
  return {
    name,
    entry: `encoders.${name}`,
    field: 'command',
    program: command[0] ?? '',
    version: encoder.version,
    input: `in.${extensionOf(readable)}`,
    output: `out.${extensionOf(encoder.produces)}`,
    picture: samplePicture(readable),
    args: (input, output) =>
      argvOf(encoder, filesOf(encoder, input, output), undefined, command).slice(1),
    scale: encoder.scale,
    declines: encoder.declines,
  };
};

const filesOf = ({ scale = 0 }: Encoder, input: string, output: string) => ({
  ...{ input, output, qtables: qtablesFileName(scale), width: planesSide, height: planesSide },
  scans: scansFileOf(output),
});

/** Width and height of a grey picture as planes: luma, and two of colour with a quarter of its pixels. */
const planesSide = 16;

const samplePlanes = {
  input: 'in.yuv',
  picture: Buffer.alloc((planesSide * planesSide * 3) / 2, 128),
} as const;

/** The deep command is of the same program, and differs in what it writes alone. */
const decoderCheck = (mediaType: string, decoder: Decoder): ToolCheck => ({
  name: decoderName(mediaType),
  entry: `decoders.${mediaType}`,
  field: 'command',
  program: decoder.command[0] ?? '',
  version: decoder.version,
  input: `in.${extensionOf(mediaType)}`,
  output: `out.${extensionOf(decoder.writes)}`,
  picture: samplePicture(mediaType),
  args: (input, output) => decoderArgv(decoder.command, { input, output }).slice(1),
  scale: undefined,
  declines: decoder.warns,
});
