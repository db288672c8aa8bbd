import { spawnSync } from 'node:child_process';
import type { Context } from 'mocha';

/**
 * Leaves a test out, as pending, where a program it needs is missing or `says` finds nothing in what it
 * prints; on continuous integration, where nothing may be left out, the test fails.
 */
export const needs = (
  test: Context,
  program: string,
  { version = '--version', says = /./ }: { version?: string; says?: RegExp } = {},
): void => {
  const { stdout, stderr, error } = spawnSync(program, [version], { encoding: 'utf8' });
  if (error === undefined && says.test(`${stdout}${stderr}`)) return;
  const reason = `needs ${program}`;
  if (process.env['CI'] !== undefined) throw new Error(`The test ${reason}, which is not here.`);
  test.test!.title += ` (${reason})`;
  test.skip();
};
