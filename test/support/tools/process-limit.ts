import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps a process from starting others, by a control group of its own. The limit of a user's processes does
 * not apply to root. Undefined where no such group can be made, which takes root (cgroups(7)).
 */
export const limitProcesses = (pid: number): Readonly<{ remove: () => void }> | undefined => {
  const root = roots.find((folder) => existsSync(folder));
  if (root === undefined) return undefined;
  const group = join(root, `shrinkd-test-${pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'pids.max'), '1');
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
  return { remove: () => rmdirSync(group) };
};

/** Version 1 where the kernel has it, else version 2. */
const roots = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup'];
