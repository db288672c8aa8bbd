import { latin1Of, type ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';

/** The longest text that is read: media types have 127 characters at most. */
const maxTextBytes = 256;

/** Reads the fields of a box one after the other. Each throws `decode_failed` beyond the end of the box. */
export const fieldsOf = (data: ByteSource) => {
  let position = 0;
  const take = (length: number): Uint8Array => {
    if (position + length > data.size) throw decodeFailed('AVIF has a box that is too short.');
    position += length;
    return data.read(position - length, length);
  };
  return {
    /** A number of 0 to 8 bytes; 0 for none. */
    uint: (length: number): number => take(length).reduce((value, byte) => value * 256 + byte, 0),
    text: (length: number): string => latin1Of(take(length)),
    /** A text up to its terminator, or to the end of the box; at most 255 bytes. */
    terminated: (): string => {
      const rest = data.read(position, Math.min(maxTextBytes, data.size - position));
      const end = rest.indexOf(0);
      if (end < 0 && rest.length === maxTextBytes) throw decodeFailed('AVIF has an endless text.');
      position += end < 0 ? rest.length : end + 1;
      return latin1Of(end < 0 ? rest : rest.subarray(0, end));
    },
  };
};

export type Fields = ReturnType<typeof fieldsOf>;

/** The version and flags of a full box, and its further fields. */
export const fullBoxOf = (
  data: ByteSource,
): Readonly<{ version: number; flags: number; fields: Fields }> => {
  const fields = fieldsOf(data);
  return { version: fields.uint(1), flags: fields.uint(3), fields };
};
