import { joinedParts, pagedSource, type ByteSource } from '../bytes.ts';
import type { ImageFacts } from '../facts.ts';
import { blocksOf } from './blocks.ts';
import { exifMetadataOf } from './exif-read.ts';
import { photoshopMetadataOf } from './photoshop.ts';
import type { Copyright, PreservedKind, PreservedMetadata } from './preserved.ts';
import { xmpCreateDateOf, xmpMetadataOf } from './xmp/read.ts';

/**
 * The wanted metadata of an image. The order of preference is EXIF, then XMP, then IPTC and Photoshop
 * resources; but the creation of a PNG is its xmp:CreateDate. A date or a location comes complete from
 * one block, each part of a copyright from the first block that has it. Reads nothing where nothing is
 * wanted. A value that is damaged, impossible or over a limit (a notice 60,000 bytes, a URL 2,048, XMP
 * 2 MiB) is absent; the contents of the file never cause an error. `facts` must be those of `source`.
 * Specification, section 2.4.
 */
export const readMetadata = (
  source: ByteSource,
  facts: ImageFacts,
  wanted: ReadonlySet<PreservedKind>,
): PreservedMetadata => {
  if (wanted.size === 0) return {};
  const blocks = metadataOfBlocks(source, facts);
  const copyright = copyrightFrom(blocks);
  const { creation } = firstOf(blocks, 'creation');
  const { location } = firstOf(blocks, 'location');
  return {
    ...(wanted.has('copyright') && Object.keys(copyright).length > 0 ? { copyright } : {}),
    ...(wanted.has('creation') && creation !== undefined ? { creation } : {}),
    ...(wanted.has('location') && location !== undefined ? { location } : {}),
  };
};

/** The metadata of each block of the file, in the order of preference. */
const metadataOfBlocks = (source: ByteSource, facts: ImageFacts): readonly PreservedMetadata[] => {
  const { exif, xmp, photoshop } = blocksOf(pagedSource(source), facts.mediaType);
  const isOwn = facts.mediaType === 'image/png' && xmp !== undefined;
  const creation = isOwn ? xmpCreateDateOf(xmp) : undefined;
  return [
    creation === undefined ? {} : { creation },
    exif === undefined ? {} : exifMetadataOf(exif),
    xmp === undefined ? {} : xmpMetadataOf(xmp),
    photoshopMetadataOf(joinedParts(photoshop, maxPhotoshopBytes)),
  ];
};

/** Photoshop resources may continue in further segments. Their thumbnails are smaller than this. */
const maxPhotoshopBytes = 1024 * 1024;

/** Text, URL and flag, each from the first block that has it: EXIF has no URL, and IPTC no flag. */
const copyrightFrom = (blocks: readonly PreservedMetadata[]): Copyright =>
  Object.assign({}, ...blocks.map(({ copyright }) => copyright).toReversed());

const firstOf = <Kind extends 'creation' | 'location'>(
  blocks: readonly PreservedMetadata[],
  kind: Kind,
): Pick<PreservedMetadata, Kind> => blocks.find((metadata) => metadata[kind] !== undefined) ?? {};
