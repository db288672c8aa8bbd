import type { CommandLine } from './command.ts';
import { checkOutput } from './standard-output.ts';

/** Prints a value with --json, else the sentence. Gives the exit code. */
export const print = (
  { json }: Pick<CommandLine, 'json'>,
  value: unknown,
  sentence: string,
): number => {
  console.log(json ? JSON.stringify(value, undefined, 2) : sentence);
  return 0;
};

/** Prints what cannot be printed again. @throws StartError with `remedy` where it could not be written. */
export const printOnce = async (
  line: Pick<CommandLine, 'json'>,
  value: unknown,
  sentence: string,
  remedy: string,
): Promise<number> => {
  print(line, value, sentence);
  await checkOutput(remedy);
  return 0;
};
