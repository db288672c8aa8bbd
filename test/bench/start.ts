import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type CpuGroup, createCpuGroup } from './cpu-group.ts';
import { median } from './median.ts';
import { type Version, versionsOf } from './versions.ts';
import {
  makeServiceFolder,
  removeFolder,
  serveArgs,
  spawnShrinkd,
  startService,
  toolsPath,
} from '../support/service/service.ts';

const program = fileURLToPath(new URL('../../bin/shrinkd.ts', import.meta.url));
const rounds = 5;
const tools = [
  'vips',
  'cjpeg',
  'djpeg',
  'jpegtran',
  'cwebp',
  'dwebp',
  'img2webp',
  'pngquant',
  'oxipng',
];

/** What one start took: milliseconds on the clock, and of CPU, tools included. */
type Cost = Readonly<{ wallMs: number; cpuMs: number }>;

/**
 * Median time and CPU from the start of `bin/shrinkd` to its ready line, each on an empty data folder; and
 * how many processes of tools one start makes, counted by programs of the same names that stand before
 * them. With `--against PATH` in turns with the service of another checkout.
 */
export const start = async (options: readonly string[]): Promise<void> => {
  const versions = versionsOf(options);
  const costs = versions.map((): Cost[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, version] of versions.entries()) {
      const cost = await startCost(version);
      // The first round compiles the sources where nobody has.
      if (round > 0) costs[index]?.push(cost);
    }
  }
  for (const [index, { name }] of versions.entries()) {
    const [wall, cpu] = (['wallMs', 'cpuMs'] as const).map(
      (field) => costs[index]?.map((cost) => cost[field]) ?? [],
    );
    console.log(`start: ${name}: ${spread(wall)} ms, CPU ${spread(cpu)} ms, of ${rounds}`);
  }
  console.log(`start: ${await countToolProcesses()} processes of tools`);
};

const spread = (values: readonly number[] = []): string =>
  `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;

const startCost = async ({ project, flags }: Version): Promise<Cost> => {
  const folder = await makeServiceFolder();
  const group: CpuGroup[] = [];
  try {
    const startedAt = performance.now();
    const service = await startService(folder, {
      flags,
      ...(project !== undefined && { project }),
      onSpawn: ({ pid }) => group.push(createCpuGroup(pid!, String(pid))),
    });
    const wallMs = performance.now() - startedAt;
    const cpuMs = group[0]!.cpuMs();
    await service.stop();
    return { wallMs, cpuMs };
  } finally {
    for (const { remove } of group) remove();
    await removeFolder(folder);
  }
};

/**
 * Started by Node itself, because `bin/shrinkd` puts the project's tools first on PATH, and without
 * bwrap, in which the list could not be written.
 */
const countToolProcesses = async (): Promise<number> => {
  const folder = await makeServiceFolder();
  const list = join(folder, 'started');
  try {
    for (const name of tools) {
      const script = `#!/bin/sh\necho ${name} >>'${list}'\nPATH='${toolsPath}' exec ${name} "$@"\n`;
      await writeFile(join(folder, name), script, { mode: 0o755 });
    }
    const args = await serveArgs(folder, { flags: ['--tools-sandbox', 'limits'] });
    const command = [process.execPath, program] as const;
    const child = spawnShrinkd(folder, args, { PATH: `${folder}:${toolsPath}` }, command);
    child.stderr!.resume();
    for await (const line of createInterface({ input: child.stdout! })) {
      if (line.startsWith('shrinkd ready')) break;
    }
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return (await readFile(list, 'utf8')).trimEnd().split('\n').length;
  } finally {
    await removeFolder(folder);
  }
};
