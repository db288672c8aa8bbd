import { type Decoder, decoderArgv } from '../../image/decoder.ts';
import {
  argvOf,
  commandOf,
  type Encoder,
  type EncoderEffort,
  exitCodes,
  planesType,
  type Run,
  uses,
} from '../../image/encoder.ts';
import { extensionOf, parameterFileNames } from '../../jobs/file-names.ts';
import { findProgram } from '../find-program.ts';
import { assemblerName } from '../img2webp.ts';
import { copyArgs, decodeArgs } from '../vips/args.ts';
import { samplePicture } from './sample-pictures.ts';

/** Name of libvips in the list of checked tools. It decodes for all encoders. */
export const vipsName = 'vips';

/** Name of a media type's decoder in the list of checked tools. */
export const decoderName = (mediaType: string): string => `decoder of ${mediaType}`;

/** How a tool is checked: what it reads, and the arguments that make it write `output`. */
export type ToolCheck = Readonly<{
  name: string;
  program: string;
  /** The setting that describes it; undefined for a program that is only looked for in `tools.path`. */
  entry: string | undefined;
  /** It is checked once more, with other arguments. */
  isRepeated: boolean;
  version: readonly string[];
  input: string;
  output: string;
  /** It prints its output. */
  printsOutput: boolean;
  picture: Buffer | undefined;
  args: (input: string, output: string) => readonly string[];
  /** Of the quantisation tables that it reads; undefined where it reads none. */
  scale: number | undefined;
  declines: readonly number[];
}>;

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

/** What does not differ between most checks. */
const usual = {
  isRepeated: false,
  printsOutput: false,
  scale: undefined,
  declines: [],
} as const;

const vipsCheck: ToolCheck = {
  ...usual,
  ...{ name: vipsName, program: 'vips', entry: undefined, version: ['--version'] },
  ...{ input: 'in.jpg', output: 'out.ppm', picture: samplePicture('image/jpeg') },
  args: (input, output) => decodeArgs(input, output, 'other'),
};

const assemblerCheck: ToolCheck = {
  ...usual,
  ...{ name: assemblerName, program: assemblerName, entry: undefined, version: ['-version'] },
  ...{ input: 'in.png', output: 'out.webp', picture: samplePicture('image/png') },
  args: (input, output) => [input, '-o', output],
};

/** The usual command of an encoder, and one with each of its other lists of arguments; none of one that is built in. */
const encoderChecks = (name: string, encoder: Encoder): readonly ToolCheck[] => {
  if (encoder.command === undefined) return [];
  const all = Object.keys(encoder.effort) as readonly EncoderEffort[];
  const efforts = all.filter((effort) => effort !== 'balanced');
  return [
    encoderCheck(name, encoder, { from: encoder.reads[0] ?? '' }),
    ...efforts.map((effort) =>
      repeated(name, `effort ${effort}`, encoderCheck(name, encoder, { effort })),
    ),
    ...Object.keys(encoder.from).map((from) =>
      repeated(name, `from ${from}`, encoderCheck(name, encoder, { from })),
    ),
    ...(encoder.save === undefined
      ? []
      : [repeated(name, 'save', saveCheck(encoder, encoder.save))]),
  ];
};

/** The check of an encoder with a list of its arguments, such as `effort fast`. */
const repeated = (encoder: string, list: string, check: ToolCheck): ToolCheck => ({
  ...check,
  name: `${list} of ${encoder}`,
  entry: `encoders.${encoder}.${list.replace(' ', '.')}`,
  isRepeated: true,
});

/** From a PNG: builds of libvips other than the project's refuse PPM as untrusted. */
const saveCheck = ({ produces }: Encoder, save: string): ToolCheck => ({
  ...vipsCheck,
  ...{ input: 'in.png', output: `out.${extensionOf(produces)}` },
  picture: samplePicture('image/png'),
  args: (input, output) => copyArgs(input, `${output}[${save}]`),
});

const encoderCheck = (name: string, encoder: Encoder, run: Run): ToolCheck => {
  const command = commandOf(encoder, run);
  const isPlanes = run.from === planesType;
  const types = [run.from ?? '', ...encoder.reads];
  const readable = types.find((type) => samplePicture(type) !== undefined) ?? '';
  const scale = uses(command, 'qtables') ? encoder.quality?.start : undefined;
  const filesOf = (input: string, output: string) => ({
    ...{ input, output, ...parameterFileNames(output) },
    ...{ width: planesSide, height: planesSide },
  });
  return {
    ...{ name, entry: `encoders.${name}.command`, isRepeated: false, scale },
    ...{ program: command[0] ?? '', version: encoder.version },
    input: isPlanes ? 'in.yuv' : `in.${extensionOf(readable)}`,
    output: `out.${extensionOf(encoder.produces)}`,
    printsOutput: !uses(command, 'output'),
    picture: isPlanes ? samplePlanes : samplePicture(readable),
    args: (input, output) => argvOf(encoder, filesOf(input, output), undefined, command).slice(1),
    declines: exitCodes(encoder, 'declined'),
  };
};

/** Width and height of a grey picture as planes: luma, and two of colour with a quarter of its pixels. */
const planesSide = 16;

const samplePlanes = Buffer.alloc((planesSide * planesSide * 3) / 2, 128);

/** With more bits a sample it differs in what it writes alone. */
const decoderCheck = (mediaType: string, decoder: Decoder): ToolCheck => ({
  ...usual,
  ...{ name: decoderName(mediaType), entry: `decoders.${mediaType}.command` },
  ...{ program: decoder.command[0] ?? '', version: decoder.version },
  input: `in.${extensionOf(mediaType)}`,
  output: `out.${extensionOf(decoder.writes)}`,
  picture: samplePicture(mediaType),
  args: (input, output) => decoderArgv(decoder, { input, output }).slice(1),
  declines: exitCodes(decoder, 'warned'),
});
