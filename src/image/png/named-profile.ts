import { concatenated, latin1Bytes, latin1Of, sectionOf, type ByteSource } from '../bytes.ts';
import { chunkBytes } from './chunks.ts';

/** What an iCCP chunk holds: a name, and a profile as zlib data. */
type NamedProfile = Readonly<{ name: string; compressed: ByteSource }>;

/** A name has at most 79 bytes. Browsers take one more. */
const maxNameBytes = 80;

/**
 * The contents of an iCCP chunk: name, 0, compression method 0, zlib data. Undefined where decoders ignore it.
 * PNG, 11.3.2.3.
 */
export const namedProfileOf = (data: ByteSource): NamedProfile | undefined => {
  const end = data.read(0, maxNameBytes + 1).indexOf(0);
  if (end < 1 || data.read(end + 1, 1)[0] !== 0) return undefined;
  const name = latin1Of(data.read(0, end));
  return { name, compressed: sectionOf(data, end + 2, data.size) };
};

/** The iCCP chunk of a profile that is compressed. */
export const iccpChunk = (compressed: Uint8Array): Uint8Array =>
  chunkBytes('iCCP', concatenated([latin1Bytes('colours\0\0'), compressed]));

/** Printable letters; no space at an end, and no two in a row. PNG, 11.3.3.1. */
const keyword = /^(?! )(?!.* {2})[ -~\xa1-\xff]{1,79}(?<! )$/;

/** Whether every decoder takes the name of a profile: libpng ignores the chunk of another one. */
export const hasSoundName = ({ name }: NamedProfile): boolean => keyword.test(name);
