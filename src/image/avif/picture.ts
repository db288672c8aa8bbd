import { hasSignature, latin1Of, type ByteSource } from '../bytes.ts';
import { ServiceError } from '../../errors.ts';
import { decodeFailed } from '../decode-failed.ts';
import { isSameSize, type Size } from '../rectangle.ts';
import { fullBoxBytes } from './boxes.ts';
import { dataOf, notAvif, type Container, type Item } from './container.ts';
import { fieldsOf, fullBoxOf } from './fields.ts';
import { requireSameFormat } from './configuration.ts';
import { sequenceHeaderBytes, sequenceHeaderOf, type SequenceHeader } from './sequence-header.ts';

/** What a decoder needs of a file, checked: the colours of the picture, and its alpha. */
export type Picture = Readonly<{
  /** Pixels as stored: before it is rotated. */
  size: Size;
  /** Of its first tile. */
  header: SequenceHeader;
  /** The primary item, its tiles, its alpha and the tiles of that. */
  items: readonly Item[];
  hasAlpha: boolean;
}>;

/**
 * The picture of a file. Throws `unsupported_media_type` where it is not coded as AV1, or needs what no
 * decoder supports, and `decode_failed` where its parts contradict each other in size or depth.
 */
export const pictureOf = (container: Container): Picture => {
  const { primary } = container;
  const colour = layerOf(container, primary);
  const alpha = alphaOf(container, primary);
  const alphaLayer = alpha && layerOf(container, alpha);
  if (alphaLayer !== undefined && !isSameSize(alphaLayer.size, colour.size)) {
    throw decodeFailed('AVIF has a picture and alpha of contradictory sizes.');
  }
  const isOfTiles =
    primary.type === 'grid' && colour.tiles.some((tile) => alphaOf(container, tile));
  if (alpha === undefined && isOfTiles) throw alphaOfTiles();
  const items = [primary, ...colour.tiles, alpha, ...(alphaLayer?.tiles ?? [])];
  return {
    size: colour.size,
    header: colour.header,
    items: [...new Set(items.filter((item) => item !== undefined))],
    hasAlpha: alpha !== undefined,
  };
};

/** Decoders before libavif 1.0 show such a picture without its alpha. */
const alphaOfTiles = (): ServiceError =>
  new ServiceError(
    'unsupported_media_type',
    'AVIF with alpha of each tile is not supported. Give the whole picture alpha.',
  );

/** One picture, or a grid of tiles: colours or alpha. */
type Layer = Readonly<{ size: Size; header: SequenceHeader; tiles: readonly Item[] }>;

const layerOf = (container: Container, item: Item): Layer => {
  if (item.type !== 'grid') return { ...codedSizeOf(container, item), tiles: [item] };
  const tiles = tilesOf(container, item);
  const grid = gridIn(dataOf(container, item, maxGridBytes));
  const [first, ...others] = tiles.map((tile) => codedSizeOf(container, tile));
  if (first === undefined || tiles.length !== grid.rows * grid.columns) {
    throw decodeFailed('AVIF has a grid without some of its tiles.');
  }
  const isUniform = others.every(
    ({ size, header }) => isSameSize(size, first.size) && header.bitDepth === first.header.bitDepth,
  );
  if (!isUniform || !fits(grid, first.size)) {
    throw decodeFailed('AVIF has a grid whose tiles do not fit.');
  }
  const size = { width: grid.width, height: grid.height };
  const said = statedSizeOf(item);
  if (said !== undefined && !isSameSize(said, size)) {
    throw decodeFailed('AVIF has a grid of contradictory size.');
  }
  return { size, header: first.header, tiles };
};

/** The size of an item that is coded as AV1, by its property and its bitstream, which must agree. */
const codedSizeOf = (
  container: Container,
  item: Item,
): Readonly<{ size: Size; header: SequenceHeader }> => {
  if (item.type !== 'av01' || !isUnderstood(item)) throw notAvif();
  const header = sequenceHeaderOf(dataOf(container, item, sequenceHeaderBytes));
  requireSameFormat(propertyOf(item, 'av1C'), header, isAlpha(item));
  const { width, height } = statedSizeOf(item) ?? header;
  const size = { width, height };
  const agrees = isLayered(item) ? isLayerOf(size, header) : isSameSize(size, header);
  if (!agrees) throw decodeFailed('AVIF has a picture of contradictory size.');
  return { size, header };
};

/** Of several layers one is shown, which may be smaller than what the bitstream says. AVIF 1.1, 2.3.2. */
const isLayered = ({ properties }: Item): boolean =>
  properties.some(({ box }) => box.type === 'a1op' || box.type === 'lsel');

/** Each layer has usually half the sides of the next, and few files have more than three. */
const mostLayerScale = 8;

const isLayerOf = (layer: Size, whole: Size): boolean =>
  layer.width <= whole.width &&
  layer.height <= whole.height &&
  layer.width * mostLayerScale >= whole.width &&
  layer.height * mostLayerScale >= whole.height;

/** ISO/IEC 23008-12, 6.5.3 (ispe). */
const statedSizeOf = (item: Item): Size | undefined => {
  const ispe = propertyOf(item, 'ispe');
  if (ispe === undefined) return undefined;
  const { fields } = fullBoxOf(ispe);
  return { width: fields.uint(4), height: fields.uint(4) };
};

/** The data of an item's first property of a type. */
export const propertyOf = ({ properties }: Item, type: string): ByteSource | undefined =>
  properties.find(({ box }) => box.type === type)?.box.data;

/** Properties that a decoder of AVIF knows. ISO/IEC 23008-12, 6.5; AVIF 1.1, 2.3. */
export const knownProperties: ReadonlySet<string> = new Set([
  ...['av1C', 'ispe', 'pixi', 'colr', 'auxC', 'irot', 'imir', 'clap', 'pasp'],
  ...['a1op', 'lsel', 'a1lx', 'clli', 'mdcv', 'cclv'],
]);

/** An item must not be shown by a decoder that does not know its essential properties. */
const isUnderstood = ({ properties }: Item): boolean =>
  properties.every(({ box, isEssential }) => !isEssential || knownProperties.has(box.type));

const tilesOf = ({ items, references }: Container, grid: Item): readonly Item[] => {
  if (!isUnderstood(grid)) throw notAvif();
  const ids = references.filter(({ type, from }) => type === 'dimg' && from === grid.id);
  return ids.flatMap(({ to }) => to).flatMap((id) => items.get(id) ?? []);
};

type Grid = Size & Readonly<{ rows: number; columns: number }>;

const maxGridBytes = 12;

/** ISO/IEC 23008-12, 6.6.2.3.2. */
const gridIn = (data: ByteSource): Grid => {
  const fields = fieldsOf(data);
  fields.uint(1);
  const sideBytes = fields.uint(1) & 1 ? 4 : 2;
  const [rows, columns] = [fields.uint(1) + 1, fields.uint(1) + 1];
  return { rows, columns, width: fields.uint(sideBytes), height: fields.uint(sideBytes) };
};

/** A small picture may be cut out of one tile of this side. */
const commonTileSide = 512;

/** Tiles cover the picture, and none lies outside of it: else small pictures could have huge tiles. */
const fits = ({ rows, columns, width, height }: Grid, tile: Size): boolean =>
  isCovered(width, tile.width, columns) && isCovered(height, tile.height, rows);

const isCovered = (side: number, tileSide: number, count: number): boolean =>
  tileSide * count >= side &&
  tileSide * (count - 1) < side &&
  tileSide <= Math.max(side, commonTileSide);

const alphaTypes = [
  'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0',
  'urn:mpeg:hevc:2015:auxid:1\0',
];

/** The item with the alpha of another one. ISO/IEC 23008-12, 6.5.8 (auxC). */
const alphaOf = ({ items, references }: Container, { id }: Item): Item | undefined =>
  references
    .filter(({ type, to }) => type === 'auxl' && to.includes(id))
    .flatMap(({ from }) => items.get(from) ?? [])
    .find(isAlpha);

const isAlpha = (item: Item): boolean => {
  const auxC = propertyOf(item, 'auxC');
  return auxC !== undefined && alphaTypes.some((name) => hasSignature(auxC, name, fullBoxBytes));
};

/** The kind of a colr property, and what follows: `nclx`, `prof` or `rICC`. ISO/IEC 14496-12, 12.1.5. */
export const colourKindOf = (colr: ByteSource): string => latin1Of(colr.read(0, 4));
