import { lstatSync, readlinkSync } from 'node:fs';

/** What one tool is allowed: by the kernel (setrlimit(2)), and by whoever watches it. */
export type ToolLimits = Readonly<{
  /** Address space of each process; resident memory of all of them together. */
  memoryBytes: number;
  cpuSeconds: number;
  fileBytes: number;
  /** Of the files in its job's folder together. */
  folderBytes: number;
  /** Files and folders in it. */
  folderFiles: number;
  processes: number;
}>;

/**
 * What holds a tool in. `none`: nothing. `limits`: the kernel's limits and no new privileges. `bwrap`:
 * those, and no network, no other processes, no files but `mounts`, its program and its folder.
 */
export type Sandbox =
  | Readonly<{ level: 'none' }>
  | Readonly<{ level: 'limits' }>
  | Readonly<{ level: 'bwrap'; mounts: readonly string[] }>;

type Argv = readonly [string, ...string[]];

/** What starts `argv` in the folder `cwd` so that it is held in (setpriv(1), prlimit(1), bwrap(1)). */
export const heldIn = (
  sandbox: Sandbox,
  { argv, cwd, limits }: Readonly<{ argv: Argv; cwd: string; limits: ToolLimits }>,
): Argv => {
  switch (sandbox.level) {
    case 'none':
      return argv;
    case 'limits':
      return ['setpriv', '--pdeathsig=KILL', '--no-new-privs', ...limited(limits, argv)];
    case 'bwrap':
      return [
        'bwrap',
        ...isolation,
        ...sandbox.mounts,
        ...programMount(argv[0]),
        // Last, since it may lie below what is mounted before.
        ...['--bind', cwd, cwd, '--chdir', cwd, '--remount-ro', '/', '--remount-ro', '/dev', '--'],
        ...limited(limits, argv),
      ];
    default:
      return sandbox satisfies never;
  }
};

/** Inside of bwrap, so that what sets the sandbox up is not held to the tool's limits. */
const limited = (limits: ToolLimits, argv: Argv): Argv => [
  'prlimit',
  `--as=${limits.memoryBytes}`,
  // A second between SIGXCPU and SIGKILL, which so only comes when memory has run out.
  `--cpu=${limits.cpuSeconds}:${limits.cpuSeconds + 1}`,
  `--fsize=${limits.fileBytes}`,
  `--nproc=${limits.processes}`,
  '--core=0',
  '--',
  ...argv,
];

/**
 * Namespaces of its own: no network but an empty loopback, no processes to see or to signal (and all
 * that it starts dies with it, in whatever session), no capabilities. bwrap sets no-new-privileges
 * itself. There is no /proc, and `/dev` has only the likes of `null` and `zero`.
 */
const isolation = [
  '--unshare-user',
  '--unshare-pid',
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
 * Mounts for `bwrap`: the system's programs and libraries, and `readable`, all to be read only. Of
 * `/etc` only what finds libraries and programs.
 */
export const sandboxMounts = (readable: readonly string[]): readonly string[] => [
  ...['--ro-bind', '/usr', '/usr'],
  ...systemFolders.flatMap(systemMount),
  ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
  ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
  ...readable.flatMap((path) => ['--ro-bind', path, path]),
];

/** Where `/usr` is merged these are links into it. */
const systemMount = (path: string): readonly string[] => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  return stats.isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
};

/** A program outside of the system's folders, alone. */
const programMount = (program: string): readonly string[] =>
  ['/usr', ...systemFolders].some((folder) => program.startsWith(`${folder}/`))
    ? []
    : ['--ro-bind', program, program];
