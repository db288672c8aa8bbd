import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { median } from './median.ts';
import {
  makeServiceFolder,
  removeFolder,
  serveArgs,
  spawnShrinkd,
  startService,
  toolsPath,
} from '../support/service/service.ts';

const program = fileURLToPath(new URL('../../bin/shrinkd.ts', import.meta.url));
const rounds = 5;
const tools = [
  'vips',
  'cjpeg',
  'djpeg',
  'jpegtran',
  'cwebp',
  'dwebp',
  'img2webp',
  'pngquant',
  'oxipng',
];

/**
 * Median time from the start of `bin/shrinkd` to its ready line, each on an empty data folder; and how
 * many processes of tools one start makes, counted by programs of the same names that stand before them.
 */
export const start = async (): Promise<void> => {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const startMs = await timedStart();
    // The first round compiles the sources where nobody has.
    if (round > 0) times.push(startMs);
  }
  const processes = await countToolProcesses();
  console.log(
    `start: median ${median(times).toFixed(0)} ms of ${rounds} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}), ${processes} processes of tools`,
  );
};

const timedStart = async (): Promise<number> => {
  const folder = await makeServiceFolder();
  try {
    const startedAt = performance.now();
    const service = await startService(folder);
    const ms = performance.now() - startedAt;
    await service.stop();
    return ms;
  } finally {
    await removeFolder(folder);
  }
};

/**
 * Started by Node itself, because `bin/shrinkd` puts the project's tools first on PATH, and without
 * bwrap, in which the list could not be written.
 */
const countToolProcesses = async (): Promise<number> => {
  const folder = await makeServiceFolder();
  const list = join(folder, 'started');
  try {
    for (const name of tools) {
      const script = `#!/bin/sh\necho ${name} >>'${list}'\nPATH='${toolsPath}' exec ${name} "$@"\n`;
      await writeFile(join(folder, name), script, { mode: 0o755 });
    }
    const args = await serveArgs(folder, { flags: ['--tools-sandbox', 'limits'] });
    const command = [process.execPath, program] as const;
    const child = spawnShrinkd(folder, args, { PATH: `${folder}:${toolsPath}` }, command);
    child.stderr!.resume();
    for await (const line of createInterface({ input: child.stdout! })) {
      if (line.startsWith('shrinkd ready')) break;
    }
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return (await readFile(list, 'utf8')).trimEnd().split('\n').length;
  } finally {
    await removeFolder(folder);
  }
};
