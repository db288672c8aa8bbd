import { crc32 } from 'node:zlib';

/** The picture with another comment for each `salt`: the same work, which no earlier result answers. */
export const salted = (picture: Buffer, salt: number): Buffer => {
  const text = Buffer.from(`salt ${salt.toString().padStart(9, '0')}`);
  if (picture[0] === 0xff) return inserted(picture, 2, jpegComment(text));
  if (picture[0] === 0x89) return inserted(picture, pngHeaderEnd, pngText(text));
  return webpWith(picture, text);
};

const inserted = (picture: Buffer, at: number, bytes: Buffer): Buffer =>
  Buffer.concat([picture.subarray(0, at), bytes, picture.subarray(at)]);

const jpegComment = (text: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), uint16(text.length + 2), text]);

/** Of the signature and of IHDR (PNG, section 11.2.1). */
const pngHeaderEnd = 33;

const pngText = (text: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from('tEXtComment\0'), text]);
  return Buffer.concat([uint32(body.length - 4), body, uint32(crc32(body))]);
};

/** With a chunk of an unknown name at its end, which readers skip (RFC 9649, section 2.7). */
const webpWith = (picture: Buffer, text: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  const file = Buffer.concat([picture, Buffer.from('SALT'), size, text]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
};

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
