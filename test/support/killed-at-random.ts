import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** Kills a Node program at a random moment after its first line, unless it has ended. Whether it was killed. */
export const killedAtRandom = async (
  program: string,
  args: readonly string[],
  longestMs = 150,
): Promise<boolean> => {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout);
  await Promise.race([once(lines, 'line'), ended]);
  await setTimeout(Math.random() * longestMs);
  child.kill('SIGKILL');
  const [, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  return signal === 'SIGKILL';
};
