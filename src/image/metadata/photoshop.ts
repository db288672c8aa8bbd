import { concatenated, latin1Bytes, latin1Of, uintBytes, viewOf } from '../bytes.ts';
import { iptcMetadataOf } from './iptc.ts';
import type { Copyright, PreservedMetadata } from './preserved.ts';
import { decodedText, urlOf } from './text.ts';

/** How an APP13 segment with image resources starts. */
export const photoshopPrefix = 'Photoshop 3.0\0';

/** Image resources. Photoshop file format, "Image resource IDs". */
const iptc = 0x0404;

/** The metadata of Photoshop image resources (without the prefix of the segments), IPTC included. */
export const photoshopMetadataOf = (bytes: Uint8Array): PreservedMetadata => {
  const resources = resourcesIn(bytes);
  const { copyright, creation } = iptcMetadataOf(resources.get(iptc) ?? new Uint8Array(0));
  return {
    copyright: { ...copyright, ...copyrightIn(resources) },
    ...(creation === undefined ? {} : { creation }),
  };
};

type Resources = ReadonlyMap<number, Uint8Array>;

const signature = '8BIM';

/**
 * The first resource of each id. A resource is signature, id, name after its length, size, data; name
 * and data are padded to an even length. Reading stops at the first mistake.
 */
const resourcesIn = (bytes: Uint8Array): Resources => {
  const found = new Map<number, Uint8Array>();
  const view = viewOf(bytes);
  let position = 0;
  while (latin1Of(bytes.subarray(position, position + signature.length)) === signature) {
    const sizeAt = position + 6 + even(1 + (bytes[position + 6] ?? 0));
    const start = sizeAt + 4;
    if (start > bytes.length) break;
    const size = view.getUint32(sizeAt);
    if (start + size > bytes.length) break;
    const id = view.getUint16(position + 4);
    if (!found.has(id)) found.set(id, bytes.subarray(start, start + size));
    position = start + even(size);
  }
  return found;
};

const even = (length: number): number => length + (length % 2);

const copyrightFlag = 0x040a;
const urlRecord = 0x040b;

const copyrightIn = (resources: Resources): Copyright => {
  // In Photoshop 0 means unknown, not that there is no copyright.
  const isMarked = (resources.get(copyrightFlag)?.[0] ?? 0) !== 0;
  const url = urlOf(decodedText(resources.get(urlRecord) ?? new Uint8Array(0)));
  return {
    ...(url === undefined ? {} : { url }),
    ...(isMarked ? { marked: true } : {}),
  };
};

/**
 * Image resources with the copyright flag, if it is set, and the URL, if there is one; empty without
 * both. The flag has no value for the public domain.
 */
export const photoshopBytes = ({ url, marked }: Copyright): Uint8Array =>
  concatenated([
    ...(marked === true ? [resourceBytes(copyrightFlag, Uint8Array.of(1))] : []),
    ...(url === undefined ? [] : [resourceBytes(urlRecord, new TextEncoder().encode(url))]),
  ]);

const emptyName = Uint8Array.of(0, 0);

const resourceBytes = (id: number, data: Uint8Array): Uint8Array =>
  concatenated([
    ...[latin1Bytes(signature), uintBytes(2, id), emptyName, uintBytes(4, data.length)],
    ...[data, new Uint8Array(data.length % 2)],
  ]);
