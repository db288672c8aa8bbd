import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../errors.ts';
import type { JobFolder, JobFolders } from '../../jobs/job-folder.ts';
import type { Launcher } from '../process/launcher.ts';
import { type Sandbox, sandboxMounts, type ToolLimits } from '../process/sandbox.ts';
import type { Attempts, Feats } from './sandbox-trial.ts';
import { findProgram, toolEnvironment } from '../find-program.ts';

type Held = Exclude<Sandbox['level'], 'none'>;

/** The sandbox that tools run in, and why no stronger one does. */
export type SandboxChoice = Readonly<{
  sandbox: Sandbox;
  refused: readonly Readonly<{ level: Held; why: string }>[];
}>;

export type SandboxOptions = Readonly<{
  wanted: 'auto' | Sandbox['level'];
  /** What tools may read besides the system's folders. */
  readable: readonly string[];
  launcher: Launcher;
  folders: JobFolders;
  path: string;
  limits: ToolLimits;
  /** Files of the service that no tool may read; those that do not exist count as unread. */
  secrets: readonly string[];
}>;

/** Strongest first. */
const levels: readonly Held[] = ['bwrap', 'limits'];

/**
 * The sandbox that is wanted, or for `auto` the strongest that holds on this machine: a program inside
 * of it tries what it must not be able to do.
 * @throws StartError when the one that is wanted does not hold.
 */
export const chooseSandbox = async (options: SandboxOptions): Promise<SandboxChoice> => {
  const { wanted } = options;
  const refused: { level: Held; why: string }[] = [];
  for (const level of levels.filter((each) => wanted === 'auto' || wanted === each)) {
    const sandbox = sandboxOf(level, options);
    const why = await holeIn(sandbox, options);
    if (why === undefined) return { sandbox, refused };
    refused.push({ level, why });
  }
  const [first] = refused;
  if (wanted !== 'auto' && first !== undefined) {
    throw new StartError(
      `tools.sandbox: "${wanted}" does not work here: ${first.why}. Mend that, or set it to "auto".`,
    );
  }
  return { sandbox: { level: 'none' }, refused };
};

/** What the configuration says of it. */
export const sandboxOptions = ({
  tools,
}: {
  tools: ToolLimits & Readonly<{ sandbox: SandboxOptions['wanted']; readable: readonly string[] }>;
}) => ({ wanted: tools.sandbox, readable: tools.readable, limits: tools });

const sandboxOf = (level: Held, { readable }: SandboxOptions): Sandbox =>
  level === 'bwrap' ? { level, mounts: sandboxMounts(readable) } : { level };

const programsOf: Readonly<Record<Held, readonly string[]>> = {
  bwrap: ['bwrap', 'prlimit'],
  limits: ['setpriv', 'prlimit'],
};

/** Undefined for a sandbox that holds; else what is wrong with it. */
const holeIn = async (sandbox: Sandbox, options: SandboxOptions): Promise<string | undefined> => {
  if (sandbox.level === 'none') return undefined;
  const missing = programsOf[sandbox.level].find((name) => !findProgram(name, options.path));
  if (missing !== undefined) return `${missing} is not in ${options.path}`;
  const [own, other] = await Promise.all([options.folders.open(), options.folders.open()]);
  const listener = createServer((socket) => socket.destroy());
  listener.listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    await writeFile(other.file('canary'), 'secret');
    const { port } = listener.address() as AddressInfo;
    const isIsolated = sandbox.level === 'bwrap';
    const attempts: Attempts = {
      secrets: isIsolated ? [other.file('canary'), ...options.secrets] : [],
      targets: isIsolated ? [other.file('written')] : [],
      port,
      pid: process.pid,
      tooManyBytes: trialFileBytes + 1,
    };
    const feats = await featsIn(sandbox, attempts, own, options);
    return typeof feats === 'string' ? feats : faultOf(feats, isIsolated);
  } finally {
    listener.close();
    await Promise.all([own.remove(), other.remove()]);
  }
};

const trialFileBytes = 1024 ** 2;
/** Node reserves addresses that it does not use. */
const trialMemoryBytes = 64 * 1024 ** 3;
const trialDeadlineMs = 10_000;

const program = fileURLToPath(new URL('sandbox-trial.ts', import.meta.url));

/** What the trial could do, or why it could not even run. */
const featsIn = async (
  sandbox: Sandbox,
  attempts: Attempts,
  folder: JobFolder,
  { launcher, limits, path }: SandboxOptions,
): Promise<Feats | string> => {
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
  if (end.exitCode === 0 && report !== undefined) return JSON.parse(report) as Feats;
  const said = end.printed.split('\n', 1)[0] ?? '';
  return said === '' ? `a program in it did not end well (${end.how})` : said;
};

const faultOf = (feats: Feats, isIsolated: boolean): string | undefined => {
  const escape = isIsolated ? escapeOf(feats) : undefined;
  if (escape !== undefined) return `a program in it can ${escape}`;
  if (feats.writesTooMuch) return 'a program in it can write more than its limit';
  if (feats.gainsPrivileges) return 'a program in it can gain privileges';
  return feats.writesOwnFolder ? undefined : 'a program in it cannot write its own folder';
};

const escapeOf = (feats: Feats): string | undefined => {
  const [secret] = feats.secretsRead;
  if (secret !== undefined) return `read ${secret}`;
  if (feats.targetsWritten.length > 0) return 'write outside of its folder';
  if (feats.connects) return 'open a connection';
  return feats.signals ? 'signal the service' : undefined;
};
