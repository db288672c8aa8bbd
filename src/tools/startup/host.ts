import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostLimits } from '../process/host-limits.ts';
import type { ToolLimits } from '../process/sandbox.ts';

/** Something that the host allows, in words for the operator. */
export type HostFact = Readonly<{ name: string; allows: string }>;

/**
 * What the host allows the service and its tools: namespaces, limits of processes, limits of control groups. Of a limit
 * that is lower than the one of the settings, the fact says so: the lower one counts.
 */
export const hostFacts = (limits: ToolLimits, read: ReadText = readText): readonly HostFact[] => {
  const { nproc, nofile, fsize, as, cpu } = hostLimits();
  return [
    { name: 'user namespaces', allows: userNamespaces(read) },
    limitFact('processes', nproc.hard, ['tools.processes', limits.processes]),
    limitFact('open files', nofile.hard),
    limitFact('bytes of a file', fsize.hard, ['tools.fileBytes', limits.fileBytes]),
    limitFact('bytes of memory of a process', as.hard, ['tools.memoryBytes', limits.memoryBytes]),
    limitFact('seconds of CPU of a process', cpu.hard, ['tools.cpuSeconds', limits.cpuSeconds]),
    ...groupLimits.map(({ name, files }) => ({
      name: `${name} of the control group`,
      allows: groupLimit(files, read),
    })),
  ];
};

/** The text of a file; undefined where it cannot be read. */
type ReadText = (path: string) => string | undefined;

const readText: ReadText = (path) => {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return undefined;
  }
};

/** Sources: namespaces(7), and the settings of Debian's and Ubuntu's kernels. */
const userNamespaces = (read: ReadText): string => {
  if (read('/proc/sys/user/max_user_namespaces') === '0')
    return 'no (user.max_user_namespaces is 0)';
  if (read('/proc/sys/kernel/unprivileged_userns_clone') === '0')
    return 'to root only (kernel.unprivileged_userns_clone is 0)';
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'to programs with a profile (kernel.apparmor_restrict_unprivileged_userns is 1)';
  return read('/proc/self/ns/user') === undefined && read('/proc/self/status') === undefined
    ? 'not known without /proc'
    : 'yes';
};

const limitFact = (
  name: string,
  hard: number,
  [setting, wanted]: readonly [string?, number?] = [],
): HostFact => {
  if (hard === Infinity) return { name, allows: 'no limit' };
  const isLower = wanted !== undefined && hard < wanted;
  return { name, allows: `${hard}${isLower ? `, which counts, not ${wanted} of ${setting}` : ''}` };
};

/** In version 2 (one tree) and in version 1 (a tree for each controller). Source: cgroups(7). */
const groupLimits = [
  { name: 'processes', files: ['pids.max', 'pids/pids.max'] },
  { name: 'bytes of memory', files: ['memory.max', 'memory/memory.limit_in_bytes'] },
  { name: 'CPU', files: ['cpu.max', 'cpu/cpu.cfs_quota_us'] },
] as const;

/** The lowest of the group and those above it. Without a limit, version 1 has a number above all memory, or -1. */
const groupLimit = (files: readonly [string, string], read: ReadText): string => {
  const own = read('/proc/self/cgroup') ?? '';
  const [, unified = '/'] = /^0::(.*)$/m.exec(own) ?? [];
  const [controller = ''] = files[1].split('/');
  const [, separate = '/'] =
    new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(.*)$`, 'm').exec(own) ?? [];
  const texts = [
    ...foldersUpFrom(unified).map((folder) => read(join('/sys/fs/cgroup', folder, files[0]))),
    ...foldersUpFrom(separate).map((folder) =>
      read(join('/sys/fs/cgroup', controller, folder, files[1].slice(controller.length + 1))),
    ),
  ];
  const limited = texts
    .filter((text) => text !== undefined && /^\d/.test(text))
    .filter((text) => Number.parseInt(text ?? '') < Number.MAX_SAFE_INTEGER)
    .toSorted((one, other) => Number.parseInt(one ?? '') - Number.parseInt(other ?? ''));
  return limited[0] ?? 'no limit';
};

const foldersUpFrom = (folder: string): readonly string[] =>
  folder === '/' || folder === '' ? ['/'] : [folder, ...foldersUpFrom(join(folder, '..'))];
