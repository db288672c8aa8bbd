import type { ByteSource } from '../../bytes.ts';
import { locationOf, xmpCoordinateOf } from '../coordinates.ts';
import { creationOf } from '../dates.ts';
import type { Copyright, Creation, Location, PreservedMetadata } from '../preserved.ts';
import { decodedText, noticeOf, urlOf } from '../text.ts';
import { xmpPropertiesOf } from './properties.ts';

/** Longer packets are ignored: after years of editing a packet has some hundred kilobytes. */
export const maxXmpBytes = 2 * 1024 * 1024;

/** The metadata of an XMP packet; none where it is over 2 MiB. Invalid XML is read up to the mistake. */
export const xmpMetadataOf = (packet: ByteSource): PreservedMetadata => {
  const properties = propertiesIn(packet);
  const creation = creationIn(properties);
  const location = locationIn(properties);
  return {
    copyright: copyrightIn(properties),
    ...(creation === undefined ? {} : { creation }),
    ...(location === undefined ? {} : { location }),
  };
};

type Properties = ReadonlyMap<string, string>;

const propertiesIn = (packet: ByteSource): Properties =>
  packet.size > maxXmpBytes ? new Map() : xmpPropertiesOf(decodedText(packet.read(0, packet.size)));

/** When the file was first made: the creation of a PNG. */
const fileCreation = 'xmp:CreateDate';

/** In the order of preference: when the picture was taken, the date an editor gave, when the file was made. */
const creationProperties = ['exif:DateTimeOriginal', 'photoshop:DateCreated', fileCreation];

const creationIn = (properties: Properties): Creation | undefined => {
  for (const name of creationProperties) {
    const creation = creationOf(properties.get(name) ?? '');
    if (creation !== undefined) return creation;
  }
  return undefined;
};

const locationIn = (properties: Properties): Location | undefined =>
  locationOf(
    xmpCoordinateOf(properties.get('exif:GPSLatitude') ?? ''),
    xmpCoordinateOf(properties.get('exif:GPSLongitude') ?? ''),
  );

const copyrightIn = (properties: Properties): Copyright => {
  const text = noticeOf(properties.get('dc:rights') ?? '');
  const url = urlOf(properties.get('xmpRights:WebStatement') ?? '');
  const marked = markedIn(properties);
  return {
    ...(text === undefined ? {} : { text }),
    ...(url === undefined ? {} : { url }),
    ...(marked === undefined ? {} : { marked }),
  };
};

const markedIn = (properties: Properties): boolean | undefined => {
  const marked = properties.get('xmpRights:Marked')?.toLowerCase();
  return marked === 'true' || marked === 'false' ? marked === 'true' : undefined;
};

/** The date in a packet's xmp:CreateDate; undefined where it is absent or impossible. */
export const xmpCreateDateOf = (packet: ByteSource): Creation | undefined =>
  creationOf(propertiesIn(packet).get(fileCreation) ?? '');
