import { samplePicture } from '../../../src/tools/startup/sample-pictures.ts';
import { bytes, uint16, uint32 } from './builders.ts';

type Part = number | string | Uint8Array;

export const box = (type: string, ...contents: readonly Part[]): Buffer => {
  const data = bytes(...contents);
  return bytes(uint32(data.length + 8), type, data);
};

/** A box with a version and no flags. */
export const fullBox = (type: string, version: number, ...contents: readonly Part[]): Buffer =>
  box(type, version, 0, 0, 0, ...contents);

/** AV1 data of 16x16 pixels, in 8 bits and colours. */
export const av1 = (() => {
  const sample = samplePicture('image/avif') ?? Buffer.alloc(0);
  return sample.subarray(sample.indexOf('mdat') + 4);
})();

/** An item: its type, its data, the places of its properties in the list of all. */
export type BuiltItem = Readonly<{
  id: number;
  type: string;
  data: Uint8Array;
  properties?: readonly number[];
  /** What follows its name, such as a content type. */
  rest?: string;
}>;

export type BuiltFile = Readonly<{
  brand: string;
  brands: readonly string[];
  primary: number;
  items: readonly BuiltItem[];
  /** Type, from, to. */
  references: readonly (readonly [string, number, readonly number[]])[];
  /** Complete boxes; places count from 1. */
  properties: readonly Uint8Array[];
  /** Added to the offset that each item is said to be at. */
  shift: number;
  /** In place of the whole list of locations. */
  iloc?: Uint8Array;
  /** Boxes beside those of the items. */
  beside: readonly Uint8Array[];
}>;

export const ispe = (width: number, height: number): Buffer =>
  fullBox('ispe', 0, uint32(width), uint32(height));
const av1C = box('av1C', 0x81, 0, 0x0c, 0);
export const alphaType = fullBox('auxC', 0, 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0');
/** Codes of primaries and transfer. */
export const nclx = (primaries: number, transfer: number): Buffer =>
  box('colr', 'nclx', uint16(primaries), uint16(transfer), uint16(6), 0x80);

/** A picture of 16x16 pixels, but for `changes`. */
export const avifFile = (changes: Partial<BuiltFile> = {}): Buffer => {
  const file: BuiltFile = {
    brand: 'avif',
    brands: ['avif', 'mif1'],
    primary: 1,
    items: [{ id: 1, type: 'av01', data: av1, properties: [1, 2] }],
    references: [],
    properties: [ispe(16, 16), av1C],
    shift: 0,
    beside: [],
    ...changes,
  };
  const ftyp = box('ftyp', file.brand, uint32(0), ...file.brands);
  const start = ftyp.length + metaOf(file, 0).length + 8;
  return bytes(ftyp, metaOf(file, start), box('mdat', ...file.items.map(({ data }) => data)));
};

const metaOf = (file: BuiltFile, start: number): Buffer => {
  let offset = start + file.shift;
  const locations = file.items.map(({ id, data }) => {
    const entry = bytes(uint16(id), uint16(0), uint16(1), uint32(offset), uint32(data.length));
    offset += data.length;
    return entry;
  });
  const entries = file.items.map(({ id, type, rest = '' }) =>
    fullBox('infe', 2, uint16(id), uint16(0), type, '\0', rest),
  );
  const links = file.references.map(([type, from, to]) =>
    box(type, uint16(from), uint16(to.length), ...to.map(uint16)),
  );
  const associations = file.items.map(({ id, properties = [] }) =>
    bytes(uint16(id), properties.length, ...properties),
  );
  const iloc = fullBox('iloc', 0, 0x44, 0, uint16(locations.length), ...locations);
  return fullBox(
    'meta',
    0,
    fullBox('hdlr', 0, uint32(0), 'pict', new Uint8Array(13)),
    fullBox('pitm', 0, uint16(file.primary)),
    file.iloc ?? iloc,
    fullBox('iinf', 0, uint16(entries.length), ...entries),
    ...(links.length === 0 ? [] : [fullBox('iref', 0, ...links)]),
    box(
      'iprp',
      box('ipco', ...file.properties),
      fullBox('ipma', 0, uint32(associations.length), ...associations),
    ),
    ...file.beside,
  );
};

/** A grid of so many tiles, all with the same data, and the properties of tile and grid. */
export const gridFile = (
  rows: number,
  columns: number,
  [width, height]: readonly [number, number],
  changes: Partial<BuiltFile> = {},
): Buffer => {
  const tiles = Array.from({ length: Math.min(rows * columns, 3000) }, (_, index) => index + 2);
  const grid = bytes(0, 0, rows - 1, columns - 1, uint16(width), uint16(height));
  return avifFile({
    items: [
      { id: 1, type: 'grid', data: grid, properties: [3] },
      ...tiles.map((id) => ({ id, type: 'av01', data: av1, properties: [1, 2] })),
    ],
    references: [['dimg', 1, tiles]],
    properties: [ispe(16, 16), av1C, ispe(width, height)],
    ...changes,
  });
};
