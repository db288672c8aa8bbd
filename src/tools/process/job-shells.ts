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

/**
 * The sandboxes of jobs, by the job's folder. A sandbox runs one tool at a time and serves one folder, so a
 * job has as many as tools run for it at once.
 */
export type JobShells = Readonly<{
  /** Starts a sandbox for a later command. */
  prepare: (place: ShellPlace) => void;
  /**
   * Runs a tool in an idle sandbox of its folder that has the same limits, or in a new one. Rejects only for
   * a command that no shell can be given.
   */
  run: (command: Command, signal: AbortSignal) => Promise<CommandEnd>;
  /** Ends the sandboxes of a folder and resolves when they have ended. */
  close: (folder: string) => Promise<void>;
  /** Kills all, and waits for none. */
  kill: () => void;
}>;

export const createJobShells = (programs: SandboxPrograms): JobShells => {
  const shellsOf = new Map<string, Map<ToolShell, string>>();

  const start = (place: ShellPlace): ToolShell => {
    const { cwd } = place;
    const shells = shellsOf.get(cwd) ?? new Map<ToolShell, string>();
    const shell = startToolShell(place, programs);
    shellsOf.set(cwd, shells.set(shell, confinement(place)));
    const forget = (): void => {
      shells.delete(shell);
      if (shells.size === 0 && shellsOf.get(cwd) === shells) shellsOf.delete(cwd);
    };
    void shell.ended.then(forget);
    return shell;
  };

  const idleShell = (place: ShellPlace): ToolShell | undefined => {
    const wanted = confinement(place);
    const shells = [...(shellsOf.get(place.cwd) ?? [])];
    return shells.find(([shell, held]) => held === wanted && shell.isUsable())?.[0];
  };

  return {
    prepare: (place) => void start(place),
    run: (command, signal) => (idleShell(command) ?? start(command)).run(command, signal),
    close: async (folder) => {
      const shells = [...(shellsOf.get(folder)?.keys() ?? [])];
      for (const shell of shells) shell.close();
      await Promise.all(shells.map(({ ended }) => ended));
    },
    kill: () => {
      for (const shells of shellsOf.values()) for (const shell of shells.keys()) shell.kill();
    },
  };
};

/** Equal for places that are confined alike. */
const confinement = ({ limits, sandbox }: ShellPlace): string => JSON.stringify([limits, sandbox]);
