/** How a text is encoded: as its file says, or `unknown`. */
export type Encoding = 'utf-8' | 'latin-1' | 'unknown';

/**
 * The characters of `bytes`. Of unknown encoding, what is valid UTF-8 is taken as such and anything
 * else as Windows-1252, the Latin-1 that cameras and editors mean (WHATWG Encoding, 4.2). Undecodable
 * bytes become U+FFFD.
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
 * Notices longer than this (in UTF-8) are ignored, never cut: half a legal text may say the opposite.
 * So long a notice still fits into one segment of a JPEG, beside everything else.
 */
const maxTextBytes = 60_000;

/** A notice without control characters and blanks around it; undefined when nothing is left or it is over 60,000 bytes. */
export const noticeOf = (text: string): string | undefined => shortened(text, maxTextBytes);

/** Controls but tabs and line ends, lone surrogates, non-characters: none may stand in XML 1.0. */
const unprintable = /(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const shortened = (text: string, maxBytes: number): string | undefined => {
  const cleaned = text.replaceAll(/\r\n?/g, '\n').replaceAll(unprintable, '').trim();
  return cleaned === '' || Buffer.byteLength(cleaned) > maxBytes ? undefined : cleaned;
};

/** Addresses longer than this are ignored; browsers and servers give up earlier. */
const maxUrlBytes = 2048;

/** The same for an address, of at most 2,048 bytes. */
export const urlOf = (text: string): string | undefined => shortened(text, maxUrlBytes);
