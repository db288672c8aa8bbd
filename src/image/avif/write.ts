import {
  bytesPiece,
  joinedPieces,
  latin1Bytes,
  lengthOf,
  uintBytes,
  type Piece,
} from '../bytes.ts';

/** An item of a file to be written. */
export type NewItem = Readonly<{
  type: string;
  /** For an item of type `mime`. */
  contentType?: string;
  isHidden?: boolean;
  data: readonly Piece[];
  /** Items with equal keys have the same data, which is written once. */
  dataKey: string;
  properties: readonly NewProperty[];
}>;

/** A complete box; items that share it share the object. */
type NewProperty = Readonly<{ box: NewBox; isEssential: boolean }>;
export type NewBox = readonly Piece[];

/** A link between items by their places in the list of items. */
export type NewReference = Readonly<{ type: string; from: number; to: readonly number[] }>;

/**
 * An AVIF file of these items, of which the first is the picture. Numbers of items start at 1, in their
 * order. ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 9.
 */
export const avifPieces = (
  brands: readonly string[],
  items: readonly NewItem[],
  references: readonly NewReference[],
): readonly Piece[] => {
  const ftyp = box('ftyp', text('avif'), uint(4, 0), ...brands.map(text));
  const data = new Map(items.map(({ dataKey, data: pieces }) => [dataKey, pieces]));
  const before = [ftyp, metaBox(items, references, new Map())];
  const offsets = new Map<string, number>();
  let offset = lengthOf(before.flat()) + headerBytes;
  for (const [key, pieces] of data) {
    offsets.set(key, offset);
    offset += lengthOf(pieces);
  }
  const meta = metaBox(items, references, offsets);
  return joinedPieces([...ftyp, ...meta, ...box('mdat', ...data.values())]);
};

const headerBytes = 8;

const metaBox = (
  items: readonly NewItem[],
  references: readonly NewReference[],
  offsets: ReadonlyMap<string, number>,
): NewBox =>
  fullBox(
    'meta',
    0,
    0,
    fullBox('hdlr', 0, 0, uint(4, 0), text('pict'), uint(4, 0), uint(4, 0), uint(4, 0), uint(1, 0)),
    fullBox('pitm', 0, 0, uint(2, 1)),
    locationBox(items, offsets),
    fullBox('iinf', 0, 0, uint(2, items.length), ...items.map(entryBox)),
    ...(references.length === 0 ? [] : [fullBox('iref', 0, 0, ...references.map(referenceBox))]),
    propertiesBox(items),
  );

/** Numbers of 4 bytes for offsets and lengths, none for a base. */
const locationSizes = 0x4400;

const locationBox = (items: readonly NewItem[], offsets: ReadonlyMap<string, number>): NewBox =>
  fullBox(
    'iloc',
    0,
    0,
    uint(2, locationSizes),
    uint(2, items.length),
    ...items.map(({ data, dataKey }, index) => [
      ...[...uint(2, index + 1), ...uint(2, 0), ...uint(2, 1)],
      ...[...uint(4, offsets.get(dataKey) ?? 0), ...uint(4, lengthOf(data))],
    ]),
  );

const entryBox = (
  { type, contentType, isHidden = false }: NewItem,
  index: number,
): readonly Piece[] =>
  fullBox(
    'infe',
    2,
    isHidden ? 1 : 0,
    ...[uint(2, index + 1), uint(2, 0), text(type), text('\0')],
    ...(contentType === undefined ? [] : [text(`${contentType}\0`)]),
  );

const referenceBox = ({ type, from, to }: NewReference): NewBox =>
  box(type, uint(2, from + 1), uint(2, to.length), ...to.map((index) => uint(2, index + 1)));

/** Most properties whose numbers fit into 7 bits. */
const maxShortNumber = 127;

const propertiesBox = (items: readonly NewItem[]): NewBox => {
  const boxes = [...new Set(items.flatMap(({ properties }) => properties.map((one) => one.box)))];
  const numbers = new Map(boxes.map((one, index) => [one, index + 1]));
  const [bytes, essentialBit] = boxes.length > maxShortNumber ? [2, 0x8000] : [1, 0x80];
  const described = items.flatMap(({ properties }, index) =>
    properties.length === 0 ? [] : [{ properties, id: index + 1 }],
  );
  const associations = described.map(({ id, properties }) => [
    ...[...uint(2, id), ...uint(1, properties.length)],
    ...properties.flatMap((one) =>
      uint(bytes, (numbers.get(one.box) ?? 0) + (one.isEssential ? essentialBit : 0)),
    ),
  ]);
  const flags = bytes === 2 ? 1 : 0;
  return box(
    'iprp',
    box('ipco', ...boxes),
    fullBox('ipma', 0, flags, uint(4, described.length), ...associations),
  );
};

/** A box with these contents in order. */
export const box = (type: string, ...contents: readonly (readonly Piece[])[]): NewBox => {
  const data = contents.flat();
  return [...uint(4, lengthOf(data) + headerBytes), ...text(type), ...data];
};

const fullBox = (
  type: string,
  version: number,
  flags: number,
  ...contents: readonly (readonly Piece[])[]
): NewBox => box(type, uint(1, version), uint(3, flags), ...contents);

const uint = (bytes: number, value: number): readonly Piece[] => [
  bytesPiece(uintBytes(bytes, value)),
];

const text = (value: string): readonly Piece[] => [bytesPiece(latin1Bytes(value))];
