import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../image/bytes.ts';

/** Read ahead, since headers are read in small steps that lie close together. */
const pageBytes = 65_536;

/**
 * Gives `work` random access to the bytes of a file, one page in memory at a time, and closes the file
 * afterwards. Reads are synchronous: they are few, small, and from a file just written.
 */
export const withFileBytes = async <T>(
  path: string,
  work: (source: ByteSource) => T | Promise<T>,
): Promise<T> => {
  const descriptor = openSync(path, 'r');
  try {
    return await work(pagedSource(descriptor));
  } finally {
    closeSync(descriptor);
  }
};

const pagedSource = (descriptor: number): ByteSource => {
  const { size } = fstatSync(descriptor);
  const page = Buffer.alloc(Math.min(pageBytes, size));
  let pageStart = 0;
  let pageLength = 0;
  const read = (offset: number, length: number): Uint8Array => {
    const wanted = Math.max(0, Math.min(length, size - offset));
    if (wanted > page.length) return readAt(descriptor, offset, Buffer.alloc(wanted));
    if (offset < pageStart || offset + wanted > pageStart + pageLength) {
      pageStart = offset;
      pageLength = readAt(descriptor, offset, page).length;
    }
    // A copy: the page is used again by the next read.
    return Uint8Array.prototype.slice.call(page, offset - pageStart, offset - pageStart + wanted);
  };
  return { size, read };
};

const readAt = (descriptor: number, offset: number, into: Buffer): Buffer =>
  into.subarray(0, readSync(descriptor, into, 0, into.length, offset));
