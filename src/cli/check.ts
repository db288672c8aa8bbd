import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutputBucket } from '../compose/bucket.ts';
import { dataPaths, secretFilesOf } from '../data/data-folder.ts';
import { checkScorer } from '../engine/quality/scorer/check.ts';
import {
  chooseSandbox,
  type SandboxChoice,
  sandboxOptions,
} from '../tools/startup/choose-sandbox.ts';
import { createJobFolders } from '../jobs/job-folder.ts';
import { toolPathOf } from '../tools/find-program.ts';
import { createLauncher } from '../tools/process/launcher.ts';
import type { CheckedTool } from '../tools/startup/check-tools.ts';
import {
  checkConfiguredTools,
  type ToolsConfig,
  type ToolsParts,
} from '../tools/startup/open-tools.ts';
import { pixmapPicture } from '../tools/startup/sample-pictures.ts';
import type { Command, CommandLine } from './command.ts';
import { loadSettings } from './load-settings.ts';
import { settingsHint } from './settings-help.ts';
import { tableOf } from './table.ts';
import { killProcessesIn } from '../tools/process/leftovers.ts';

/** `shrinkd check`: checks the configuration and every tool. Needs no service, and may run beside one. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'check the configuration and every tool',
  help: () => `Usage: shrinkd check [--json] [flags]

Checks the configuration, and runs every tool and the process that computes scores on a built-in
picture. Prints a table of tool, path, version, whether it works, and milliseconds, then the sandbox that the tools run in and why no
stronger one is used. Where outputs are kept in a bucket, it tries what they need of it: objects, the rules
that remove old ones, and the clock. Exit code 0 when all works, 1 when something does not, 2 for an
invalid configuration. ${settingsHint}`,
  flags: {},
  takesWords: false,
  run: (line) => runCheck(line),
};

const runCheck = async ({ flags, json }: CommandLine): Promise<number> => {
  const { config, path } = loadSettings({ flags });
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-check-'));
  const toolPath = toolPathOf(config, path);
  const launcher = await createLauncher({ path: toolPath });
  // Not used: Node keeps what it compiles, for starts that cannot write it.
  await import('../compose.ts');
  try {
    const folders = await createJobFolders(folder, killProcessesIn);
    const parts = { launcher, folders, path: toolPath };
    const secrets = secretFilesOf(config, dataPaths(config.dataDir, config.state.secretFile));
    const choice = await chooseSandbox({ ...sandboxOptions(config, toolPath), ...parts, secrets });
    const { sandbox, refused } = choice;
    const processes = { ...parts, sandbox };
    const tools = await checkConfiguredTools(config, processes);
    const checked = [...tools, await checkedScorer(config, processes)];
    const bucket = await checkOutputBucket(config);
    const sandboxed = { level: sandbox.level, refused };
    const found = { sandbox: sandboxed, tools: checked, ...(bucket && { bucket }) };
    console.log(json ? JSON.stringify(found, undefined, 2) : report(choice, checked, bucket));
    return [...checked, ...(bucket ?? [])].every(({ works }) => works) ? 0 : 1;
  } finally {
    await launcher.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The process that works on pixels, as a row of the table. */
const checkedScorer = async (
  { tools }: ToolsConfig,
  { launcher, folders, sandbox }: ToolsParts,
): Promise<CheckedTool> => {
  const startedAt = performance.now();
  const problem = await checkScorer({
    ...{ launcher, folders, sandbox, limits: tools, picture: pixmapPicture() },
    deadlineMs: tools.deadlineSeconds * 1000,
  });
  return {
    name: 'scorer',
    program: 'node',
    path: process.execPath,
    version: process.versions.node,
    works: problem === undefined,
    milliseconds: Math.round(performance.now() - startedAt),
    problem,
  };
};

const report = (
  { sandbox, refused }: SandboxChoice,
  checked: readonly CheckedTool[],
  bucket: Awaited<ReturnType<typeof checkOutputBucket>> = [],
): string => {
  const rows = checked.map(({ name, path, program, version, works, milliseconds }) => [
    name,
    path ?? `${program} (not found)`,
    version,
    works ? 'yes' : 'no',
    String(milliseconds),
  ]);
  const bucketRows = bucket.map(({ name, works, milliseconds }) => [
    name,
    works ? 'yes' : 'no',
    String(milliseconds),
  ]);
  const problems = [...checked, ...bucket].flatMap(({ name, problem }) =>
    problem ? [`${name}: ${problem}`] : [],
  );
  const table = tableOf([['tool', 'path', 'version', 'works', 'milliseconds'], ...rows]);
  const sandboxLines = [
    `Sandbox of the tools: ${sandbox.level}`,
    ...refused.map(({ level, why }) => `  not ${level}: ${why}`),
  ];
  return [
    table,
    '',
    ...sandboxLines,
    ...(bucket.length > 0
      ? ['', tableOf([['bucket of outputs', 'works', 'milliseconds'], ...bucketRows]), '']
      : []),
    ...(problems.length > 0 ? problems : ['The configuration is valid.']),
  ].join('\n');
};
