import type { BigIntStats } from 'node:fs';

/** By what a file is known again. Times are those of its content, in nanoseconds. */
export type Identity = Readonly<{ inode: bigint; bytes: number; modifiedNs: bigint }>;

export const identityOf = ({
  ino,
  size,
  mtimeNs,
}: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs'>): Identity => ({
  inode: ino,
  bytes: Number(size),
  modifiedNs: mtimeNs,
});

/** Whether nobody has changed or replaced the file. */
export const isSameFile = (one: Identity, other: Identity): boolean =>
  one.inode === other.inode && hasSameContent(one, other);

/** The same where the file may have been moved to another disk, which keeps length and time. */
export const hasSameContent = (one: Identity, other: Identity): boolean =>
  one.bytes === other.bytes && one.modifiedNs === other.modifiedNs;
