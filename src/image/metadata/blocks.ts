import { inflateSync } from 'node:zlib';
import { ServiceError } from '../../errors.ts';
import { containerOf, dataOf, type Item } from '../avif/container.ts';
import { bytesOf, hasSignature, sectionOf, viewOf, type ByteSource } from '../bytes.ts';
import type { SourceMediaType } from '../facts.ts';
import { headerSegmentsOf, isExifSegment, markers } from '../jpeg/segments.ts';
import { chunksOf as pngChunksOf } from '../png/chunks.ts';
import { chunksOf as webpChunksOf } from '../webp/chunks.ts';
import { photoshopPrefix } from './photoshop.ts';
import { maxXmpBytes } from './xmp/read.ts';

export const app13 = 0xed;

/** How an iTXt chunk with XMP starts. */
export const pngXmpKeyword = 'XML:com.adobe.xmp\0';

/** The metadata blocks of a file, not yet read: the first EXIF, the first XMP, all Photoshop resources. */
type Blocks = { exif?: ByteSource; xmp?: ByteSource; photoshop: ByteSource[] };

/** The blocks of an image; of a damaged image, those before the damage. */
export const blocksOf = (source: ByteSource, mediaType: SourceMediaType): Readonly<Blocks> => {
  const blocks: Blocks = { photoshop: [] };
  try {
    finders[mediaType](source, blocks);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
  return blocks;
};

/** How an APP1 segment with XMP starts. Extended XMP, for what does not fit, is not read. */
export const xmpPrefix = 'http://ns.adobe.com/xap/1.0/\0';

const jpegBlocks = (source: ByteSource, blocks: Blocks): void => {
  for (const segment of headerSegmentsOf(source)) {
    const { marker, payload } = segment;
    if (isExifSegment(segment)) blocks.exif ??= payload;
    if (marker === markers.APP1 && hasSignature(payload, xmpPrefix)) {
      blocks.xmp ??= behind(payload, xmpPrefix.length);
    }
    if (marker === app13 && hasSignature(payload, photoshopPrefix)) {
      blocks.photoshop.push(behind(payload, photoshopPrefix.length));
    }
  }
};

const behind = (source: ByteSource, start: number): ByteSource =>
  sectionOf(source, start, source.size);

const pngBlocks = (source: ByteSource, blocks: Blocks): void => {
  for (const { name, data } of pngChunksOf(source)) {
    if (name === 'eXIf') blocks.exif ??= data;
    if (name !== 'iTXt' || blocks.xmp !== undefined) continue;
    const xmp = hasSignature(data, pngXmpKeyword) ? pngXmp(data) : undefined;
    if (xmp !== undefined) blocks.xmp = xmp;
  }
};

/** Compression flag and method, language, translated keyword: the latter two should be empty. */
const maxTextHeaderBytes = 512;

/** The text of an XMP chunk. PNG, 11.3.3.4. */
const pngXmp = (data: ByteSource): ByteSource | undefined => {
  const rest = behind(data, pngXmpKeyword.length);
  const header = rest.read(0, maxTextHeaderBytes);
  const languageEnd = header.indexOf(0, 2);
  const keywordEnd = languageEnd < 0 ? -1 : header.indexOf(0, languageEnd + 1);
  if (keywordEnd < 0 || rest.size > maxXmpBytes) return undefined;
  const text = behind(rest, keywordEnd + 1);
  return header[0] === 0 ? text : inflated(text.read(0, text.size));
};

const inflated = (compressed: Uint8Array): ByteSource | undefined => {
  try {
    return bytesOf(inflateSync(compressed, { maxOutputLength: maxXmpBytes }));
  } catch {
    // Damaged, or over the limit.
    return undefined;
  }
};

const webpBlocks = (source: ByteSource, blocks: Blocks): void => {
  for (const { name, data } of webpChunksOf(source)) {
    if (name === 'EXIF') blocks.exif ??= data;
    if (name === 'XMP ') blocks.xmp ??= data;
  }
};

/** The type of an XMP item. ISO/IEC 23008-12, A.3. */
export const xmpContentType = 'application/rdf+xml';

/** Of an item in several parts. */
const maxItemBytes = maxXmpBytes + 4;

/** Items that describe the picture itself, and not a thumbnail. */
const avifBlocks = (source: ByteSource, blocks: Blocks): void => {
  const container = containerOf(source);
  const { items, references, primary } = container;
  const describes = ({ id }: Item): boolean =>
    references.some(
      ({ type, from, to }) => type === 'cdsc' && from === id && to.includes(primary.id),
    );
  for (const item of [...items.values()].filter(describes)) {
    if (item.type === 'Exif') blocks.exif ??= exifIn(dataOf(container, item, maxItemBytes));
    if (item.contentType === xmpContentType) {
      blocks.xmp ??= dataOf(container, item, maxItemBytes);
    }
  }
};

/** The block behind the number that says where its TIFF header starts. */
const exifIn = (data: ByteSource): ByteSource => {
  const offset = data.size < 4 ? 0 : viewOf(data.read(0, 4)).getUint32(0);
  return behind(data, 4 + offset);
};

const finders: Readonly<Record<SourceMediaType, (source: ByteSource, blocks: Blocks) => void>> = {
  'image/avif': avifBlocks,
  'image/jpeg': jpegBlocks,
  'image/png': pngBlocks,
  'image/webp': webpBlocks,
};
