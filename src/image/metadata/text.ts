/** The encoding of a text, from its file, or `unknown`. */
export type Encoding = 'utf-8' | 'latin-1' | 'unknown';

/**
 * The characters of `bytes`. In an unknown encoding, valid UTF-8 is decoded as such, and all else as
 * Windows-1252, which cameras and editors write for Latin-1 (WHATWG Encoding, 4.2). Bytes that cannot be
 * decoded become U+FFFD.
 */
export const decodedText = (bytes: Uint8Array, encoding: Encoding = 'unknown'): string => {
  const isLatin1 = encoding === 'latin-1' || (encoding === 'unknown' && !isUtf8(bytes));
  return new TextDecoder(isLatin1 ? 'windows-1252' : 'utf-8').decode(bytes);
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Notices longer than this (in UTF-8) are ignored, never cut: half of a legal text may mean the opposite.
 * A notice of this length still fits into one segment of a JPEG, together with all other metadata.
 */
const maxTextBytes = 60_000;

/** A trimmed notice without control characters; undefined where it is empty or over 60,000 bytes. */
export const noticeOf = (text: string): string | undefined => shortened(text, maxTextBytes);

/** Controls except tabs and line ends, lone surrogates, non-characters: XML 1.0 allows none of them. */
const unprintable = /(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const shortened = (text: string, maxBytes: number): string | undefined => {
  const cleaned = text.replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, '').trim();
  return cleaned === '' || Buffer.byteLength(cleaned) > maxBytes ? undefined : cleaned;
};

/** Addresses longer than this are ignored. */
const maxUrlBytes = 2048;

/** A trimmed address without control characters; undefined where it is empty or over 2,048 bytes. */
export const urlOf = (text: string): string | undefined => shortened(text, maxUrlBytes);
