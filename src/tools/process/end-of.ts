import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Resolves when a process has ended and its pipes are read to their end, with the error where it could not
 * be started. A process that has left its group may hold the pipes, and delays this by 200 ms at most.
 */
export const endOf = async (child: ChildProcess): Promise<Error | undefined> => {
  let drained: NodeJS.Timeout | undefined;
  child.once('exit', () => {
    drained = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, drainMs);
  });
  try {
    await once(child, 'close');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(drained);
  }
};

/** After a process's end, its pipes are read for this long if another process still holds them open. */
const drainMs = 200;
