import { StartError } from '../../errors.ts';
import type { Decoder, EncoderTable } from '../../image/encoder.ts';
import type { JobFolders } from '../../jobs/job-folder.ts';
import type { Launcher } from '../process/launcher.ts';
import { assemblerName } from '../img2webp.ts';
import { type CheckedTool, checkTools, toolOf } from './check-tools.ts';
import { decoderName, vipsName } from './tool-checks.ts';
import type { Tool } from '../tool-runner.ts';
import type { Sandbox, ToolLimits } from '../process/sandbox.ts';

/** The tools that were found and work. */
export type Toolbox = Readonly<{
  vips: Tool;
  /** Puts the frames of animations together. */
  assembler: Tool;
  /** By encoder name. */
  tools: ReadonlyMap<string, Tool>;
  /** By media type. */
  decoders: ReadonlyMap<string, Readonly<{ decoder: Decoder; tool: Tool }>>;
  /** Of libvips and of each encoder by name: part of the identity of work. */
  versions: Readonly<Record<string, string>>;
}>;

export type ToolboxConfig = EncoderTable &
  Readonly<{
    decoders: Readonly<Record<string, Decoder>>;
    tools: ToolLimits & Readonly<{ deadlineSeconds: number }>;
  }>;

/** What starts tools, where, and held in by what. */
export type ToolboxParts = Readonly<{
  launcher: Launcher;
  folders: JobFolders;
  path: string;
  sandbox: Sandbox;
}>;

/** Tries all tools of the configuration; for `createToolbox`, and for the operator's table. */
export const checkConfiguredTools = (
  { encoders, decoders, tools }: ToolboxConfig,
  parts: ToolboxParts,
): Promise<readonly CheckedTool[]> =>
  checkTools(encoders, decoders, {
    ...parts,
    limits: tools,
    deadlineMs: Math.min(tools.deadlineSeconds * 1000, 10_000),
  });

/**
 * The tools that the configuration names, each tried on a built-in picture.
 * @throws StartError naming every one that does not work and how to mend it.
 */
export const createToolbox = async (
  config: ToolboxConfig,
  parts: ToolboxParts,
): Promise<Toolbox> => {
  const checked = await checkConfiguredTools(config, parts);
  const broken = checked.filter(({ works }) => !works);
  if (broken.length > 0) {
    const lines = broken.map(({ name, problem }) => `  - ${name}: ${problem}`);
    throw new StartError(
      `${broken.length === 1 ? 'A tool does' : 'Some tools do'} not work ("shrinkd check" tries them again):\n${lines.join('\n')}`,
    );
  }
  const tools = new Map(checked.map((check) => [check.name, toolOf(check)]));
  const vips = tools.get(vipsName);
  const assembler = tools.get(assemblerName);
  if (vips === undefined || assembler === undefined) throw new Error('a tool was not tried');
  const versions = Object.fromEntries(checked.map(({ name, version }) => [name, version]));
  const decoders = new Map(
    Object.entries(config.decoders).flatMap(([mediaType, decoder]) => {
      const tool = tools.get(decoderName(mediaType));
      return tool === undefined ? [] : [[mediaType, { decoder, tool }] as const];
    }),
  );
  return { vips, assembler, tools, decoders, versions };
};
