import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { type Box, boxesIn } from './boxes.ts';
import { fullBoxOf } from './fields.ts';

/** A box that describes an item. A decoder that does not know an essential one must not show the item. */
export type Property = Readonly<{ box: Box; isEssential: boolean }>;

/** Most properties of all items together. */
const maxAssociations = 32_768;

/** The properties of each item by its id. ISO/IEC 23008-12, 9.3. */
export const associationsIn = (
  source: ByteSource,
  iprp: Box,
): ReadonlyMap<number, readonly Property[]> => {
  const boxes = [...boxesIn(source, iprp)];
  const ipco = boxes.find(({ type }) => type === 'ipco');
  const properties = ipco === undefined ? [] : [...boxesIn(source, ipco)];
  const associations = new Map<number, readonly Property[]>();
  let left = maxAssociations;
  for (const ipma of boxes.filter(({ type }) => type === 'ipma')) {
    const { version, flags, fields } = fullBoxOf(ipma.data);
    const [idBytes, indexBytes] = [version === 0 ? 2 : 4, flags & 1 ? 2 : 1];
    const essentialBit = indexBytes === 2 ? 0x8000 : 0x80;
    const count = fields.uint(4);
    for (let entry = 0; entry < count; entry += 1) {
      const id = fields.uint(idBytes);
      const length = fields.uint(1);
      left -= length + 1;
      if (left < 0) throw decodeFailed(`AVIF has more than ${maxAssociations} properties.`);
      const numbers = Array.from({ length }, () => fields.uint(indexBytes));
      if (associations.has(id)) throw decodeFailed('AVIF has two lists of properties of one item.');
      associations.set(
        id,
        numbers.flatMap((number) => {
          const index = number & (essentialBit - 1);
          // 0 stands for no property.
          if (index === 0) return [];
          const box = properties[index - 1];
          if (box === undefined) throw decodeFailed('AVIF has an item with an unknown property.');
          return [{ box, isEssential: (number & essentialBit) !== 0 }];
        }),
      );
    }
  }
  return associations;
};
