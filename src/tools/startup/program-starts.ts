import type { JobFolder } from '../../jobs/job-folder.ts';
import { findProgram } from '../find-program.ts';
import type { CommandEnd } from '../process/tool-shell.ts';

/** What is found out by starting a program: the version that it prints, and what a start costs. */
type ProgramStart = Readonly<{
  /** `unknown` where it prints none. */
  version: string;
  /** Milliseconds of CPU of printing its version, to a tenth. Undefined where that was not measured. */
  startCpuMs: number | undefined;
}>;

type Argv = readonly [string, ...string[]];

type StartOptions = Readonly<{
  run: (argv: Argv, folder: JobFolder) => Promise<CommandEnd>;
  /** As PATH. */
  path: string;
  /** Starts each program some times more. */
  measures: boolean;
}>;

/** Starts programs in job folders. Equal commands are run once. */
export const createProgramStarts = (options: StartOptions) => {
  const starts = new Map<string, Promise<ProgramStart>>();
  return (argv: Argv, folder: JobFolder): Promise<ProgramStart> => {
    const command = JSON.stringify(argv);
    const start = starts.get(command) ?? startOf(argv, folder, options);
    starts.set(command, start);
    return start;
  };
};

const startOf = async (
  argv: Argv,
  folder: JobFolder,
  { run, path, measures }: StartOptions,
): Promise<ProgramStart> => {
  const end = await run(argv, folder);
  const version = /\d+(?:\.\d+)+\S*/.exec(end.printed)?.[0] ?? 'unknown';
  const bash = measures ? findProgram('bash', path) : undefined;
  if (bash === undefined) return { version, startCpuMs: undefined };
  const { printed } = await run([bash, '-c', repeated, 'bash', ...argv], folder);
  return { version, startCpuMs: cpuMsOf(printed) };
};

/** Undefined where bash could not be run. */
const cpuMsOf = (printed: string): number | undefined => {
  const [, user, system] = /^([\d.]+) ([\d.]+)$/.exec(printed) ?? [];
  if (user === undefined || system === undefined) return undefined;
  return Math.round(((Number(user) + Number(system)) / times) * 10_000) / 10;
};

const times = 5;

/** A program of bash, which unlike other shells counts in milliseconds. */
const repeated = `TIMEFORMAT='%U %S'; time for start in {1..${times}}; do "$@"; done &>/dev/null`;
