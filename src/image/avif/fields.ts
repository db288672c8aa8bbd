import { latin1Of, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';

/** Reads the fields of a box one after the other. Each throws `decode_failed` beyond the end of the box. */
export type Fields = Readonly<{
  /** A number of 0 to 8 bytes; 0 for none. */
  uint: (bytes: number) => number;
  text: (bytes: number) => string;
  /** A text up to its terminator, or to the end of the box; at most 255 bytes. */
  terminated: () => string;
}>;

/** The longest text that is read: media types have 127 characters at most. */
const maxTextBytes = 256;

export const fieldsOf = (data: ByteSource): Fields => {
  let position = 0;
  const take = (length: number): Uint8Array => {
    if (position + length > data.size) throw decodeFailed('AVIF has a box that is too short.');
    position += length;
    return data.read(position - length, length);
  };
  return {
    uint: (length) => take(length).reduce((value, byte) => value * 256 + byte, 0),
    text: (length) => latin1Of(take(length)),
    terminated: () => {
      const rest = data.read(position, Math.min(maxTextBytes, data.size - position));
      const end = rest.indexOf(0);
      if (end < 0 && rest.length === maxTextBytes) throw decodeFailed('AVIF has an endless text.');
      position += end < 0 ? rest.length : end + 1;
      return latin1Of(end < 0 ? rest : rest.subarray(0, end));
    },
  };
};

/** The version and flags of a full box, and its further fields. */
export const fullBoxOf = (
  data: ByteSource,
): Readonly<{ version: number; flags: number; fields: Fields }> => {
  const fields = fieldsOf(data);
  return { version: fields.uint(1), flags: fields.uint(3), fields };
};
