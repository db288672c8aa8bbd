import { availableParallelism } from 'node:os';
import { createQuality } from './quality/create-quality.ts';
import {
  chooseSandbox,
  sandboxOptions,
  type SandboxChoice,
} from '../tools/startup/choose-sandbox.ts';
import { createEngine, type Engine, type EngineOptions } from './compress.ts';
import type { JobFolders } from '../jobs/job-folder.ts';
import { createLauncher } from '../tools/process/launcher.ts';
import {
  type AccountLoads,
  type AccountLoadsOptions,
  createAccountLoads,
} from '../queue/account-loads.ts';
import { createPermits, type Permits } from '../queue/permits.ts';
import { createPressure } from './quality/pressure.ts';
import { createToolRunner, type ToolRun } from '../tools/tool-runner.ts';
import { createToolbox, type Toolbox, type ToolboxConfig } from '../tools/startup/open-tools.ts';

export type EngineConfig = ToolboxConfig &
  Parameters<typeof sandboxOptions>[0] &
  Readonly<{
    quality: Parameters<typeof createQuality>[0];
    tools: Readonly<{ path: readonly string[] }>;
    queue: Readonly<{
      slots: number;
      maxWaitSeconds: number;
      overloadSeconds: number;
      answerSeconds: number;
    }>;
  }>;

export type EngineParts = Pick<EngineOptions, 'onFailure' | 'onChoice'> &
  Readonly<{
    folders: JobFolders;
    /** Folders of programs, as in PATH. */
    path: string;
    /** Files that no tool may read. */
    secrets: readonly string[];
    onRun: (run: ToolRun) => void;
    onOverload: AccountLoadsOptions['onChange'];
  }>;

/** Everything that runs tools, and the engine that puts it to use. */
export type OpenEngine = Pick<Toolbox, 'versions'> &
  Readonly<{
    engine: Engine;
    permits: Permits;
    loads: AccountLoads;
    choice: SandboxChoice;
    /** Ends all tools. */
    close: () => Promise<void>;
  }>;

/**
 * Starts what runs tools, chooses the sandbox they run in, and tries each of them.
 * @throws StartError when the sandbox or a tool does not work; nothing is left running.
 */
export const openEngine = async (
  config: EngineConfig,
  { folders, path, secrets, onRun, onOverload, ...told }: EngineParts,
): Promise<OpenEngine> => {
  const toolPath = [...config.tools.path, path].join(':');
  const launcher = await createLauncher({ path: toolPath });
  try {
    const parts = { launcher, folders, path: toolPath };
    const choice = await chooseSandbox({ ...sandboxOptions(config), ...parts, secrets });
    const { sandbox } = choice;
    const toolbox = await createToolbox(config, { ...parts, sandbox });
    const slots = config.queue.slots || availableParallelism();
    const loads = createAccountLoads({
      ...config.queue,
      slots,
      now: () => performance.now(),
      onChange: onOverload,
    });
    const permits = createPermits({ slots, loads });
    const limits = config.tools;
    const deadlineMs = config.tools.deadlineSeconds * 1000;
    const held = { launcher, permits, limits, sandbox, deadlineMs };
    const runner = createToolRunner({ ...held, path: toolPath, onRun });
    const { decoders, versions } = toolbox;
    const pressure = createPressure({
      permits,
      loads,
      answerMs: config.queue.answerSeconds * 1000,
      now: () => performance.now(),
    });
    const { close: endMeasuring, ...measuring } = createQuality(config.quality, {
      ...held,
      decoders,
      pressure,
    });
    const engine = createEngine({
      runner,
      table: config,
      ...toolbox,
      ...measuring,
      ...told,
      maxWaitMs: config.queue.maxWaitSeconds * 1000,
    });
    const close = async (): Promise<void> => {
      await endMeasuring();
      await launcher.close();
    };
    return { engine, permits, loads, versions, choice, close };
  } catch (error) {
    await launcher.close();
    throw error;
  }
};
