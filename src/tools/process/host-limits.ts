import { readFileSync } from 'node:fs';

/** What the host lets a process set its own limits to; Infinity for none. Source: getrlimit(2). */
type HostLimit = Readonly<{ soft: number; hard: number }>;

export type HostLimits = Readonly<Record<keyof typeof names, HostLimit>>;

/** By the options of prlimit(1), as proc(5) names them. */
const names = {
  as: 'Max address space',
  cpu: 'Max cpu time',
  fsize: 'Max file size',
  nofile: 'Max open files',
  nproc: 'Max processes',
} as const;

/** The limits of this process, which what it starts inherits. Where there is no /proc, none are known. */
export const hostLimits = (): HostLimits => limitsIn(ownLimits());

/** The limits in a file of proc(5), limits. One that it does not name counts as none. */
export const limitsIn = (text: string): HostLimits =>
  Object.fromEntries(
    Object.entries(names).map(([option, name]) => {
      const [, soft, hard] = new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(text) ?? [];
      return [option, { soft: numberOf(soft), hard: numberOf(hard) }];
    }),
  ) as HostLimits;

const numberOf = (word = 'unlimited'): number => (word === 'unlimited' ? Infinity : Number(word));

const ownLimits = (): string => {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
};
