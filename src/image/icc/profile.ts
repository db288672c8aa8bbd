import { latin1Of, viewOf } from '../bytes.ts';

/** The colour model of the pixels. */
export type ColourModel = 'grey' | 'rgb' | 'palette' | 'cmyk';

export const iccHeaderBytes = 128;

/** Every colour engine prefers look-up tables to matrix and curves. */
export const lookUpTags = ['A2B0', 'A2B1', 'A2B2', 'D2B0', 'D2B1', 'D2B2', 'D2B3'];

/** Of a matrix, and of the curves before it. */
export const colorantTags = ['rXYZ', 'gXYZ', 'bXYZ'];
export const curveTags = ['rTRC', 'gTRC', 'bTRC'];

/** Tags by signature; a tag that reaches beyond the end of the profile is left out. */
export type IccTags = ReadonlyMap<string, Uint8Array>;

/** A profile that colour engines accept. */
export type Profile = Spaces & Readonly<{ tags: IccTags }>;

/** The colour space of the pixels, and the one that the profile converts to. */
type Spaces = Readonly<{ colourSpace: string; connectionSpace: string }>;

/** Classes of scanners, displays, printers and colour spaces; not of links, abstract profiles and named colours. */
const classes = ['scnr', 'mntr', 'prtr', 'spac'];

const colourSpaces: Readonly<Record<ColourModel, string>> = {
  grey: 'GRAY',
  rgb: 'RGB ',
  palette: 'RGB ',
  cmyk: 'CMYK',
};

/**
 * The colour spaces that a profile's header names; undefined where decoders ignore the profile: without
 * a signature, of a class that does not describe pictures, or for another colour model.
 * ICC.1:2022, 7.2.
 */
export const iccSpacesOf = (header: Uint8Array, colour: ColourModel): Spaces | undefined => {
  if (header.length < iccHeaderBytes || textAt(header, 36) !== 'acsp') return undefined;
  const [colourSpace, connectionSpace] = [textAt(header, 16), textAt(header, 20)];
  const isOfPicture =
    classes.includes(textAt(header, 12)) &&
    colourSpace === colourSpaces[colour] &&
    ['XYZ ', 'Lab '].includes(connectionSpace);
  return isOfPicture ? { colourSpace, connectionSpace } : undefined;
};

const textAt = (profile: Uint8Array, offset: number): string =>
  latin1Of(profile.subarray(offset, offset + 4));

/**
 * A profile for pixels of this colour; undefined where decoders ignore it: where its header does not
 * fit, where it is truncated, and where the tags for a conversion are missing or of an unknown type.
 */
export const usableProfileOf = (bytes: Uint8Array, colour: ColourModel): Profile | undefined => {
  const spaces = iccSpacesOf(bytes, colour);
  if (spaces === undefined) return undefined;
  const size = viewOf(bytes).getUint32(0);
  const tags = size > bytes.length ? undefined : tagsOf(bytes.subarray(0, size));
  return tags !== undefined && converts(spaces, tags) ? { ...spaces, tags } : undefined;
};

export const tagEntryBytes = 12;
/** Profiles have 10 to 30 tags; Little CMS also stops at 100. */
const maxTags = 100;

const tagsOf = (profile: Uint8Array): IccTags | undefined => {
  if (profile.length < iccHeaderBytes + 4) return undefined;
  const view = viewOf(profile);
  const count = view.getUint32(iccHeaderBytes);
  const tableEnd = iccHeaderBytes + 4 + count * tagEntryBytes;
  if (count > maxTags || tableEnd > profile.length) return undefined;
  const tags = new Map<string, Uint8Array>();
  for (let index = 0; index < count; index += 1) {
    const entry = iccHeaderBytes + 4 + index * tagEntryBytes;
    const [offset, length] = [view.getUint32(entry + 4), view.getUint32(entry + 8)];
    const tag = profile.subarray(offset, offset + length);
    if (tag.length === length && length >= 8) tags.set(textAt(profile, entry), tag);
  }
  return tags;
};

const lookUpTypes = ['mft1', 'mft2', 'mAB ', 'mpet'];

/** Whether the tags allow a conversion: by tables, or else by a matrix and curves. */
const converts = ({ colourSpace }: Spaces, tags: IccTags): boolean => {
  const tables = lookUpTags.flatMap((name) => tags.get(name) ?? []);
  if (tables.length > 0) return tables.every((tag) => lookUpTypes.includes(tagTypeOf(tag)));
  if (colourSpace === 'GRAY') return isCurve(tags.get('kTRC'));
  const isMatrix = colorantTags.every((name) => isColorant(tags.get(name)));
  return colourSpace === 'RGB ' && isMatrix && curveTags.every((name) => isCurve(tags.get(name)));
};

/** Parameters of a parametric curve by its function type. ICC.1:2022, 10.18. */
const curveParameters = [1, 3, 4, 5, 7];

const isCurve = (tag: Uint8Array | undefined): boolean => {
  if (tag === undefined || tag.length < 12) return false;
  const view = viewOf(tag);
  if (tagTypeOf(tag) === 'curv') return tag.length >= 12 + view.getUint32(8) * 2;
  const parameters = curveParameters[view.getUint16(8)];
  return tagTypeOf(tag) === 'para' && parameters !== undefined && tag.length >= 12 + parameters * 4;
};

const isColorant = (tag: Uint8Array | undefined): boolean =>
  tag !== undefined && tag.length >= 20 && tagTypeOf(tag) === 'XYZ ';

/** The type of a tag's value. */
export const tagTypeOf = (tag: Uint8Array): string => textAt(tag, 0);
