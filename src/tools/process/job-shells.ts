import type { SandboxPrograms } from './sandbox.ts';
import {
  type CommandEnd,
  type ShellPlace,
  startToolShell,
  type ToolCall,
  type ToolShell,
} from './tool-shell.ts';

/** A tool to be run in a folder, and how it is confined. */
export type Command = ToolCall & ShellPlace;

/** The last folder that a shell runs tools in, how many it has run, and how it is confined. */
type ShellUse = {
  folder: string;
  runs: number;
  readonly confinement: string;
  readonly isIsolated: boolean;
};

/** The limit of CPU time, a second at least, is the shell's own too. A run takes 0.3 ms of it. */
const mostRuns = 1000;

/**
 * The sandboxes of jobs, by the job's folder. A sandbox runs one tool at a time, so a job has as many as
 * tools run for it at once. Under `bwrap` a sandbox shows one folder and ends with it. Elsewhere it separates
 * no job from another, so those that are confined like prepared ones go on to the next job.
 */
export const createJobShells = (programs: SandboxPrograms, maxRuns = mostRuns) => {
  const shells = new Map<ToolShell, ShellUse>();
  /** Of the sandboxes that are prepared. */
  let usual: string | undefined;

  const isShared = ({ isIsolated, confinement }: ShellUse): boolean =>
    !isIsolated && confinement === usual;

  const start = (place: ShellPlace): ToolShell => {
    const shell = startToolShell(place, programs);
    shells.set(shell, firstUse(place));
    void shell.ended.then(() => shells.delete(shell));
    return shell;
  };

  const idleShell = (place: ShellPlace): ToolShell | undefined => {
    const { folder, confinement } = firstUse(place);
    for (const [shell, held] of shells) {
      const isFit = held.confinement === confinement && (held.folder === folder || isShared(held));
      if (!isFit || !shell.isUsable()) continue;
      if (held.runs >= maxRuns) {
        shell.close();
        continue;
      }
      held.folder = folder;
      return shell;
    }
    return undefined;
  };

  return {
    /** Starts a sandbox for a later command, where no idle one can run it. */
    prepare: (place: ShellPlace): void => {
      usual = firstUse(place).confinement;
      if (idleShell(place) === undefined) start(place);
    },
    /**
     * Runs a tool in an idle sandbox of its folder that has the same limits, or in a new one. Rejects only for
     * a command that no shell can be given.
     */
    run: (command: Command, signal: AbortSignal): Promise<CommandEnd> => {
      const shell = idleShell(command) ?? start(command);
      const held = shells.get(shell);
      if (held !== undefined) held.runs += 1;
      return shell.run(command, signal);
    },
    /** Ends the sandboxes of a folder and resolves when they have ended. */
    close: async (folder: string): Promise<void> => {
      const own = [...shells].filter(([, held]) => held.folder === folder && !isShared(held));
      for (const [shell] of own) shell.close();
      await Promise.all(own.map(([shell]) => shell.ended));
    },
    /** Kills all sandboxes. Does not wait for their end. */
    kill: (): void => {
      for (const shell of shells.keys()) shell.kill();
    },
  };
};

const firstUse = ({ cwd, limits, sandbox }: ShellPlace): ShellUse => ({
  folder: cwd,
  runs: 0,
  confinement: JSON.stringify([limits, sandbox]),
  isIsolated: sandbox.level === 'bwrap',
});
