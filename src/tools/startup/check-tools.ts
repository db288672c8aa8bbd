import { readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Decoder } from '../../image/decoder.ts';
import type { EncoderTable } from '../../image/encoder.ts';
import { scansText } from '../../image/jpeg/scans.ts';
import { qtablesText } from '../../image/jpeg/quantisation-tables.ts';
import type { Sandbox, ToolLimits } from '../process/sandbox.ts';
import { parameterFileNames } from '../../jobs/file-names.ts';
import type { JobFolder, JobFolders } from '../../jobs/job-folder.ts';
import type { Launcher } from '../process/launcher.ts';
import { type ToolCheck, toolChecks } from './tool-checks.ts';
import { createProgramStarts } from './program-starts.ts';
import { findProgram, toolEnvironment } from '../find-program.ts';
import { isOutOfResources } from '../tool-outcome.ts';

/** The result of checking one tool. */
export type CheckedTool = Readonly<{
  /** Name of the encoder, `effort fast of` one (or another of its lists of arguments), `vips`, `img2webp`, or `decoder of` a media type. */
  name: string;
  program: string;
  /** It was checked with other arguments than the usual ones. */
  isRepeated: boolean;
  path: string | undefined;
  version: string;
  /** The way in which bin/build-tool got it, and the day: `npm 2026-11-25`. Empty for a program from elsewhere. */
  origin: string;
  /** The libraries in it that read and write pictures, with their versions; empty where that is not known. */
  codecs: string;
  /** Milliseconds of CPU of a start. Undefined where that was not asked for, or not measured. */
  startCpuMs: number | undefined;
  works: boolean;
  milliseconds: number;
  /** Why it does not work, and how to fix that. */
  problem: string | undefined;
}>;

export type ToolsConfig = EncoderTable &
  Readonly<{
    decoders: Readonly<Record<string, Decoder>>;
    tools: ToolLimits & Readonly<{ deadlineSeconds: number }>;
  }>;

/** What starts tools, in which folders, with which PATH and sandbox. */
export type ToolsParts = Readonly<{
  launcher: Launcher;
  folders: JobFolders;
  path: string;
  sandbox: Sandbox;
}>;

type CheckOptions = ToolsParts & Readonly<{ limits: ToolLimits; deadlineMs: number }>;

type ProgramStarts = ReturnType<typeof createProgramStarts>;

/** A tool that hangs on a small picture would hold the start as long. */
const longestCheckMs = 10_000;

/**
 * Runs every tool of the configuration on a built-in picture. As many run at once as there are CPUs, each
 * time in the same few sandboxes. Does not reject for a tool that fails. `measures`: what starts cost is measured.
 */
export const checkTools = async (
  { encoders, decoders, tools }: ToolsConfig,
  parts: ToolsParts,
  { measures = false } = {},
): Promise<readonly CheckedTool[]> => {
  const deadlineMs = Math.min(tools.deadlineSeconds * 1000, longestCheckMs);
  const options = { ...parts, limits: tools, deadlineMs };
  const startOf = createProgramStarts({
    run: (argv, folder) => run(argv, folder, options),
    ...{ path: parts.path, measures },
  });
  const checks = toolChecks(encoders, decoders);
  const checked: CheckedTool[] = [];
  // All loops draw from one iterator.
  const entries = checks.entries();
  const checkInFolder = async (): Promise<void> => {
    const folder = await options.folders.open();
    try {
      for (const [index, check] of entries) {
        checked[index] = await checkTool(ownFiles(check, index), folder, startOf, options);
      }
    } finally {
      await options.launcher.closeFolder(folder.path);
      await folder.remove();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkInFolder));
  return checked;
};

/** The files of one check among those of others in the same folder. */
const ownFiles = (check: ToolCheck, index: number): ToolCheck => ({
  ...check,
  input: `${index}-${check.input}`,
  output: `${index}-${check.output}`,
});

const checkTool = async (
  check: ToolCheck,
  folder: JobFolder,
  startOf: ProgramStarts,
  options: CheckOptions,
): Promise<CheckedTool> => {
  const { name, program, isRepeated } = check;
  const startedAt = performance.now();
  const path = findProgram(program, options.path);
  const found = { name, program, isRepeated, path };
  if (path === undefined) {
    const problem = `${program} is not in ${options.path}; install it, or set ${settingsOf(check)}`;
    const unknown = { version: '', origin: '', codecs: '', startCpuMs: undefined, milliseconds: 0 };
    return { ...found, ...unknown, works: false, problem };
  }
  const started = await startOf([path, ...check.version], folder);
  const problem = await problemOf(path, check, folder, options);
  const milliseconds = Math.round(performance.now() - startedAt);
  const got = await gotBy(path);
  return { ...found, ...started, ...got, works: problem === undefined, milliseconds, problem };
};

/** What bin/build-tool notes of a program that it has got: way, version, day and codecs. */
const gotBy = async (path: string): Promise<Pick<CheckedTool, 'origin' | 'codecs'>> => {
  const noted = await readFile(join(dirname(path), 'ways', basename(path)), 'utf8').catch(() => '');
  const [way, , day, ...codecs] = noted.trim().split(' ');
  return { origin: day === undefined ? '' : `${way} ${day}`, codecs: codecs.join(' ') };
};

/** Why the tool fails on its built-in picture; undefined when it works. */
const problemOf = async (
  path: string,
  check: ToolCheck,
  folder: JobFolder,
  options: CheckOptions,
): Promise<string | undefined> => {
  const { name, input, output, picture, args, scale, declines } = check;
  if (picture === undefined)
    return `encoders.${name}.reads: expected a media type with a built-in picture (image/avif, image/jpeg, image/png, image/webp or image/x-portable-pixmap)`;
  await writeFile(folder.file(input), picture);
  const { qtables, scans } = parameterFileNames(output);
  if (scale !== undefined) await writeFile(folder.file(qtables), qtablesText(scale));
  await writeFile(folder.file(scans), scansText(false));
  const printed = check.printsOutput ? output : undefined;
  const end = await run([path, ...args(input, output)], folder, options, printed);
  if (declines.includes(end.exitCode ?? 0)) return undefined;
  const size = await stat(folder.file(output)).then(
    (stats) => stats.size,
    () => 0,
  );
  if (end.exitCode === 0 && size > 0) return undefined;
  const how = end.exitCode === undefined ? (end.signal ?? end.how) : `code ${end.exitCode}`;
  const firstLine = end.printed.split('\n', 1)[0] ?? '';
  if (isOutOfResources(end))
    return `${path} could not be run, since the host gave no more processes or memory (${firstLine || end.how}); "shrinkd check" lists the limits of the host`;
  return `${path} failed on a built-in picture (${how}${firstLine === '' ? ', no output' : `: ${firstLine}`}); install another version, or set ${settingsOf(check)}`;
};

/** The settings that select another program. */
const settingsOf = ({ entry }: ToolCheck): string =>
  entry === undefined ? 'tools.path' : `${entry} or tools.path`;

const run = (
  argv: readonly [string, ...string[]],
  folder: JobFolder,
  options: CheckOptions,
  outputFile?: string,
) =>
  options.launcher.run(
    {
      argv,
      cwd: folder.path,
      outputFile,
      environment: toolEnvironment(options.path),
      limits: options.limits,
      sandbox: options.sandbox,
      deadlineMs: options.deadlineMs,
    },
    new AbortController().signal,
  );
