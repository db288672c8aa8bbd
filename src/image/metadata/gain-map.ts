import { ServiceError } from '../../errors.ts';
import { containerOf } from '../avif/container.ts';
import { hasSignature, sectionOf, viewOf, type ByteSource } from '../bytes.ts';
import { entryValueOf, firstDirectory, tiffOf } from '../exif/tiff.ts';
import type { SourceMediaType } from '../facts.ts';
import { headerSegmentsOf, markers, type Segment } from '../jpeg/segments.ts';
import { xmpPrefix } from './blocks.ts';

/**
 * Whether a source has a map by which displays of high dynamic range brighten it: Ultra HDR and Apple's in a JPEG,
 * `tmap` in an AVIF. Of a damaged source, whether one is named before the damage. Sources: ISO 21496-1; Android,
 * "Ultra HDR Image Format"; Apple, "Applying Apple HDR effect to your photos".
 */
export const hasGainMap = (source: ByteSource, mediaType: SourceMediaType): boolean => {
  try {
    if (mediaType === 'image/avif') {
      return [...containerOf(source).items.values()].some(({ type }) => type === 'tmap');
    }
    return mediaType === 'image/jpeg' && jpegHasGainMap(source);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return false;
  }
};

const jpegHasGainMap = (source: ByteSource): boolean => {
  const header = [...headerSegmentsOf(source)];
  // Apple's map names itself in its own image alone.
  return (
    namesGainMap(header) ||
    imagesBehind(source, header).some((image) => namesGainMap(headerSegmentsOf(image)))
  );
};

/** An image has one XMP packet in APP1: of several the first counts, so that a file of nothing else is no long search. */
const namesGainMap = (header: Iterable<Segment>): boolean => {
  let hasXmp = false;
  for (const { marker, payload } of header) {
    if (marker === markers.APP2 && hasSignature(payload, isoPrefix)) return true;
    if (hasXmp || marker !== markers.APP1 || !hasSignature(payload, xmpPrefix)) continue;
    hasXmp = true;
    const packet = new TextDecoder().decode(payload.read(0, payload.size));
    if (/hdr-gain-map|HDRGainMap/.test(packet)) return true;
  }
  return false;
};

const isoPrefix = 'urn:iso:std:iso:ts:21496:-1\0';

/** The images that the first one lists. CIPA DC-007 (Multi-Picture Format), 5.2. */
const imagesBehind = (source: ByteSource, header: readonly Segment[]): readonly ByteSource[] => {
  const index = header.find(
    ({ marker, payload }) => marker === markers.APP2 && hasSignature(payload, mpfPrefix),
  );
  const tiff = index && tiffOf(sectionOf(index.payload, mpfPrefix.length, index.payload.size));
  const entries = tiff && firstDirectory(tiff)(mpEntry);
  const value = tiff && entries && entryValueOf(tiff, entries);
  if (index === undefined || tiff === undefined || value === undefined) return [];
  const start = index.end - index.payload.size + mpfPrefix.length;
  const images: ByteSource[] = [];
  // The first is the picture itself.
  for (
    let at = entryBytes;
    at + entryBytes <= value.length && at < mostImages * entryBytes;
    at += entryBytes
  ) {
    const offset = viewOf(value).getUint32(at + 8, tiff.littleEndian);
    images.push(sectionOf(source, start + offset, maxHeaderBytes));
  }
  return images;
};

const mpfPrefix = 'MPF\0';
const mpEntry = 0xb002;
/** Attributes, size, offset from the TIFF header, two dependent images. */
const entryBytes = 16;
/** Cameras write two or three. */
const mostImages = 8;
/** Of an image behind the first: it has EXIF, a profile and XMP, of 64 kB each. */
const maxHeaderBytes = 1024 * 1024;
