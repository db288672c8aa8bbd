import { expect } from 'chai';
import { hostFacts } from '../../../src/tools/startup/host.ts';
import { roomyLimits } from '../../support/tools/processes.ts';

const on = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    hostFacts(roomyLimits, (path) => files[path]).map(({ name, allows }) => [name, allows]),
  );

describe('what the host allows', () => {
  for (const [title, files, expected] of [
    ['namespaces', { '/proc/self/status': '' }, 'yes'],
    [
      'no namespaces',
      { '/proc/sys/user/max_user_namespaces': '0' },
      'no (user.max_user_namespaces is 0)',
    ],
    [
      'namespaces to root only',
      { '/proc/sys/kernel/unprivileged_userns_clone': '0' },
      'to root only (kernel.unprivileged_userns_clone is 0)',
    ],
    [
      'namespaces to programs with a profile',
      { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1' },
      'to programs with a profile (kernel.apparmor_restrict_unprivileged_userns is 1)',
    ],
    ['what is not known', {}, 'not known without /proc'],
  ] as const) {
    it(`is ${title}`, () => {
      expect(on(files)).to.include({ 'user namespaces': expected });
    });
  }

  it('is the lowest limit of the control group and those above it, in version 2', () => {
    expect(
      on({
        '/proc/self/cgroup': '0::/system/shrinkd',
        '/sys/fs/cgroup/pids.max': 'max',
        '/sys/fs/cgroup/system/pids.max': '100',
        '/sys/fs/cgroup/system/shrinkd/pids.max': '512',
        '/sys/fs/cgroup/system/shrinkd/memory.max': '2147483648',
        '/sys/fs/cgroup/system/shrinkd/cpu.max': '200000 100000',
      }),
    ).to.include({
      'processes of the control group': '100',
      'bytes of memory of the control group': '2147483648',
      'CPU of the control group': '200000 100000',
    });
  });

  it('is the limit of the control group in version 1', () => {
    expect(
      on({
        '/proc/self/cgroup': '4:memory:/box\n3:pids:/box\n2:cpu,cpuacct:/\n0::/',
        '/sys/fs/cgroup/pids/box/pids.max': '64',
        '/sys/fs/cgroup/memory/box/memory.limit_in_bytes': '9223372036854771712',
        '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
      }),
    ).to.include({
      'processes of the control group': '64',
      'bytes of memory of the control group': 'no limit',
      'CPU of the control group': 'no limit',
    });
  });
});
