import { decodeFailed } from '../decode-failed.ts';
import { dataOffsetOf, type Box } from './boxes.ts';
import { fullBoxOf, type Fields } from './fields.ts';

/** A part of an item's data: bytes of the file. */
export type Extent = Readonly<{ offset: number; length: number }>;

/** Most parts of all items together. */
const maxExtents = 4096;

type Sizes = Readonly<{ offset: number; length: number; base: number; index: number }>;

/**
 * Where the data of each item is, by its id. Left out are items whose data is in another file, or is made
 * of other items. Throws `decode_failed` where a part lies outside of the file of `fileBytes`.
 * ISO/IEC 14496-12, 8.11.3.
 */
export const locationsIn = (
  iloc: Box,
  idat: Box | undefined,
  fileBytes: number,
): ReadonlyMap<number, readonly Extent[]> => {
  const { version, fields } = fullBoxOf(iloc.data);
  if (version > 2) throw decodeFailed('AVIF has an unknown kind of item locations.');
  const sizes = sizesOf(fields, version);
  const count = fields.uint(version < 2 ? 2 : 4);
  const locations = new Map<number, readonly Extent[]>();
  let left = maxExtents;
  for (let index = 0; index < count; index += 1) {
    const id = fields.uint(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : fields.uint(2) & 0xf;
    const isOtherFile = fields.uint(2) !== 0;
    const base = fields.uint(sizes.base);
    const extents = Array.from({ length: fewer(fields.uint(2), left) }, () => {
      fields.uint(sizes.index);
      return { offset: base + fields.uint(sizes.offset), length: fields.uint(sizes.length) };
    });
    left -= extents.length;
    if (locations.has(id)) throw decodeFailed('AVIF has two locations of one item.');
    if (isOtherFile || method > 1) continue;
    const within = method === 0 ? { offset: 0, length: fileBytes } : partOf(idat);
    locations.set(
      id,
      extents.map((extent) => placedIn(extent, within)),
    );
  }
  return locations;
};

const sizesOf = (fields: Fields, version: number): Sizes => {
  const [first, second] = [fields.uint(1), fields.uint(1)];
  const index = version === 0 ? 0 : second & 0xf;
  const sizes = { offset: first >> 4, length: first & 0xf, base: second >> 4, index };
  if (Object.values(sizes).every((size) => [0, 4, 8].includes(size))) return sizes;
  throw decodeFailed('AVIF has numbers of an unknown length.');
};

const fewer = (count: number, left: number): number => {
  if (count > left) throw decodeFailed(`AVIF has items in more than ${maxExtents} parts.`);
  return count;
};

const partOf = (idat: Box | undefined): Extent =>
  idat === undefined
    ? { offset: 0, length: 0 }
    : { offset: dataOffsetOf(idat), length: idat.data.size };

const placedIn = ({ offset, length }: Extent, within: Extent): Extent => {
  if (offset + length > within.length) {
    throw decodeFailed('AVIF is truncated: the data of an item is not complete.');
  }
  return { offset: within.offset + offset, length };
};
