import { deflateSync } from 'node:zlib';
import { bytesOf } from '../../../src/image/bytes.ts';
import type { PreservedKind, PreservedMetadata } from '../../../src/image/metadata/preserved.ts';
import { readMetadata } from '../../../src/image/metadata/read.ts';
import { withMetadata } from '../../../src/image/metadata/write.ts';
import { applied, bytes, chunk, segment, strictSource, uint16, uint32 } from './builders.ts';
import { factsOf } from './facts.ts';

export const everyKind: ReadonlySet<PreservedKind> = new Set(['copyright', 'creation', 'location']);

/** What is found of these kinds in a file in memory. */
export const readFrom = async (
  content: Uint8Array,
  wanted: ReadonlySet<PreservedKind> = everyKind,
): Promise<PreservedMetadata> =>
  readMetadata(strictSource(content), await factsOf(content), wanted);

/** A file in memory with metadata added. */
export const added = (
  content: Uint8Array,
  mediaType: string,
  metadata: PreservedMetadata,
): Buffer => applied(withMetadata(bytesOf(content), mediaType, metadata), content);

/** One entry of a directory: tag, type, count, and its value in the block's byte order. */
export type Entry = readonly [tag: number, type: number, count: number, value: Uint8Array];

/** An EXIF entry of text. */
export const ascii = (tag: number, text: string | Uint8Array): Entry => {
  const value = bytes(text, 0);
  return [tag, 2, value.length, value];
};

/** Rationals as they stand in a block of either byte order. */
export const rationals = (
  tag: number,
  values: readonly (readonly [number, number])[],
  littleEndian = false,
): Entry => {
  const numbers = values.flat().map((value) => uint32(value));
  const value = Buffer.concat(numbers.map((number) => (littleEndian ? number.reverse() : number)));
  return [tag, 5, values.length, value];
};

/** The directories of an EXIF block; pointers from the first to the others are added. */
export type Directories = Partial<Record<'main' | 'exif' | 'gps', readonly Entry[]>>;

/** An EXIF block without prefix: the directories one after the other, then all values. */
export const exifBlock = ({ main = [], exif, gps }: Directories, littleEndian = false): Buffer => {
  const inOrder = (buffer: Buffer): Buffer => (littleEndian ? buffer.reverse() : buffer);
  const sizeOf = (count: number): number => 2 + count * 12 + 4;
  const pointers = [exif, gps].filter((entries) => entries !== undefined).length;
  const exifAt = 8 + sizeOf(main.length + pointers);
  const gpsAt = exifAt + (exif === undefined ? 0 : sizeOf(exif.length));
  let valuesAt = gpsAt + (gps === undefined ? 0 : sizeOf(gps.length));
  const pointer = (tag: number, at: number): Entry => [tag, 4, 1, inOrder(uint32(at))];
  const values: Uint8Array[] = [];
  const directory = (entries: readonly Entry[]): Buffer => {
    const rows = entries.map(([tag, type, count, value]) => {
      const row = bytes(inOrder(uint16(tag)), inOrder(uint16(type)), inOrder(uint32(count)));
      if (value.length <= 4) return bytes(row, value, new Uint8Array(4 - value.length));
      values.push(value);
      valuesAt += value.length;
      return bytes(row, inOrder(uint32(valuesAt - value.length)));
    });
    return bytes(inOrder(uint16(entries.length)), ...rows, uint32(0));
  };
  const tables = [
    directory([
      ...main,
      ...(exif === undefined ? [] : [pointer(0x8769, exifAt)]),
      ...(gps === undefined ? [] : [pointer(0x8825, gpsAt)]),
    ]),
    ...(exif === undefined ? [] : [directory(exif)]),
    ...(gps === undefined ? [] : [directory(gps)]),
  ];
  const header = bytes(littleEndian ? 'II' : 'MM', inOrder(uint16(42)), inOrder(uint32(8)));
  return bytes(header, ...tables, ...values);
};

/** The GPS entries of 52° 13' 30" N, 13° 22.5' W and, as cameras have it, an altitude. */
export const gpsEntries = (littleEndian = false): readonly Entry[] => [
  ascii(1, 'N'),
  rationals(2, [[52, 1], [13, 1], [3000, 100]], littleEndian), // oxfmt-ignore
  ascii(3, 'W'),
  rationals(4, [[13, 1], [2250, 100], [0, 1]], littleEndian), // oxfmt-ignore
  rationals(6, [[100, 1]], littleEndian),
];

/** Attributes or elements of one `rdf:Description`, its namespaces declared with the usual prefixes. */
export const xmpOf = (attributes: string, elements = ''): Buffer =>
  Buffer.from(
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Test 1.0">',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about=""',
      ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
      ' xmlns:exif="http://ns.adobe.com/exif/1.0/"',
      ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
      ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
      ` xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" ${attributes}>${elements}`,
      '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
    ].join('\n'),
  );

/** `dc:rights` as XMP writers have it. */
export const rights = (text: string): string =>
  `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:rights>`;

/** The APP1 segment that holds XMP in a JPEG. */
export const xmpSegment = (packet: Uint8Array): Buffer =>
  segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', packet);

/** The iTXt chunk that holds XMP in a PNG. */
export const xmpChunk = (packet: Uint8Array): Buffer =>
  chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', packet);

/** The same chunk with its text compressed. */
export const compressedXmpChunk = (packet: Uint8Array): Buffer =>
  chunk('iTXt', 'XML:com.adobe.xmp\0\x01\0en\0XMP\0', deflateSync(packet));

/** An image resource of Photoshop. */
export const resource = (id: number, data: string | Uint8Array, name = ''): Buffer => {
  const content = bytes(data);
  const title = bytes(name.length, name);
  return bytes(
    bytes('8BIM', uint16(id), title, new Uint8Array(title.length % 2)),
    bytes(uint32(content.length), content, new Uint8Array(content.length % 2)),
  );
};

/** The APP13 segment of these Photoshop resources. */
export const photoshopSegment = (...resources: readonly Uint8Array[]): Buffer =>
  segment(0xed, 'Photoshop 3.0\0', ...resources);

/** A dataset of IPTC IIM. */
export const dataSet = (record: number, id: number, data: string | Uint8Array): Buffer => {
  const content = bytes(data);
  return bytes(0x1c, record, id, uint16(content.length), content);
};

/** An APP13 segment of these IPTC datasets. */
export const iptcSegment = (...dataSets: readonly Uint8Array[]): Buffer =>
  photoshopSegment(resource(0x0404, bytes(...dataSets)));
