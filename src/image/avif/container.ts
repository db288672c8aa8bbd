import { ServiceError } from '../../errors.ts';
import { bytesOf, hasSignature, joinedParts, sectionOf, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { type Box, boxesIn, boxesOf, fullBoxBytes } from './boxes.ts';
import { fieldsOf, fullBoxOf } from './fields.ts';
import { locationsIn, type Extent } from './locations.ts';
import { associationsIn, type Property } from './associations.ts';

/** An item of the file: a picture, a tile, alpha, metadata. */
export type Item = Readonly<{
  id: number;
  type: string;
  /** Of an item of type `mime`; empty otherwise. */
  contentType: string;
  isHidden: boolean;
  extents: readonly Extent[];
  /** In the order in which transformations apply. */
  properties: readonly Property[];
}>;

/** A link between items: `dimg` from a grid to its tiles, `auxl` from alpha to its picture, and others. */
type Reference = Readonly<{ type: string; from: number; to: readonly number[] }>;

/** The structure of an AVIF file. Nothing is known about its picture yet. */
export type Container = Readonly<{
  source: ByteSource;
  brands: readonly string[];
  primary: Item;
  items: ReadonlyMap<number, Item>;
  references: readonly Reference[];
}>;

/**
 * The structure of a file, with all lengths checked against it. Throws `decode_failed` for damage, and
 * `unsupported_media_type` for a file that has no picture of this kind: without items, or an animation.
 * ISO/IEC 23008-12, 6; AVIF 1.1.
 */
export const containerOf = (source: ByteSource): Container => {
  const top = firstOfEach(boxesOf(source, 0, source.size));
  const ftyp = top.get('ftyp');
  const meta = top.get('meta');
  if (ftyp === undefined || meta === undefined) throw notAvif();
  const brands = brandsOf(ftyp);
  if (brands[0] === 'avis') throw animated();
  const boxes = firstOfEach(boxesIn(source, meta, fullBoxBytes));
  requireHandler(boxes);
  const items = itemsIn(source, boxes);
  const primary = items.get(primaryIdIn(boxes));
  if (primary === undefined) throw notAvif();
  return { source, brands, primary, items, references: referencesIn(source, boxes.get('iref')) };
};

/** What file-type answers for an unknown type too. */
export const notAvif = (): ServiceError =>
  new ServiceError('unsupported_media_type', 'File type is not supported.');

const animated = (): ServiceError =>
  new ServiceError(
    'unsupported_media_type',
    'Animated AVIF is not supported. Send a still AVIF or an animated WebP.',
    { reason: { id: 'animated_avif' } },
  );

type Boxes = ReadonlyMap<string, Box>;

const firstOfEach = (boxes: Iterable<Box>): Boxes => {
  const first = new Map<string, Box>();
  for (const box of boxes) if (!first.has(box.type)) first.set(box.type, box);
  return first;
};

/** The major brand, then the compatible ones. More than 32 are of no use to any reader. */
const brandsOf = ({ data }: Box): readonly string[] => {
  const fields = fieldsOf(data);
  const major = fields.text(4);
  fields.uint(4);
  const count = Math.min(32, Math.floor(data.size / 4) - 2);
  return [major, ...Array.from({ length: count }, () => fields.text(4))];
};

/** The first box says that the items are pictures. Chromium shows nothing otherwise. ISO/IEC 14496-12, 8.11.1. */
const requireHandler = (boxes: Boxes): void => {
  const [first] = boxes.values();
  const isPicture =
    first?.type === 'hdlr' && hasSignature(first.data, '\0\0\0\0pict', fullBoxBytes);
  if (!isPicture) throw notAvif();
};

const primaryIdIn = (boxes: Boxes): number => {
  const pitm = boxes.get('pitm');
  if (pitm === undefined) throw notAvif();
  const { version, fields } = fullBoxOf(pitm.data);
  return fields.uint(version === 0 ? 2 : 4);
};

/** Most items of a file. A picture of 200 megapixels in tiles of 512 pixels has 1,600 with its alpha. */
const maxItems = 2048;

const itemsIn = (source: ByteSource, boxes: Boxes): ReadonlyMap<number, Item> => {
  const [iinf, iloc, iprp] = ['iinf', 'iloc', 'iprp'].map((type) => boxes.get(type));
  if (iinf === undefined || iloc === undefined || iprp === undefined) throw notAvif();
  const locations = locationsIn(iloc, boxes.get('idat'), source.size);
  const associations = associationsIn(source, iprp);
  const items = new Map<number, Item>();
  for (const { id, ...entry } of entriesIn(source, iinf)) {
    if (items.has(id)) throw decodeFailed('AVIF has two items of one number.');
    const extents = locations.get(id) ?? [];
    items.set(id, { id, ...entry, extents, properties: associations.get(id) ?? [] });
  }
  return items;
};

type Entry = Pick<Item, 'id' | 'type' | 'contentType' | 'isHidden'>;

/** ISO/IEC 14496-12, 8.11.6. Entries of versions 0 and 1 name no type of picture. */
const entriesIn = (source: ByteSource, iinf: Box): readonly Entry[] => {
  const { version } = fullBoxOf(iinf.data);
  const entries: Entry[] = [];
  for (const infe of boxesIn(source, iinf, fullBoxBytes + (version === 0 ? 2 : 4))) {
    if (entries.length === maxItems) throw decodeFailed(`AVIF has more than ${maxItems} items.`);
    const entry = fullBoxOf(infe.data);
    if (infe.type !== 'infe' || entry.version < 2) continue;
    const { fields } = entry;
    const id = fields.uint(entry.version === 2 ? 2 : 4);
    fields.uint(2);
    const type = fields.text(4);
    fields.terminated();
    const contentType = type === 'mime' ? fields.terminated() : '';
    entries.push({ id, type, contentType, isHidden: (entry.flags & 1) !== 0 });
  }
  return entries;
};

/** Most items that all references name. */
const maxReferences = 8192;

/** ISO/IEC 14496-12, 8.11.12. */
const referencesIn = (source: ByteSource, iref: Box | undefined): readonly Reference[] => {
  if (iref === undefined) return [];
  const idBytes = fullBoxOf(iref.data).version === 0 ? 2 : 4;
  let left = maxReferences;
  return [...boxesIn(source, iref, fullBoxBytes)].map(({ type, data }) => {
    const fields = fieldsOf(data);
    const from = fields.uint(idBytes);
    const count = fields.uint(2);
    left -= count;
    if (left < 0) throw decodeFailed(`AVIF has more than ${maxReferences} references.`);
    return { type, from, to: Array.from({ length: count }, () => fields.uint(idBytes)) };
  });
};

/** The data of an item; copied to one place only where it has several parts, of which `maxBytes` are read. */
export const dataOf = ({ source }: Container, { extents }: Item, maxBytes: number): ByteSource => {
  const parts = extents.map(({ offset, length }) => sectionOf(source, offset, length));
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : bytesOf(joinedParts(parts, maxBytes));
};
