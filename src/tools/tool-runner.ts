import { existsSync, lstatSync } from 'node:fs';
import type { FolderFiles } from '../jobs/job-folder.ts';
import { removeLeftovers } from '../jobs/tool-leftovers.ts';
import type { Background, Permits } from '../queue/permits.ts';
import { toolEnvironment } from './find-program.ts';
import type { Launcher } from './process/launcher.ts';
import type { CommandEnd } from './process/tool-shell.ts';
import type { Sandbox, ToolLimits } from './process/sandbox.ts';
import { folderGone, outcomeOf, type OutcomeRules, type ToolEnd } from './tool-outcome.ts';

/** A program that was found and checked at the start. */
export type Tool = Readonly<{ name: string; path: string; version: string }>;

/** The request that a tool runs for. */
export type Client = Readonly<{
  requestId: string;
  accountId: string;
  jobNumber: number;
  signal: AbortSignal;
  /** Absent: somebody waits for the job. */
  background?: Background;
}>;

/** One run of a tool inside a job's folder. */
export type ToolUse = OutcomeRules &
  Readonly<{
    tool: Tool;
    args: readonly string[];
    /** Folder to run in; `input` and `output` are names in it. */
    folder: FolderFiles;
    input: string;
    /** The file that the tool writes; none when it only reads. */
    output?: string;
    /** It prints its output, which goes to that file. */
    printsOutput?: boolean;
    client: Client;
    /** Time on the monotonic clock (`performance.now`) by which the tool must have ended. */
    endBy: number;
    /** Longest wait for a permit; until `endBy` when undefined, and for jobs in the background. */
    maxWaitMs?: number;
    /** The service wrote the input itself, so libvips may read it with an untrusted loader. */
    isOwnInput?: boolean;
  }>;

/** One run, as it is logged and measured. */
export type ToolRun = CommandEnd &
  Readonly<{
    requestId: string;
    tool: string;
    version: string;
    waitMs: number;
    bytesIn: number;
    bytesOut: number;
  }>;

export type ToolRunner = Readonly<{
  /**
   * Waits for a permit, runs the tool, and resolves with how it ended. Runs it once more where its sandbox or the launcher
   * was killed from outside.
   * @throws ToolFailure; ServiceError `unavailable` when no permit came within `maxWaitMs` or before
   * `endBy`, the machine had no memory or process left, or the folder was removed; the signal's reason on abort.
   */
  run: (use: ToolUse) => Promise<ToolEnd>;
}>;

type ToolRunnerOptions = Readonly<{
  launcher: Launcher;
  permits: Permits;
  /** Folders of programs, as in PATH. */
  path: string;
  limits: ToolLimits;
  sandbox: Sandbox;
  deadlineMs: number;
  onRun: (run: ToolRun) => void;
}>;

export const createToolRunner = (options: ToolRunnerOptions): ToolRunner => {
  const { launcher, permits, limits, sandbox, deadlineMs, onRun } = options;
  const environment = toolEnvironment(options.path);
  const { VIPS_BLOCK_UNTRUSTED: _, ...ownInputEnvironment } = environment;

  const run: ToolRunner['run'] = async (use) => {
    const { tool, client, folder } = use;
    const requestedAt = performance.now();
    const permit = await permits.acquire({ ...client, maxWaitMs: maxWaitOf(use, requestedAt) });
    const input = folder.file(use.input);
    const output = use.output === undefined ? undefined : folder.file(use.output);
    const waitMs = performance.now() - requestedAt;
    const attempt = async () => {
      const remainingMs = Math.max(1, use.endBy - performance.now());
      const sinceMs = Date.now();
      const end = await launcher.run(
        {
          argv: [tool.path, ...use.args],
          cwd: folder.path,
          outputFile: use.printsOutput === true ? use.output : undefined,
          environment: use.isOwnInput === true ? ownInputEnvironment : environment,
          limits,
          sandbox,
          deadlineMs: Math.min(deadlineMs, remainingMs),
        },
        client.signal,
      );
      const bytesOut = output === undefined ? 0 : sizeOf(output);
      onRun({
        ...end,
        requestId: client.requestId,
        tool: tool.name,
        version: tool.version,
        waitMs,
        bytesIn: sizeOf(input),
        bytesOut,
      });
      if (end.how === 'exceeded' || end.how === 'lost')
        await removeLeftovers(folder, use.output, sinceMs);
      client.signal.throwIfAborted();
      return { end, bytesOut, isLate: remainingMs < deadlineMs };
    };
    try {
      const first = await attempt();
      // When memory runs out, the kernel may end a sandbox that has waited for a tool.
      const { end, bytesOut, isLate } = first.end.how === 'lost' ? await attempt() : first;
      const hasOutput = output === undefined || bytesOut > 0;
      // A tool without its files would be blamed, or the picture.
      if (end.exitCode !== 0 && !existsSync(folder.path)) throw folderGone(tool.name, end);
      const verdict = outcomeOf(tool.name, end, use, { hasOutput, isLate });
      return { verdict, milliseconds: end.wallMs };
    } finally {
      permit.release();
    }
  };
  return { run };
};

const maxWaitOf = ({ maxWaitMs = Infinity, endBy, client }: ToolUse, now: number): number =>
  Math.max(1, Math.min(client.background === undefined ? maxWaitMs : Infinity, endBy - now));

/** 0 for anything but a plain file. Reading a pipe, for example, could wait for ever. */
const sizeOf = (path: string): number => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : 0;
  } catch {
    return 0;
  }
};
