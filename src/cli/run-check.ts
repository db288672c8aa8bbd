import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkOutputBucket } from '../compose/bucket.ts';
import type { StateCheck } from '../data/check-state.ts';
import type { Config } from '../config/config.ts';
import { dataPaths, secretFilesOf } from '../data/data-folder.ts';
import { StartError } from '../errors.ts';
import { checkScorer } from '../engine/scorer/check.ts';
import { chooseSandbox, type SandboxChoice } from '../tools/startup/choose-sandbox.ts';
import { createJobFolders } from '../jobs/job-folder.ts';
import { toolPathOf } from '../tools/find-program.ts';
import { createLauncher } from '../tools/process/launcher.ts';
import {
  type CheckedTool,
  checkTools,
  type ToolsConfig,
  type ToolsParts,
} from '../tools/startup/check-tools.ts';
import { type HostFact, hostFacts } from '../tools/startup/host.ts';
import { pngPicture } from '../tools/startup/sample-pictures.ts';
import type { CommandLine } from './command.ts';
import { setText } from './config.ts';
import { loadSettings } from './load-settings.ts';
import { tableOf } from './table.ts';
import { killProcessesIn } from '../tools/process/leftovers.ts';

/** Runs `shrinkd check`, and gives its exit code. */
export const runCheck = async ({ flags, json }: CommandLine): Promise<number> => {
  const loaded = loadSettings({ flags });
  const { config, path } = loaded;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'shrinkd-check-'));
  await using opening = new AsyncDisposableStack();
  const toolPath = toolPathOf(config, path);
  const launcher = await createLauncher({ path: toolPath });
  opening.defer(launcher.close);
  // Not used: Node keeps what it compiles, for starts that cannot write it.
  await import('../compose.ts');
  const folders = await createJobFolders(folder.path, killProcessesIn);
  const parts = { launcher, folders, path: toolPath };
  const secrets = secretFilesOf(config, dataPaths(config.dataDir, config.state.secretFile));
  const host = hostFacts(config.tools);
  const choice = await chooseSandbox(config, { ...parts, secrets }).catch((error: unknown) => {
    // What the host allows tells why no sandbox works.
    if (error instanceof StartError) console.log(json ? JSON.stringify({ host }) : hostTable(host));
    throw error;
  });
  const { sandbox, refused } = choice;
  const processes = { ...parts, sandbox };
  const tools = await checkTools(config, processes, { measures: true });
  const checked = [...tools, await checkedScorer(config, processes)];
  const state = await checkedState(config);
  const bucket = await checkOutputBucket(config);
  const parties = { ...(state && { state }), ...(bucket && { bucket }) };
  const sandboxed = { level: sandbox.level, refused };
  const found = { sandbox: sandboxed, host, tools: checked, ...parties };
  if (json) console.log(JSON.stringify(found, undefined, 2));
  else {
    console.log(`${setText(loaded)}\n\n${chainsTable(config)}\n`);
    console.log(report(choice, host, checked, parties));
  }
  return [...checked, ...Object.values(parties).flat()].every(({ works }) => works) ? 0 : 1;
};

/** What works with Redis is loaded only where it is used. */
const checkedState = async (config: Config): Promise<readonly StateCheck[] | undefined> => {
  if (config.state.kind === 'files') return undefined;
  const { checkState } = await import('../data/check-state.ts');
  return checkState(config.state.redis);
};

/** The process that works on pixels, as a row of the table. */
const checkedScorer = async (
  { tools }: ToolsConfig,
  { path, folders, sandbox }: ToolsParts,
): Promise<CheckedTool> => {
  const startedAt = performance.now();
  const problem = await checkScorer({
    ...{ path, folders, sandbox, limits: tools, picture: pngPicture() },
    deadlineMs: tools.deadlineSeconds * 1000,
  });
  return {
    name: 'scorer',
    program: 'node',
    isRepeated: false,
    path: process.execPath,
    version: process.versions.node,
    origin: '',
    codecs: '',
    startCpuMs: undefined,
    works: problem === undefined,
    milliseconds: Math.round(performance.now() - startedAt),
    problem,
  };
};

const report = (
  { sandbox, refused }: SandboxChoice,
  host: readonly HostFact[],
  checked: readonly CheckedTool[],
  parties: Readonly<{ state?: readonly StateCheck[]; bucket?: readonly StateCheck[] }>,
): string => {
  const tools = checked.map(({ path, program, works, ...tool }) => [
    tool.name,
    path ?? `${program} (not found)`,
    tool.version,
    tool.origin,
    works ? 'yes' : 'no',
    String(tool.startCpuMs ?? ''),
    String(tool.milliseconds),
  ]);
  const head = ['tool', 'path', 'version', 'from', 'works', 'CPU of a start (ms)', 'in all (ms)'];
  const codecs = new Map(checked.map((tool) => [basename(tool.path ?? ''), tool.codecs]));
  const problems = [...checked, ...Object.values(parties).flat()].flatMap(({ name, problem }) =>
    problem ? [`${name}: ${problem}`] : [],
  );
  const blocks = [
    [
      tableOf([head, ...tools]),
      ...[...codecs].flatMap(([name, text]) => (text ? [`${name} has ${text}`] : [])),
    ],
    [
      `Sandbox of the tools: ${sandbox.level}`,
      ...refused.map(({ level, why }) => `  not ${level}: ${why}`),
    ],
    [hostTable(host)],
    ...partyTables('Redis', parties.state),
    ...partyTables('bucket of outputs', parties.bucket),
    problems.length > 0 ? problems : ['The configuration is valid.'],
  ];
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
};

const partyTables = (title: string, found: readonly StateCheck[] = []): readonly string[][] => {
  const rows = found.map(({ name, works, milliseconds }) => [
    name,
    works ? 'yes' : 'no',
    String(milliseconds),
  ]);
  return rows.length === 0 ? [] : [[tableOf([[title, 'works', 'milliseconds'], ...rows])]];
};

/** Which encoders compete for each type, each after the one whose result it reads. */
const chainsTable = ({ types }: Config): string =>
  tableOf([
    ['results', 'encoders that compete'],
    ...Object.entries(types).map(([type, chains]) => [
      type,
      chains.map((chain) => chain.join(' > ')).join(', '),
    ]),
  ]);

const hostTable = (host: readonly HostFact[]): string =>
  tableOf([['host', 'allows'], ...host.map(({ name, allows }) => [name, allows])]);
