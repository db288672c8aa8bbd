import type { ChildProcess } from 'node:child_process';
import { childrenOf, sendSignal } from './process-tree.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Kills a sandbox with everything in it, from the inside out: first what its process has started, which that then waits
 * for and ends. A process whose parent was killed before stays a zombie where the first process of a container does
 * not wait for it. `child` is bwrap, which takes everything in its sandbox along, or a shell whose standard input is its
 * only source of commands. Without children, or where it does not end, it is killed itself.
 */
export const killSandbox = (child: ChildProcess, level: Sandbox['level']): void => {
  const { pid } = child;
  if (pid === undefined) return;
  // A stopped shell starts no other tool, and a tool's number stays its own until it is killed.
  if (level !== 'bwrap') sendSignal(pid, 'SIGSTOP');
  const children = childrenOf(pid);
  for (const tool of children) {
    // Alone first: it may not lead its group yet.
    sendSignal(tool, 'SIGKILL');
    if (level !== 'bwrap') sendSignal(-tool, 'SIGKILL');
  }
  if (children.length === 0) return sendSignal(-pid, 'SIGKILL');
  child.stdin?.end();
  if (level !== 'bwrap') sendSignal(pid, 'SIGCONT');
  const timer = setTimeout(() => sendSignal(-pid, 'SIGKILL'), ownEndMs);
  child.once('exit', () => clearTimeout(timer));
};

/** It ends within some milliseconds after its children. */
const ownEndMs = 1000;
