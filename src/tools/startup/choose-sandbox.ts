import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../errors.ts';
import type { Decoder } from '../../image/decoder.ts';
import type { Encoder } from '../../image/encoder.ts';
import type { JobFolder, JobFolders } from '../../jobs/job-folder.ts';
import type { Launcher } from '../process/launcher.ts';
import {
  type Sandbox,
  sandboxMounts,
  type SandboxProgramName,
  type ToolLimits,
} from '../process/sandbox.ts';
import { toolPrograms } from './tool-checks.ts';
import { findProgram, toolEnvironment } from '../find-program.ts';

/** The levels that confine a tool. */
type SandboxLevel = Exclude<Sandbox['level'], 'none'>;

/** The sandbox that tools run in, and why no stronger one is used. */
export type SandboxChoice = Readonly<{
  sandbox: Sandbox;
  refused: readonly Readonly<{ level: SandboxLevel; why: string }>[];
}>;

export type SandboxConfig = Readonly<{
  tools: ToolLimits &
    Readonly<{
      sandbox: 'auto' | Sandbox['level'];
      /** What tools may read besides the system's folders. */
      readable: readonly string[];
    }>;
  encoders: Readonly<Record<string, Encoder>>;
  decoders: Readonly<Record<string, Decoder>>;
}>;

type SandboxParts = Readonly<{
  launcher: Launcher;
  folders: JobFolders;
  /** Where tools are found, as in PATH. */
  path: string;
  /** Files of the service that no tool may read. Missing ones pass the trial. */
  secrets: readonly string[];
}>;

/** Strongest first. */
const levels: readonly SandboxLevel[] = ['bwrap', 'limits'];

/**
 * The wanted sandbox, or for `auto` the strongest that works on this machine. Each is tested: a program
 * inside it tries everything that the sandbox must prevent. Without a sandbox tools run only where that is wanted by name.
 * @throws StartError when the wanted sandbox does not work, or none does.
 */
export const chooseSandbox = async (
  { tools, encoders, decoders }: SandboxConfig,
  parts: SandboxParts,
): Promise<SandboxChoice> => {
  const { sandbox: wanted, readable } = tools;
  const programs = toolPrograms(encoders, decoders, parts.path);
  const options = { ...parts, limits: tools, readable, programs };
  const refused: { level: SandboxLevel; why: string }[] = [];
  for (const level of levels.filter((each) => wanted === 'auto' || wanted === each)) {
    const why = await weaknessOf(level, options);
    if (why === undefined) return { sandbox: sandboxOf(level, options), refused };
    refused.push({ level, why });
  }
  if (wanted === 'none') return { sandbox: { level: 'none' }, refused };
  const whys = refused.map(({ level, why }) => (wanted === 'auto' ? `${level}: ${why}` : why));
  throw new StartError(
    wanted === 'auto'
      ? `tools.sandbox: no sandbox works here (${whys.join('; ')}). Fix that. "none" runs tools without one: they can then do what the service can.`
      : `tools.sandbox: "${wanted}" does not work here: ${whys.join()}. Fix that, or set it to "auto".`,
  );
};

/** How a sandbox is tried; `programs` are the absolute paths of those of the tools. */
type TrialOptions = SandboxParts &
  Readonly<{ limits: ToolLimits; readable: readonly string[]; programs: readonly string[] }>;

const sandboxOf = (
  level: SandboxLevel,
  { readable, programs }: Pick<TrialOptions, 'readable' | 'programs'>,
): Sandbox =>
  level === 'bwrap'
    ? { level, mounts: sandboxMounts(readable, programs, builtPrograms) }
    : { level };

const built = fileURLToPath(new URL('../../../.tools/bin', import.meta.url));

/** Folders of programs that `bin/setup` has got: as found, and where links lead, by which vips finds its library. */
const builtPrograms: readonly string[] = existsSync(built)
  ? [...new Set([built, realpathSync(built)])]
  : [built];

const neededFor: Readonly<Record<SandboxLevel, readonly SandboxProgramName[]>> = {
  bwrap: ['bwrap', 'prlimit'],
  limits: ['setpriv', 'prlimit', 'setsid'],
};

/** What a sandbox fails to prevent, or why it cannot run; undefined when it works. */
const weaknessOf = async (
  level: SandboxLevel,
  options: TrialOptions,
): Promise<string | undefined> => {
  const missing = [...neededFor[level], 'bash'].find((name) => !findProgram(name, options.path));
  if (missing !== undefined) return `${missing} is not in ${options.path}`;
  const [own, other] = await Promise.all([options.folders.open(), options.folders.open()]);
  const listener = createServer((socket) => socket.destroy());
  try {
    const host = await listenLocally(listener);
    await writeFile(other.file('canary'), 'secret');
    const { port } = listener.address() as AddressInfo;
    const secrets = [other.file('canary'), ...options.secrets];
    const isolated =
      level === 'bwrap' ? [`${host}/${port}`, other.file('written'), ...secrets] : [];
    return await runTrial(level, isolated, own, options);
  } finally {
    listener.close();
    await options.launcher.closeFolder(own.path);
    await Promise.all([own.remove(), other.remove()]);
  }
};

/** On the address of this machine that it has: some have IPv6 alone. */
const listenLocally = async (listener: Server): Promise<string> => {
  try {
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    return '127.0.0.1';
  } catch {
    await once(listener.listen(0, '::1'), 'listening');
    return '::1';
  }
};

/** Limit of one file in a trial. */
const trialFileBytes = 64 * 1024;
const trialDeadlineMs = 10_000;

/** A program of bash, which unlike other shells can open connections. */
const program = new URL('sandbox-trial.bash', import.meta.url);

/** What the program in the sandbox could do, or why it could not be run. */
const runTrial = async (
  level: SandboxLevel,
  isolated: readonly string[],
  folder: JobFolder,
  { launcher, limits, path, readable, programs }: TrialOptions,
): Promise<string | undefined> => {
  const text = await readFile(program, 'utf8');
  const bash = findProgram('bash', path) ?? 'bash';
  const end = await launcher.run(
    {
      argv: [bash, '-c', text, 'sandbox-trial', `${trialFileBytes}`, ...isolated],
      cwd: folder.path,
      environment: toolEnvironment(path),
      deadlineMs: trialDeadlineMs,
      limits: { ...limits, fileBytes: trialFileBytes },
      sandbox: sandboxOf(level, { readable, programs: [...programs, bash] }),
    },
    new AbortController().signal,
  );
  const [said = ''] = end.printed.split('\n', 1);
  if (end.exitCode === 0 && said === 'nothing') return undefined;
  return said === '' ? `a program in it ended abnormally (${end.how})` : said;
};
