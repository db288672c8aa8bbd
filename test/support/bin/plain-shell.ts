import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Ran } from '../cli/shrinkd.ts';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/**
 * Makes `folder/old-node` with what stands for a Node that cannot run TypeScript, and gives a PATH that
 * has it first and nothing of the project.
 */
export const plainPath = (folder: string): string => {
  const old = join(folder, 'old-node');
  mkdirSync(old, { recursive: true });
  writeFileSync(
    join(old, 'node'),
    `#!/bin/sh
[ "$1" = --version ] && echo v20.20.2 && exit
echo 'TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts"' >&2
exit 1
`,
  );
  chmodSync(join(old, 'node'), 0o755);
  return `${old}:/usr/bin:/bin`;
};

/**
 * A copy of the project below `folder` whose default data folder is its own; packages and
 * tools are the project's unless there are to be none.
 */
export const copyOfProject = (folder: string, { packages = true } = {}): string => {
  const copy = join(folder, 'project');
  for (const part of ['bin', 'schemas', 'src', 'package.json', 'package-lock.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  if (packages) {
    for (const part of ['node_modules', '.tools']) symlinkSync(join(root, part), join(copy, part));
  }
  return copy;
};

type Place = Readonly<{ cwd: string; path: string; env?: Readonly<Record<string, string>> }>;

/** Where sources that are compiled already lie, as `bin/test` says. */
const compiled = process.env['NODE_COMPILE_CACHE'];

/** A program as a person starts it in a shell of few variables. */
export const spawnPlainly = (
  [program, ...args]: readonly [string, ...string[]],
  { cwd, path, env = {} }: Place,
): ChildProcess =>
  spawn(program, args, {
    cwd,
    env: {
      ...{ PATH: path, HOME: cwd, TMPDIR: cwd },
      ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export const runPlainly = async (...given: Parameters<typeof spawnPlainly>): Promise<Ran> => {
  const child = spawnPlainly(...given);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout!),
    text(child.stderr!),
  ]);
  return { code, stdout, stderr };
};
