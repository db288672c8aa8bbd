import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { createLauncher, type Launcher } from '../../src/tools/process/launcher.ts';
import { type Sandbox, sandboxMounts } from '../../src/tools/process/sandbox.ts';
import { findProgram, toolEnvironment } from '../../src/tools/find-program.ts';
import { median } from './median.ts';

const rounds = 200;
const path = process.env['PATH'] ?? '';
const { config } = loadConfig({ flags: {}, environment: {} });

/**
 * What each level of the sandbox costs per start of a tool: a program that does nothing, started
 * through the launcher at the levels in turns.
 */
export const sandbox = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-bench-'));
  const launcher = await createLauncher({ path });
  const sandboxes: readonly Sandbox[] = [
    { level: 'none' },
    { level: 'limits' },
    ...(findProgram('bwrap', path) === undefined
      ? []
      : [{ level: 'bwrap', mounts: sandboxMounts([]) } as const]),
  ];
  const times = sandboxes.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, each] of sandboxes.entries()) {
      times[index]?.push(await startMs(launcher, each, folder));
    }
  }
  await launcher.close();
  await rm(folder, { recursive: true });
  const medians = times.map(median);
  const parts = sandboxes.map(
    ({ level }, index) =>
      `${level} ${medians[index]?.toFixed(1)} ms (${((medians[index] ?? 0) - (medians[0] ?? 0)).toFixed(1)} more)`,
  );
  console.log(`sandbox: median of ${rounds} starts of a tool: ${parts.join(', ')}`);
};

const startMs = async (launcher: Launcher, held: Sandbox, cwd: string): Promise<number> => {
  const startedAt = performance.now();
  const { how, printed } = await launcher.run(
    {
      argv: [findProgram('true', path) ?? 'true'],
      cwd,
      environment: toolEnvironment(path),
      deadlineMs: 10_000,
      limits: config.tools,
      sandbox: held,
    },
    new AbortController().signal,
  );
  if (how !== 'exited') throw new Error(`${held.level}: ${how}: ${printed}`);
  return performance.now() - startedAt;
};
