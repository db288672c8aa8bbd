import { availableParallelism } from 'node:os';
import type { JobFolders } from '../jobs/job-folder.ts';
import {
  type AccountLoads,
  type AccountLoadsOptions,
  createAccountLoads,
} from '../queue/account-loads.ts';
import { createPermits, type Permits } from '../queue/permits.ts';
import type { Launcher } from '../tools/process/launcher.ts';
import {
  chooseSandbox,
  type SandboxChoice,
  type SandboxConfig,
} from '../tools/startup/choose-sandbox.ts';
import type { ToolsConfig } from '../tools/startup/check-tools.ts';
import { openTools, type OpenTools } from '../tools/startup/open-tools.ts';
import { createPreparedFolders, type PreparedFolders } from '../tools/prepared-folders.ts';
import { createToolTrial, type ToolTrial } from '../tools/startup/tool-trial.ts';
import { createToolRunner, type ToolRun } from '../tools/tool-runner.ts';
import { type CheckPicture, createCheckPicture } from './check-picture.ts';
import { createEngine, type Engine } from './compress.ts';
import { createFindTrim, type FindTrim } from './find-trim.ts';
import { createPreview, type Preview } from './preview.ts';
import { createScorer } from './scorer/client.ts';
import { createPressure } from './search/pressure.ts';
import type { QualitySettings } from './search/quality-options.ts';
import type { QualityStats } from './receipt.ts';

type EngineConfig = ToolsConfig &
  SandboxConfig &
  Readonly<{
    quality: QualitySettings;
    queue: Readonly<{
      slots: number;
      maxWaitSeconds: number;
      overloadSeconds: number;
      answerSeconds: number;
    }>;
  }>;

type EngineParts = Readonly<{
  launcher: Launcher;
  folders: JobFolders;
  /** Folders of programs, as in PATH. */
  path: string;
  /** Files that no tool may read. */
  secrets: readonly string[];
  /** Called after each run of a tool. */
  onRun: (run: ToolRun) => void;
  onOverload: AccountLoadsOptions['onChange'];
  /** Called with each failure that the client does not see. */
  onFailure: (requestId: string, failure: Error) => void;
  /** Called once for each result. */
  onQualityStats?: (stats: QualityStats) => void;
}>;

/** The engine, and the parts it runs tools with. */
export type OpenEngine = Readonly<{
  engine: Engine;
  checkPicture: CheckPicture;
  preview: Preview;
  findTrim: FindTrim;
  permits: Permits;
  loads: AccountLoads;
  choice: SandboxChoice;
  /** Of libvips and of each encoder by name. */
  versions: OpenTools['versions'];
  checked: OpenTools['checked'];
  /** Job folders whose sandboxes are started before their jobs. */
  preparedFolders: PreparedFolders;
  /** Whether a tool can be started still. */
  trial: ToolTrial;
  /** Ends all tools, and the launcher. */
  close: () => Promise<void>;
}>;

/**
 * Chooses the sandbox of tools, checks each tool, and creates the engine.
 * @throws StartError when the sandbox or a tool does not work.
 */
export const openEngine = async (
  config: EngineConfig,
  { launcher, folders, path, secrets, onRun, onOverload, ...callbacks }: EngineParts,
): Promise<OpenEngine> => {
  const parts = { launcher, folders, path };
  const choice = await chooseSandbox(config, { ...parts, secrets });
  const { sandbox } = choice;
  const { versions, checked, ...tools } = await openTools(config, { ...parts, sandbox });
  const now = (): number => performance.now();
  const slots = config.queue.slots || availableParallelism();
  const loads = createAccountLoads({ ...config.queue, slots, now, onChange: onOverload });
  const permits = createPermits({ slots, loads });
  const deadlineMs = config.tools.deadlineSeconds * 1000;
  const processes = { launcher, permits, limits: config.tools, sandbox, deadlineMs };
  const runner = createToolRunner({ ...processes, path, onRun });
  const answerMs = config.queue.answerSeconds * 1000;
  const pressure = createPressure({ permits, loads, answerMs, now });
  const { decoders } = tools;
  const scorer = createScorer({ ...processes, path });
  const quality =
    config.quality.mode === 'fixed' ? undefined : { ...config.quality, scorer, decoders, pressure };
  const maxWaitMs = config.queue.maxWaitSeconds * 1000;
  const pixelTools = { ...tools, runner, scorer, permits, maxWaitMs };
  const engine = createEngine({
    ...pixelTools,
    ...callbacks,
    ...{ table: config, quality, keptMs: answerMs * keptShare },
    isFast: config.quality.effort === 'fast',
  });
  const checkPicture = createCheckPicture(pixelTools, config);
  const preview = createPreview(pixelTools, config);
  const findTrim = createFindTrim(pixelTools, config);
  const preparedFolders = createPreparedFolders({ ...processes, folders, count: 2 * slots });
  const trial = createToolTrial({ ...processes, folders });
  const close = async (): Promise<void> => {
    await scorer.close();
    await preparedFolders.close();
    await launcher.close();
  };
  return {
    ...{ engine, checkPicture, preview, findTrim, permits, loads, versions, checked, choice },
    ...{ preparedFolders, trial, close },
  };
};

/** Share of the time for an answer that is kept for a lossless result. */
const keptShare = 0.25;
