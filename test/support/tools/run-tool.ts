import { type Command, createJobShells } from '../../../src/tools/process/job-shells.ts';
import { sandboxProgramsIn } from '../../../src/tools/process/sandbox.ts';
import type { CommandEnd } from '../../../src/tools/process/tool-shell.ts';
import { systemPath } from './processes.ts';

/** The programs of the system that make sandboxes. */
export const sandboxPrograms = sandboxProgramsIn(systemPath);

const never = new AbortController().signal;

/** Runs one command in a sandbox of its own, which is gone afterwards. */
export const runTool = async (command: Command, signal = never): Promise<CommandEnd> => {
  const shells = createJobShells(sandboxPrograms);
  try {
    return await shells.run(command, signal);
  } finally {
    await shells.close(command.cwd);
  }
};
