import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../errors.ts';
import type { Decoder, Encoder } from '../../image/encoder.ts';
import type { JobFolder, JobFolders } from '../../jobs/job-folder.ts';
import type { Launcher } from '../process/launcher.ts';
import {
  type Sandbox,
  sandboxMounts,
  type SandboxProgramName,
  type ToolLimits,
} from '../process/sandbox.ts';
import type { SandboxTrialInput, SandboxTrialResult } from './sandbox-trial.ts';
import { toolPrograms } from './tool-checks.ts';
import { findProgram, toolEnvironment } from '../find-program.ts';
import { builtPrograms, compileCache, ownProgramFiles } from '../own-programs.ts';

/** The levels that confine a tool. */
type SandboxLevel = Exclude<Sandbox['level'], 'none'>;

/** The sandbox that tools run in, and why no stronger one is used. */
export type SandboxChoice = Readonly<{
  sandbox: Sandbox;
  refused: readonly Readonly<{ level: SandboxLevel; why: string }>[];
}>;

export type SandboxOptions = Readonly<{
  wanted: 'auto' | Sandbox['level'];
  /** What tools may read besides the system's folders. */
  readable: readonly string[];
  /** Absolute paths of the tools' programs. */
  programs: readonly string[];
  launcher: Launcher;
  folders: JobFolders;
  path: string;
  limits: ToolLimits;
  /** Files of the service that no tool may read. Missing ones pass the trial. */
  secrets: readonly string[];
}>;

/** Strongest first. */
const levels: readonly SandboxLevel[] = ['bwrap', 'limits'];

/**
 * The wanted sandbox, or for `auto` the strongest that works on this machine. Each is tested: a program
 * inside it tries everything that the sandbox must prevent.
 * @throws StartError when the wanted sandbox does not work.
 */
export const chooseSandbox = async (options: SandboxOptions): Promise<SandboxChoice> => {
  const { wanted } = options;
  const refused: { level: SandboxLevel; why: string }[] = [];
  for (const level of levels.filter((each) => wanted === 'auto' || wanted === each)) {
    const why = await weaknessOf(level, options);
    if (why === undefined) return { sandbox: sandboxOf(level, options), refused };
    refused.push({ level, why });
  }
  const [first] = refused;
  if (wanted !== 'auto' && first !== undefined) {
    throw new StartError(
      `tools.sandbox: "${wanted}" does not work here: ${first.why}. Fix that, or set it to "auto".`,
    );
  }
  return { sandbox: { level: 'none' }, refused };
};

/** The strongest wanted sandbox whose programs are there. `chooseSandbox` tries whether it holds. */
export const likelySandbox = (options: SandboxOptions): Sandbox => {
  const { wanted, path } = options;
  const likely = levels
    .filter((level) => wanted === 'auto' || wanted === level)
    .find((level) => neededFor[level].every((name) => findProgram(name, path) !== undefined));
  return likely === undefined ? { level: 'none' } : sandboxOf(likely, options);
};

/** The options that come from the configuration; `path` is where the tools are found. */
export const sandboxOptions = ({ tools, encoders, decoders }: SandboxConfig, path: string) => ({
  wanted: tools.sandbox,
  readable: tools.readable,
  limits: tools,
  programs: toolPrograms(encoders, decoders, path),
  path,
});

type SandboxConfig = Readonly<{
  tools: ToolLimits & Readonly<{ sandbox: SandboxOptions['wanted']; readable: readonly string[] }>;
  encoders: Readonly<Record<string, Encoder>>;
  decoders: Readonly<Record<string, Decoder>>;
}>;

const sandboxOf = (
  level: SandboxLevel,
  { readable, programs }: Pick<SandboxOptions, 'readable' | 'programs'>,
): Sandbox =>
  level === 'bwrap'
    ? {
        level,
        mounts: sandboxMounts([...ownProgramFiles, ...readable], programs, [
          compileCache,
          builtPrograms,
        ]),
      }
    : { level };

const neededFor: Readonly<Record<SandboxLevel, readonly SandboxProgramName[]>> = {
  bwrap: ['bwrap', 'prlimit'],
  limits: ['setpriv', 'prlimit', 'setsid'],
};

/** What a sandbox fails to prevent, or why it cannot run; undefined when it works. */
const weaknessOf = async (
  level: SandboxLevel,
  options: SandboxOptions,
): Promise<string | undefined> => {
  const missing = neededFor[level].find((name) => !findProgram(name, options.path));
  if (missing !== undefined) return `${missing} is not in ${options.path}`;
  const [own, other] = await Promise.all([options.folders.open(), options.folders.open()]);
  const listener = createServer((socket) => socket.destroy());
  listener.listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    await writeFile(other.file('canary'), 'secret');
    const { port } = listener.address() as AddressInfo;
    const isIsolated = level === 'bwrap';
    const attempts: SandboxTrialInput = {
      secrets: isIsolated ? [other.file('canary'), ...options.secrets] : [],
      targets: isIsolated ? [other.file('written')] : [],
      port,
      tooManyBytes: trialFileBytes + 1,
    };
    const { readable, programs } = options;
    const trial = { readable, programs: [...programs, process.execPath] };
    const result = await runTrial(sandboxOf(level, trial), attempts, own, options);
    return typeof result === 'string' ? result : weaknessIn(result, isIsolated);
  } finally {
    listener.close();
    await options.launcher.closeFolder(own.path);
    await Promise.all([own.remove(), other.remove()]);
  }
};

/** Limit of one file in a trial. */
const trialFileBytes = 1024 ** 2;
/** Node reserves address space that it does not use. */
const trialMemoryBytes = 64 * 1024 ** 3;
const trialDeadlineMs = 10_000;

const program = fileURLToPath(new URL('sandbox-trial.ts', import.meta.url));

/** What the program in the sandbox could do, or why it could not be run. */
const runTrial = async (
  sandbox: Sandbox,
  attempts: SandboxTrialInput,
  folder: JobFolder,
  { launcher, limits, path }: SandboxOptions,
): Promise<SandboxTrialResult | string> => {
  const text = await readFile(program, 'utf8');
  const end = await launcher.run(
    {
      argv: [
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        '--input-type=module-typescript',
        ...['--eval', text, '--', JSON.stringify(attempts)],
      ],
      cwd: folder.path,
      environment: toolEnvironment(path),
      deadlineMs: trialDeadlineMs,
      limits: { ...limits, memoryBytes: trialMemoryBytes, fileBytes: trialFileBytes },
      sandbox,
    },
    new AbortController().signal,
  );
  const report = end.printed.split('\n').find((line) => line.startsWith('{'));
  if (end.exitCode === 0 && report !== undefined) return JSON.parse(report) as SandboxTrialResult;
  const said = end.printed.split('\n', 1)[0] ?? '';
  return said === '' ? `a program in it ended abnormally (${end.how})` : said;
};

const weaknessIn = (feats: SandboxTrialResult, isIsolated: boolean): string | undefined => {
  const escape = isIsolated ? escapeIn(feats) : undefined;
  if (escape !== undefined) return `a program in it can ${escape}`;
  if (feats.writesTooMuch) return 'a program in it can write more than its limit';
  if (feats.gainsPrivileges) return 'a program in it can gain privileges';
  return feats.writesOwnFolder ? undefined : 'a program in it cannot write its own folder';
};

const escapeIn = (feats: SandboxTrialResult): string | undefined => {
  const [secret] = feats.secretsRead;
  if (secret !== undefined) return `read ${secret}`;
  if (feats.targetsWritten.length > 0) return 'write outside its folder';
  return feats.connects ? 'open a connection' : undefined;
};
