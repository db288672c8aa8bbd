import { bytesPiece, copyPiece, type Piece } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { Property } from './associations.ts';
import type { Container, Item } from './container.ts';
import { knownProperties, type Picture } from './picture.ts';
import { avifPieces, type NewBox, type NewItem, type NewReference } from './write.ts';

/** A metadata item that describes the picture. */
export type Description = Readonly<{ type: string; contentType?: string; data: Uint8Array }>;

type RewriteOptions = Readonly<{
  /** Whether a property of an item stays; unknown ones never do. */
  keeps: (property: Property) => boolean;
  /** Further properties of the picture, which are no essential ones. */
  added?: readonly NewBox[];
  descriptions?: readonly Description[];
}>;

/**
 * The same picture in a file of its own: its items with the properties that stay, their data byte for
 * byte, and no other item. So metadata, thumbnails and gain maps are gone.
 */
export const rewrittenPieces = (
  container: Container,
  picture: Picture,
  { keeps, added = [], descriptions = [] }: RewriteOptions,
): readonly Piece[] => {
  requireOwnData(container, picture);
  const boxes = new Map<Property['box'], NewBox>();
  const copiedBox = ({ box }: Property): NewBox => {
    const copied = boxes.get(box) ?? [copyPiece(box.offset, box.end)];
    boxes.set(box, copied);
    return copied;
  };
  const items = picture.items.map((item): NewItem => {
    const kept = inOrder(item).filter((one) => knownProperties.has(one.box.type) && keeps(one));
    const copied = kept.map((one) => ({ box: copiedBox(one), isEssential: one.isEssential }));
    const further = item === container.primary ? added : [];
    const properties = [...copied, ...further.map((box) => ({ box, isEssential: false }))];
    const { type, isHidden } = item;
    return { type, isHidden, properties, data: dataPieces(item), dataKey: keyOf(item) };
  });
  const described = descriptions.map(({ data, ...description }, index): NewItem => ({
    ...description,
    data: [bytesPiece(data)],
    dataKey: `description ${index}`,
    properties: [],
  }));
  const links = described.map((_, index): NewReference => ({
    type: 'cdsc',
    from: items.length + index,
    to: [0],
  }));
  return avifPieces(
    brandsOf(container),
    [...items, ...described],
    [...linksWithin(container, picture), ...links],
  );
};

const turns = ['irot', 'imir'];

/** Readers differ in how they apply a mirror before a rotation, and several of one kind: all agree on these. */
const inOrder = ({ properties }: Item): readonly Property[] => [
  ...properties.filter(({ box }) => !turns.includes(box.type)),
  ...turns.flatMap((type) => properties.find(({ box }) => box.type === type) ?? []),
];

const dataPieces = ({ extents }: Item): readonly Piece[] =>
  extents.map(({ offset, length }) => copyPiece(offset, offset + length));

const keyOf = ({ extents }: Item): string =>
  extents.map(({ offset, length }) => `${offset}+${length}`).join();

/** Items may share their data; parts that overlap in another way could make a file far larger than its source. */
const requireOwnData = ({ source }: Container, { items }: Picture): void => {
  const shared = new Map(items.map((item) => [keyOf(item), item.extents]));
  const bytes = [...shared.values()].flat().reduce((sum, { length }) => sum + length, 0);
  if (bytes > source.size) throw decodeFailed('AVIF has items whose data overlap.');
};

/** Links that decoders follow: tiles of a grid, alpha of a picture, and whether colours are multiplied by it. */
const linkTypes = ['dimg', 'auxl', 'prem'];

const linksWithin = ({ references }: Container, { items }: Picture): readonly NewReference[] => {
  const places = new Map(items.map(({ id }, index) => [id, index]));
  return references.flatMap(({ type, from, to }) => {
    const source = places.get(from);
    const targets = to.flatMap((id) => places.get(id) ?? []);
    const isKept = linkTypes.includes(type) && source !== undefined && targets.length > 0;
    return isKept ? [{ type, from: source, to: targets }] : [];
  });
};

/** The profiles of AV1, by which some decoders choose. AVIF 1.1, 8. */
const profileBrands = ['MA1A', 'MA1B'];

/** In an order that encoders do not have, and that has no meaning: files of this service are known by it. */
const ownBrands = ['miaf', 'mif1', 'avif'];

const brandsOf = ({ brands }: Container): readonly string[] => [
  ...profileBrands.filter((brand) => brands.includes(brand)),
  ...ownBrands,
];

/** Whether a file was written by `rewrittenPieces`. */
export const isRewritten = (container: Container): boolean =>
  container.brands.join() === ['avif', ...brandsOf(container)].join();
