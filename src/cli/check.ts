import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config/load.ts';
import { createJobFolders } from '../engine/job-folder.ts';
import { createLauncher } from '../engine/launcher.ts';
import type { Probe } from '../engine/probe.ts';
import { tryTools } from '../engine/toolbox.ts';
import type { Command } from './main.ts';
import { tableOf } from './table.ts';

/** `shrinkd check`: tries the configuration and every tool, beside a running service or without one. */
export const checkCommand: Command = async ({ flags, json }) => {
  const { config, path } = loadConfig({ flags });
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-check-'));
  const toolPath = [...config.tools.path, path].join(':');
  const launcher = await createLauncher({ path: toolPath });
  try {
    const folders = await createJobFolders(folder);
    const probes = await tryTools(config, { launcher, folders, path: toolPath });
    console.log(json ? JSON.stringify(probes, undefined, 2) : report(probes));
    return probes.every(({ works }) => works) ? 0 : 1;
  } finally {
    await launcher.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const report = (probes: readonly Probe[]): string => {
  const rows = probes.map(({ name, path, program, version, works, milliseconds }) => [
    name,
    path ?? `${program} (not found)`,
    version,
    works ? 'yes' : 'no',
    String(milliseconds),
  ]);
  const problems = probes.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []));
  const table = tableOf([['tool', 'path', 'version', 'works', 'milliseconds'], ...rows]);
  return [table, '', ...(problems.length > 0 ? problems : ['The configuration is valid.'])].join(
    '\n',
  );
};
