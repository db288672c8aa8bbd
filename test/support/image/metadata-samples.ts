import type { PreservedMetadata } from '../../../src/image/metadata/preserved.ts';
import {
  anim,
  anmf,
  bytes,
  chunk,
  jpegOf,
  pngOf,
  riffChunk,
  segment,
  vp8,
  vp8l,
  vp8x,
  webpOf,
} from './builders.ts';
import { displayP3Profile, exifOf, exifSegment, iccSegments } from './metadata.ts';

const jfif = segment(0xe0, 'JFIF\0', 1, 1, 0, 0, 1, 0, 1, 0, 0);
const turned = (orientation: number, littleEndian = false): Buffer =>
  exifOf([[0x0112, 3, orientation]], littleEndian);
const frame = anmf([0, 0, 4, 3], vp8l(4, 3, 1));

/** A result without metadata but perhaps its orientation; `decodes` tells whether a real decoder can show it. */
export type Result = Readonly<{
  name: string;
  mediaType: string;
  content: Buffer;
  orientation: number;
  decodes: boolean;
}>;

const result = (
  name: string,
  mediaType: string,
  content: Buffer,
  rest: Partial<Result> = {},
): Result => ({ name, mediaType, content, orientation: 1, decodes: true, ...rest });

/** Results as encoders and stripping make them. */
export const results: readonly Result[] = [
  result('JPEG', 'image/jpeg', jpegOf({ segments: [jfif] })),
  result('JPEG without JFIF', 'image/jpeg', jpegOf()),
  result(
    'JPEG on its side',
    'image/jpeg',
    jpegOf({
      segments: [jfif, exifSegment(turned(6)), ...iccSegments(displayP3Profile)],
    }),
    { orientation: 6 },
  ),
  result(
    'JPEG on its head, behind its profile',
    'image/jpeg',
    jpegOf({
      segments: [...iccSegments(displayP3Profile), exifSegment(turned(3, true))],
    }),
    { orientation: 3 },
  ),
  result('PNG', 'image/png', pngOf()),
  result(
    'palette PNG on its side',
    'image/png',
    pngOf({
      colourType: 3,
      chunks: [chunk('eXIf', turned(8)), chunk('PLTE', '\0\0\0\xff\xff\xff')],
    }),
    { orientation: 8 },
  ),
  result('lossless WebP', 'image/webp', webpOf(vp8l(4, 3))),
  result('lossless WebP with alpha', 'image/webp', webpOf(vp8l(5, 2, 1))),
  result('lossy WebP', 'image/webp', webpOf(vp8(300, 200)), { decodes: false }),
  result(
    'lossy WebP with alpha',
    'image/webp',
    webpOf(vp8x(0x10, 4, 3), riffChunk('ALPH', 0, 'a'), vp8(4, 3)),
    { decodes: false },
  ),
  result(
    'WebP on its side with a profile',
    'image/webp',
    webpOf(
      vp8x(0x28, 4, 3),
      riffChunk('ICCP', displayP3Profile),
      vp8l(4, 3),
      riffChunk('EXIF', turned(6)),
    ),
    { orientation: 6 },
  ),
  result('animated WebP', 'image/webp', webpOf(vp8x(0x12, 4, 3), anim, frame, frame)),
];

/** Metadata of one kind each, and all together. */
export const copyright: PreservedMetadata = { copyright: { text: '© Zoë & <Söhne>' } };
export const fullCopyright: PreservedMetadata = {
  copyright: { text: '© Zoë\n"Söhne"', url: 'https://example.org/?a=1&b=2', marked: true },
};
export const creation: PreservedMetadata = {
  creation: { date: '2008-10-22', time: '16:28:39', subSeconds: '045', offset: '+02:00' },
};
export const location: PreservedMetadata = {
  location: {
    latitude: { degrees: [52, 1], minutes: [13, 1], seconds: [2_804_100, 100_000], ref: 'S' },
    longitude: {
      degrees: [13, 1],
      minutes: [4_294_967_295, 100_000_000],
      seconds: [0, 1],
      ref: 'W',
    },
  },
};
export const everything: PreservedMetadata = { ...fullCopyright, ...creation, ...location };

/** Every kind and some combinations by name. */
export const wishes: readonly (readonly [name: string, metadata: PreservedMetadata])[] = [
  ['a copyright', copyright],
  ['a copyright with flag and URL', fullCopyright],
  ['a copyright flag', { copyright: { marked: true } }],
  ['public domain', { copyright: { marked: false } }],
  ['a copyright URL', { copyright: { url: 'www.example.org' } }],
  ['a creation', creation],
  ['a day of creation', { creation: { date: '2008-10-22' } }],
  ['a location', location],
  ['a copyright and a creation', { ...copyright, ...creation }],
  ['everything', everything],
];

/** A picture of each type with nothing but the pixels. */
export const plainOf = (mediaType: string): Buffer => {
  const found = results.find((candidate) => candidate.mediaType === mediaType);
  return found?.content ?? bytes();
};

/** What a media type can hold of some metadata. */
export const heldBy = (
  mediaType: string,
  { creation: date, location: place, ...rest }: PreservedMetadata,
) => {
  const { copyright: notice, ...others } = rest;
  const { marked, ...unmarked } = notice ?? {};
  // Photoshop's flag cannot say "public domain".
  const held = mediaType === 'image/jpeg' && marked === false ? unmarked : notice;
  const isPng = mediaType === 'image/png';
  const { subSeconds: _subSeconds, ...seconds } = date ?? { date: '' };
  // EXIF writes UTC as an offset.
  const exifDate = seconds.offset === 'Z' ? { ...seconds, offset: '+00:00' } : seconds;
  return {
    ...others,
    ...(held === undefined || Object.keys(held).length === 0 ? {} : { copyright: held }),
    ...(date === undefined ? {} : { creation: isPng ? date : exifDate }),
    ...(place === undefined || isPng ? {} : { location: place }),
  };
};
