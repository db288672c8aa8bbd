import type { CommandLine } from './command.ts';

/** Prints a value with --json, else the sentence. Gives the exit code. */
export const print = (
  { json }: Pick<CommandLine, 'json'>,
  value: unknown,
  sentence: string,
): number => {
  console.log(json ? JSON.stringify(value, undefined, 2) : sentence);
  return 0;
};
