import { stat, writeFile } from 'node:fs/promises';
import { argvOf, type Decoder, decoderArgv, type Encoder } from '../../image/encoder.ts';
import { qtablesText } from '../../image/jpeg/quantisation-tables.ts';
import { assemblerName } from '../../engine/pixels/animation.ts';
import type { Sandbox, ToolLimits } from '../process/sandbox.ts';
import { extensionOf, qtablesFileName } from '../../jobs/file-names.ts';
import type { JobFolder, JobFolders } from '../../jobs/job-folder.ts';
import type { Launcher } from '../process/launcher.ts';
import { probePicture } from './sample-pictures.ts';
import type { Tool } from '../tool-runner.ts';
import { findProgram, toolEnvironment } from '../find-program.ts';
import { decodeArgs } from '../vips/args.ts';

/** What came of trying one tool. */
export type Probe = Readonly<{
  /** Name of the encoder, `vips` or `img2webp`. */
  name: string;
  program: string;
  path: string | undefined;
  version: string;
  works: boolean;
  milliseconds: number;
  /** Why it does not work, and how to mend it. */
  problem: string | undefined;
}>;

export type ProbeOptions = Readonly<{
  launcher: Launcher;
  folders: JobFolders;
  path: string;
  limits: ToolLimits;
  sandbox: Sandbox;
  deadlineMs: number;
}>;

/** Name under which libvips, which decodes for all encoders, is listed among them. */
export const vipsName = 'vips';

/** Name under which the decoder of a media type is listed among the encoders. */
export const decoderName = (mediaType: string): string => `decoder of ${mediaType}`;

/**
 * Tries libvips, the assembler of animations, every encoder and every decoder on a built-in picture, side
 * by side. Never rejects for a bad tool.
 */
export const probeTools = (
  encoders: Readonly<Record<string, Encoder>>,
  decoders: Readonly<Record<string, Decoder>>,
  options: ProbeOptions,
): Promise<readonly Probe[]> =>
  Promise.all([
    probe(vipsTrial, options),
    probe(assemblerTrial, options),
    ...Object.entries(encoders).map(([name, encoder]) => probe(trialOf(name, encoder), options)),
    ...Object.entries(decoders).map(([mediaType, decoder]) =>
      probe(decoderTrial(mediaType, decoder), options),
    ),
  ]);

/** The tool of a probe that works. */
export const toolOf = ({ program, path, version }: Probe): Tool => ({
  name: program,
  path: path ?? program,
  version,
});

/** How a tool is tried: what it reads, and the arguments that make it write `output`. */
type Trial = Readonly<{
  name: string;
  program: string;
  version: readonly string[];
  input: string;
  output: string;
  picture: Buffer | undefined;
  args: (input: string, output: string) => readonly string[];
  scale: number | undefined;
  declines: readonly number[];
}>;

const vipsTrial: Trial = {
  name: vipsName,
  program: 'vips',
  version: ['--version'],
  input: 'in.jpg',
  output: 'out.ppm',
  picture: probePicture('image/jpeg'),
  args: (input, output) => decodeArgs(input, output, 'other'),
  scale: undefined,
  declines: [],
};

const assemblerTrial: Trial = {
  name: assemblerName,
  program: assemblerName,
  version: ['-version'],
  input: 'in.png',
  output: 'out.webp',
  picture: probePicture('image/png'),
  args: (input, output) => [input, '-o', output],
  scale: undefined,
  declines: [],
};

const trialOf = (name: string, encoder: Encoder): Trial => {
  const readable = encoder.reads.find((type) => probePicture(type) !== undefined) ?? '';
  return {
    name,
    program: encoder.command[0] ?? '',
    version: encoder.version,
    input: `in.${extensionOf(readable)}`,
    output: `out.${extensionOf(encoder.produces)}`,
    picture: probePicture(readable),
    args: (input, output) =>
      argvOf(encoder, { input, output, qtables: qtablesFileName(encoder.scale ?? 0) }).slice(1),
    scale: encoder.scale,
    declines: encoder.declines,
  };
};

const decoderTrial = (mediaType: string, decoder: Decoder): Trial => ({
  name: decoderName(mediaType),
  program: decoder.command[0] ?? '',
  version: decoder.version,
  input: `in.${extensionOf(mediaType)}`,
  output: 'out.pnm',
  picture: probePicture(mediaType),
  args: (input, output) => decoderArgv(decoder, { input, output }).slice(1),
  scale: undefined,
  declines: decoder.warns,
});

const probe = async (trial: Trial, options: ProbeOptions): Promise<Probe> => {
  const { name, program } = trial;
  const startedAt = performance.now();
  const path = findProgram(program, options.path);
  const found = { name, program, path };
  if (path === undefined) {
    const problem = `${program} is not in ${options.path}; install it, or set ${settingsOf(name)}`;
    return { ...found, version: '', works: false, milliseconds: 0, problem };
  }
  const folder = await options.folders.open();
  try {
    const version = await versionOf(path, trial, folder, options);
    const problem = await problemOf(path, trial, folder, options);
    const milliseconds = Math.round(performance.now() - startedAt);
    return { ...found, version, works: problem === undefined, milliseconds, problem };
  } finally {
    await folder.remove();
  }
};

const versionOf = async (
  path: string,
  { version }: Trial,
  folder: JobFolder,
  options: ProbeOptions,
): Promise<string> => {
  const { printed } = await run([path, ...version], folder, options);
  return /\d+(?:\.\d+)+\S*/.exec(printed)?.[0] ?? 'unknown';
};

/** Undefined when the tool makes a picture of the built-in one. */
const problemOf = async (
  path: string,
  { name, input, output, picture, args, scale, declines }: Trial,
  folder: JobFolder,
  options: ProbeOptions,
): Promise<string | undefined> => {
  if (picture === undefined) return `${entryOf(name)}.reads names no media type it can be tried on`;
  await writeFile(folder.file(input), picture);
  if (scale !== undefined) {
    await writeFile(folder.file(qtablesFileName(scale)), qtablesText(scale));
  }
  const end = await run([path, ...args(input, output)], folder, options);
  if (declines.includes(end.exitCode ?? 0)) return undefined;
  const size = await stat(folder.file(output)).then(
    (stats) => stats.size,
    () => 0,
  );
  if (end.exitCode === 0 && size > 0) return undefined;
  const how = end.exitCode === undefined ? end.how : `code ${end.exitCode}`;
  const said = end.printed.split('\n', 1)[0] ?? '';
  return `${path} failed on a built-in picture (${how}${said === '' ? ', no output' : `: ${said}`}); install another version, or set ${settingsOf(name)}`;
};

/** The settings that lead to another program. */
const settingsOf = (name: string): string =>
  name === vipsName || name === assemblerName
    ? 'tools.path'
    : `${entryOf(name)}.command or tools.path`;

/** Where the configuration describes a tool. */
const entryOf = (name: string): string =>
  name.startsWith(decoderName(''))
    ? `decoders.${name.slice(decoderName('').length)}`
    : `encoders.${name}`;

const run = (argv: readonly [string, ...string[]], folder: JobFolder, options: ProbeOptions) =>
  options.launcher.run(
    {
      argv,
      cwd: folder.path,
      environment: toolEnvironment(options.path),
      limits: options.limits,
      sandbox: options.sandbox,
      deadlineMs: options.deadlineMs,
    },
    new AbortController().signal,
  );
