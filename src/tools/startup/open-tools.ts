import { StartError } from '../../errors.ts';
import type { Decoder } from '../../image/decoder.ts';
import { assemblerName } from '../img2webp.ts';
import { type CheckedTool, checkTools, type ToolsConfig, type ToolsParts } from './check-tools.ts';
import { decoderName, vipsName } from './tool-checks.ts';
import type { Tool } from '../tool-runner.ts';

/** The tools of the configuration, found and working. */
export type OpenTools = Readonly<{
  vips: Tool;
  /** Assembles the frames of animations. */
  assembler: Tool;
  /** By encoder name. */
  tools: ReadonlyMap<string, Tool>;
  /** By media type. */
  decoders: ReadonlyMap<string, Readonly<{ decoder: Decoder; tool: Tool }>>;
  /** Versions of libvips and of each encoder by name. They are part of the cache key. */
  versions: Readonly<Record<string, string>>;
  /** What the checks of all tools found. */
  checked: readonly CheckedTool[];
}>;

/**
 * The tools that the configuration names, each checked on a built-in picture.
 * @throws StartError naming every tool that does not work and how to fix it.
 */
export const openTools = async (config: ToolsConfig, parts: ToolsParts): Promise<OpenTools> => {
  const checked = await checkTools(config, parts);
  const broken = checked.filter(({ works }) => !works);
  if (broken.length > 0) {
    const lines = broken.map(({ name, problem }) => `  - ${name}: ${problem}`);
    throw new StartError(
      `${broken.length === 1 ? 'A tool does' : 'Some tools do'} not work ("shrinkd check" lists them):\n${lines.join('\n')}`,
    );
  }
  const named = checked.filter(({ isRepeated }) => !isRepeated);
  const tools = new Map(named.map((check) => [check.name, toolOf(check)]));
  const vips = tools.get(vipsName);
  const assembler = tools.get(assemblerName);
  if (vips === undefined || assembler === undefined) throw new Error('a tool was not checked');
  const versions = Object.fromEntries(named.map(({ name, version }) => [name, version]));
  const decoders = new Map(
    Object.entries(config.decoders).flatMap(([mediaType, decoder]) => {
      const tool = tools.get(decoderName(mediaType));
      return tool === undefined ? [] : [[mediaType, { decoder, tool }] as const];
    }),
  );
  return { vips, assembler, tools, decoders, versions, checked };
};

/** The tool of a successful check. */
const toolOf = ({ program, path, version }: CheckedTool): Tool => ({
  name: program,
  path: path ?? program,
  version,
});
