import { latin1Of, sectionOf, viewOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';

/** One box: `[offset, end)` includes its header. */
export type Box = Readonly<{ type: string; offset: number; end: number; data: ByteSource }>;

/** Size and type. A 64-bit size follows where the size is 1. */
const headerBytes = 8;
const longHeaderBytes = 16;

/** Most boxes side by side: a grid of 1,000 tiles has as many entries of items. */
const maxBoxes = 4096;

/**
 * The boxes in `[start, end)` of a file, in order. Boxes inside them are not read: the caller names each
 * box that it opens, so depth has a bound. Throws `decode_failed` at a box that does not fit.
 * ISO/IEC 14496-12, 4.2.
 */
export function* boxesOf(source: ByteSource, start: number, end: number): Generator<Box> {
  let position = start;
  for (let count = 0; position < end; count += 1) {
    if (count === maxBoxes) throw decodeFailed(`AVIF has more than ${maxBoxes} boxes in a row.`);
    const box = boxAt(source, position, end);
    yield box;
    position = box.end;
  }
}

const boxAt = (source: ByteSource, offset: number, limit: number): Box => {
  const header = source.read(offset, Math.min(longHeaderBytes, limit - offset));
  if (header.length < headerBytes) throw decodeFailed('AVIF is truncated in the header of a box.');
  const view = viewOf(header);
  const short = view.getUint32(0);
  const isLong = short === 1;
  if (isLong && header.length < longHeaderBytes) {
    throw decodeFailed('AVIF is truncated in the header of a box.');
  }
  const start = isLong ? longHeaderBytes : headerBytes;
  const size = isLong ? Number(view.getBigUint64(8)) : short;
  // A size of 0 reaches to the end of the file.
  const end = short === 0 && limit === source.size ? limit : offset + size;
  if (end < offset + start || end > limit) throw decodeFailed('AVIF has a box of impossible size.');
  const type = latin1Of(header.subarray(4, 8));
  return { type, offset, end, data: sectionOf(source, offset + start, end - offset - start) };
};

/** Where the data of a box starts in the file. */
export const dataOffsetOf = ({ end, data }: Box): number => end - data.size;

/** The boxes inside a box, behind `skipped` bytes of its data. */
export const boxesIn = (source: ByteSource, box: Box, skipped = 0): Generator<Box> =>
  boxesOf(source, Math.min(box.end, dataOffsetOf(box) + skipped), box.end);

/** Version and flags come before the contents of a full box. */
export const fullBoxBytes = 4;
