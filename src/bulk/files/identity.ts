import type { BigIntStats } from 'node:fs';

/**
 * By what a file is known again. Times are those of its content, in nanoseconds. Numbers of 64 bits are text, as JSON
 * can have them.
 */
export type Identity = Readonly<{ inode: string; bytes: number; modifiedNs: string }>;

export const identityOf = ({
  ino,
  size,
  mtimeNs,
}: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): Identity => ({
  inode: String(ino),
  bytes: Number(size),
  modifiedNs: String(mtimeNs),
});

/** Whether nobody has changed or replaced the file. */
export const isSameFile = (one: Identity, other: Identity): boolean =>
  one.inode === other.inode && hasSameContent(one, other);

/** The same where the file may have been moved to another disk, which keeps length and time. */
export const hasSameContent = (one: Identity, other: Identity): boolean =>
  one.bytes === other.bytes && one.modifiedNs === other.modifiedNs;
