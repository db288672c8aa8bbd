/**
 * Runs tools beyond their deadline in sandboxes (first argument, as JSON) and folders (all others), and prints how they
 * ended, and which zombies there are then. It is to be the first process of a process namespace.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createLauncher } from '../../../src/tools/process/launcher.ts';
import type { Sandbox } from '../../../src/tools/process/sandbox.ts';
import { commandOf, systemPath } from './processes.ts';

const [sandbox = '', ...folders] = process.argv.slice(2);
const launcher = await createLauncher({ path: systemPath });
const ends = await Promise.all(
  folders.map(async (cwd) => {
    const changes = { deadlineMs: 500, sandbox: JSON.parse(sandbox) as Sandbox };
    const end = await launcher.run(
      commandOf(cwd, ['sleeps'], changes),
      new AbortController().signal,
    );
    await launcher.closeFolder(cwd);
    return end.how;
  }),
);
await launcher.close();
const zombies = readdirSync('/proc')
  .filter((name) => /^\d+$/.test(name))
  .map((pid) => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  .filter((stat) => /\) Z /.test(stat));
console.log(JSON.stringify({ pid: process.pid, ends, zombies }));
