import { lstatSync, readlinkSync } from 'node:fs';
import { findProgram } from '../find-program.ts';
import { hostLimits, type HostLimits } from './host-limits.ts';

/** Limits of one tool. The kernel enforces some (setrlimit(2)), `watchTool` the others. */
export type ToolLimits = Readonly<{
  /** Address space of each process, and resident memory of all its processes together. */
  memoryBytes: number;
  cpuSeconds: number;
  fileBytes: number;
  /** Of all files in its job's folder together. */
  folderBytes: number;
  /** Number of files and folders in the job's folder. */
  folderFiles: number;
  processes: number;
}>;

/**
 * How a tool is confined. `none`: not at all. `limits`: the kernel's limits and no new privileges.
 * `bwrap`: also no network, no other processes, and no files except `mounts` and its folder.
 */
export type Sandbox =
  | Readonly<{ level: 'none' }>
  | Readonly<{ level: 'limits' }>
  | Readonly<{ level: 'bwrap'; mounts: readonly string[] }>;

type Argv = readonly [string, ...string[]];

/** Absolute paths of the programs that make a sandbox: bwrap(1), prlimit(1), setpriv(1), setsid(1). */
export type SandboxPrograms = Readonly<Record<SandboxProgramName, string>>;

export type SandboxProgramName = (typeof sandboxProgramNames)[number];

const sandboxProgramNames = ['bwrap', 'prlimit', 'setpriv', 'setsid'] as const;

/** These programs in `path`, as in PATH. One that is missing is reported when it is to be started. */
export const sandboxProgramsIn = (path: string): SandboxPrograms =>
  Object.fromEntries(
    sandboxProgramNames.map((name) => [name, findProgram(name, path) ?? name]),
  ) as SandboxPrograms;

/**
 * The command line that runs `argv` in the folder `cwd` and in the sandbox. Its limits are the lower ones of `limits` and
 * `host`, since no process may exceed those of the host.
 */
export const sandboxedArgv = (
  sandbox: Sandbox,
  { argv, cwd, limits }: Readonly<{ argv: Argv; cwd: string; limits: ToolLimits }>,
  { bwrap, prlimit, setpriv }: SandboxPrograms,
  host: HostLimits = hostLimits(),
): Argv => {
  const limited = [prlimit, ...limitFlags(limits, host), '--core=0', '--', ...argv] as const;
  switch (sandbox.level) {
    case 'none':
      return argv;
    case 'limits':
      return [setpriv, '--pdeathsig=KILL', '--no-new-privs', ...limited];
    case 'bwrap':
      return [
        bwrap,
        ...bwrapFlags,
        ...sandbox.mounts,
        ...programMount(prlimit),
        // Last, since the folder may lie below an earlier mount.
        ...['--bind', cwd, cwd, '--chdir', cwd, '--remount-ro', '/', '--remount-ro', '/dev', '--'],
        ...limited,
      ];
    default:
      return sandbox satisfies never;
  }
};

/** For prlimit(1), which is used inside bwrap, so that the limits do not apply to setting up the sandbox. */
const limitFlags = (limits: ToolLimits, host: HostLimits): readonly string[] => {
  const { memoryBytes, cpuSeconds, fileBytes, processes } = limits;
  const flag = (name: keyof HostLimits, most: number): string =>
    rangeOf(
      name,
      Math.min(most, host[name].soft, host[name].hard),
      Math.min(most, host[name].hard),
    );
  // A second between SIGXCPU and SIGKILL: a tool is ended by SIGXCPU, so SIGKILL means lack of memory.
  const cpuHard = Math.min(cpuSeconds + 1, host.cpu.hard);
  const cpuSoft = Math.min(cpuSeconds, host.cpu.soft, cpuHard - 1);
  return [
    flag('as', memoryBytes),
    rangeOf('cpu', cpuSoft, cpuHard),
    flag('fsize', fileBytes),
    flag('nproc', processes),
  ];
};

const rangeOf = (name: string, soft: number, hard: number): string =>
  `--${name}=${soft}${soft === hard ? '' : `:${hard}`}`;

/**
 * Namespaces of its own: no network except an empty loopback, no other processes to see or signal, no
 * capabilities. All processes that it starts die with it, in any session. bwrap sets no-new-privileges
 * itself. There is no /proc, and `/dev` has only devices such as `null` and `zero`.
 */
const bwrapFlags = [
  '--unshare-user',
  '--unshare-pid',
  // The program is the first process of its namespace: no other process in it can kill the program.
  '--as-pid-1',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  ...['--cap-drop', 'ALL'],
  '--new-session',
  '--die-with-parent',
  ...['--dev', '/dev'],
];

const systemFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/**
 * Read-only mounts for `bwrap`: the system's programs and libraries, `readable`, `programs`, and `optional` where it
 * exists. Of `/etc`, only the files by which libraries and programs are found.
 */
export const sandboxMounts = (
  readable: readonly string[],
  programs: readonly string[] = [],
  optional: readonly string[] = [],
): readonly string[] => [
  ...['--ro-bind', '/usr', '/usr'],
  ...systemFolders.flatMap(systemMount),
  ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
  ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
  ...readable.flatMap((path) => ['--ro-bind', path, path]),
  ...optional.flatMap((path) => ['--ro-bind-try', path, path]),
  // A mount of its own would keep showing a program that is replaced in a folder.
  ...[...new Set(programs)]
    .filter((program) => ![...readable, ...optional].some((path) => isBelow(program, path)))
    .flatMap(programMount),
];

const isBelow = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);

/** On systems with a merged `/usr`, these folders are links into it. */
const systemMount = (path: string): readonly string[] => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  return stats.isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
};

/** The mount of a program outside the system's folders. */
const programMount = (program: string): readonly string[] =>
  ['/usr', ...systemFolders].some((folder) => program.startsWith(`${folder}/`))
    ? []
    : ['--ro-bind', program, program];
