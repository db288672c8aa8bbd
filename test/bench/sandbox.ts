import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { createLauncher, type Launcher } from '../../src/tools/process/launcher.ts';
import { type Sandbox, sandboxMounts } from '../../src/tools/process/sandbox.ts';
import { findProgram, toolEnvironment } from '../../src/tools/find-program.ts';
import { cpuMsOf } from './cpu.ts';
import { median } from './median.ts';

const rounds = 9;
/** The kernel counts CPU time in hundredths of a second, so many starts are measured together. */
const startsPerRound = 40;
const path = process.env['PATH'] ?? '';
const { config } = loadConfig({ flags: {}, environment: {} });

/** Milliseconds for one start. */
type Cost = Readonly<{ wallMs: number; cpuMs: number }>;

/**
 * What each level costs: a start of a program that does nothing in a sandbox that is there, and one in a
 * sandbox that is made for it and ended. All processes are counted, the levels in turns.
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
  const measured = sandboxes.map((each) => ({ level: each.level, kept: [], made: [] }) as Measured);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, each] of sandboxes.entries()) {
      const start = () => startOne(launcher, each, folder);
      await start();
      measured[index]?.kept.push(await costOf(start));
      await launcher.closeFolder(folder);
      const make = async (): Promise<void> => {
        await start();
        await launcher.closeFolder(folder);
      };
      measured[index]?.made.push(await costOf(make));
    }
  }
  await launcher.close();
  await rm(folder, { recursive: true });
  for (const { level, kept, made } of measured) {
    console.log(`sandbox ${level}: a start ${text(kept)}; with its sandbox ${text(made)}`);
  }
};

type Measured = Readonly<{ level: Sandbox['level']; kept: Cost[]; made: Cost[] }>;

const costOf = async (work: () => Promise<void>): Promise<Cost> => {
  const cpuMs = cpuMsOf(process.pid);
  const startedAt = performance.now();
  for (let start = 0; start < startsPerRound; start += 1) await work();
  return {
    wallMs: (performance.now() - startedAt) / startsPerRound,
    cpuMs: (cpuMsOf(process.pid) - cpuMs) / startsPerRound,
  };
};

const text = (costs: readonly Cost[]): string => {
  const cpuMs = median(costs.map((cost) => cost.cpuMs));
  const wallMs = median(costs.map((cost) => cost.wallMs));
  return `${cpuMs.toFixed(1)} ms of CPU, ${wallMs.toFixed(1)} ms`;
};

const startOne = async (launcher: Launcher, held: Sandbox, cwd: string): Promise<void> => {
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
};
