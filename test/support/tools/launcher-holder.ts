/**
 * A process that holds a launcher running a fixture tool (second argument) in a folder (first) and a
 * sandbox (third, as JSON), and waits to be killed.
 */
import { createLauncher } from '../../../src/tools/process/launcher.ts';
import type { Sandbox } from '../../../src/tools/process/sandbox.ts';
import { commandOf, systemPath } from './processes.ts';

const launcher = await createLauncher({ path: systemPath });
await launcher.run(
  commandOf(process.argv[2] ?? '', [process.argv[3] ?? ''], {
    deadlineMs: 60_000,
    sandbox: JSON.parse(process.argv[4] ?? '') as Sandbox,
  }),
  new AbortController().signal,
);
