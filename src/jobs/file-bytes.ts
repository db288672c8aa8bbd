import { closeSync, fstatSync, readSync, statSync } from 'node:fs';
import type { ByteSource } from '../image/bytes.ts';
import { openPlainFile } from '../plain-files.ts';

/**
 * Gives `work` random access to the bytes of a file, and closes the file afterwards. Reads are
 * synchronous: they are few, since `image` reads in pages, and the file was just written.
 */
export const withFileBytes = async <T>(
  path: string,
  work: (source: ByteSource) => T | Promise<T>,
): Promise<T> => {
  const descriptor = openPlainFile(path);
  try {
    return await work(sourceOf(descriptor));
  } finally {
    closeSync(descriptor);
  }
};

const sourceOf = (descriptor: number): ByteSource => {
  const { size } = fstatSync(descriptor);
  const read: ByteSource['read'] = (offset, length, into) => {
    const count = Math.max(0, Math.min(length, size - offset));
    const bytes = into?.subarray(0, count) ?? Buffer.alloc(count);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, count, offset));
  };
  return { size, read };
};

/** Length of a file in bytes, which was just written too. */
export const fileBytes = (path: string): number => statSync(path).size;
