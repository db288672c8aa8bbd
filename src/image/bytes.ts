/**
 * Random access to the bytes of a file or a buffer. Everything in `image` reads through it, and so does
 * not depend on where the bytes are.
 */
export type ByteSource = Readonly<{
  /** Total length in bytes. */
  size: number;
  /**
   * The bytes of `[offset, offset + length)`, shorter only where the source ends. They may be in the memory `into`,
   * which has room for `length` bytes: for a caller that reads many pieces, and keeps none.
   */
  read: (offset: number, length: number, into?: Uint8Array) => Uint8Array;
}>;

/** A source over bytes already in memory. */
export const bytesOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** The part of `source` from `offset` on, at most `length` bytes and never beyond its end. */
export const sectionOf = (source: ByteSource, offset: number, length: number): ByteSource => {
  const size = Math.max(0, Math.min(length, source.size - offset));
  return {
    size,
    read: (start, count, into) =>
      source.read(offset + start, Math.max(0, Math.min(count, size - start)), into),
  };
};

/** Large enough for many chunk headers, small enough to waste little where headers are far apart. */
const pageBytes = 4096;

/**
 * The same source, read in pages, so that many small reads become few. Reads longer than a page are
 * passed on as they are. No read goes beyond the end of the source.
 */
export const pagedSource = (source: ByteSource): ByteSource => {
  let pageOffset = 0;
  let page: Uint8Array = new Uint8Array(0);
  const isInPage = (offset: number, length: number): boolean =>
    offset >= pageOffset && offset + length <= pageOffset + page.length;

  const read: ByteSource['read'] = (offset, length, into) => {
    const available = Math.max(0, Math.min(length, source.size - offset));
    if (available === 0) return new Uint8Array(0);
    if (available > pageBytes) return source.read(offset, available, into);
    if (!isInPage(offset, available)) {
      page = source.read(offset, Math.min(pageBytes, source.size - offset));
      pageOffset = offset;
    }
    return page.subarray(offset - pageOffset, offset - pageOffset + available);
  };
  return { size: source.size, read };
};

/** A view for reading numbers from `bytes`; reading beyond them throws a RangeError. */
export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The bytes as text, one Latin-1 character each: for signatures and chunk names. */
export const latin1Of = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The characters of a Latin-1 text as bytes. */
export const latin1Bytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Whether `source` has `signature` (Latin-1) at `offset`. */
export const hasSignature = (source: ByteSource, signature: string, offset = 0): boolean =>
  latin1Of(source.read(offset, signature.length)) === signature;

/** A number as `length` bytes, up to 4, the highest first. */
export const uintBytes = (length: number, value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value);
  return bytes.subarray(4 - length);
};

/** All parts in order as one array. */
export const concatenated = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
};

/** The first `maxBytes` of all parts in order. */
export const joinedParts = (parts: readonly ByteSource[], maxBytes: number): Uint8Array => {
  let left = maxBytes;
  return concatenated(
    parts.map((part) => {
      const bytes = part.read(0, Math.min(part.size, left));
      left -= bytes.length;
      return bytes;
    }),
  );
};

/**
 * One part of a file to be written: a range copied from a source file, or new bytes. A list of pieces
 * describes the file; `jobs/write-pieces.ts` writes it.
 */
export type Piece =
  | Readonly<{ kind: 'copy'; offset: number; length: number }>
  | Readonly<{ kind: 'bytes'; bytes: Uint8Array }>;

/** A piece that copies `[offset, end)` of the source. */
export const copyPiece = (offset: number, end: number): Piece => ({
  kind: 'copy',
  offset,
  length: end - offset,
});

/** A piece of new bytes. */
export const bytesPiece = (bytes: Uint8Array): Piece => ({ kind: 'bytes', bytes });

/** The length in bytes of the file that `pieces` describe. */
export const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((total, piece) => total + pieceLength(piece), 0);

const pieceLength = (piece: Piece): number =>
  piece.kind === 'copy' ? piece.length : piece.bytes.length;

/** The same file in fewer pieces: copies of adjacent ranges become one, and empty pieces are removed. */
export const joinedPieces = (pieces: Iterable<Piece>): readonly Piece[] => {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    if (pieceLength(piece) === 0) continue;
    const merged = mergedWith(joined.at(-1), piece);
    if (merged === undefined) joined.push(piece);
    else joined[joined.length - 1] = merged;
  }
  return joined;
};

const mergedWith = (previous: Piece | undefined, next: Piece): Piece | undefined =>
  previous?.kind === 'copy' &&
  next.kind === 'copy' &&
  previous.offset + previous.length === next.offset
    ? { ...previous, length: previous.length + next.length }
    : undefined;
