import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import { mediaTypeOf } from '../../src/image/media-type.ts';
import { avifFile } from '../support/image/avif-builders.ts';
import {
  bytes,
  chunk,
  jpegOf,
  pngOf,
  strictSource,
  uint32,
  vp8,
  webpOf,
} from '../support/image/builders.ts';

const failureOf = async (content: Uint8Array): Promise<unknown> => {
  const error: unknown = await mediaTypeOf(strictSource(content)).catch(
    (reason: unknown) => reason,
  );
  return error instanceof ServiceError ? { code: error.code, message: error.message } : error;
};

describe('the media type', () => {
  const known = [
    { name: 'a JPEG', content: jpegOf(), mediaType: 'image/jpeg' },
    { name: 'a PNG', content: pngOf(), mediaType: 'image/png' },
    {
      name: 'an APNG',
      content: pngOf({ chunks: [chunk('acTL', uint32(2), uint32(0))] }),
      mediaType: 'image/png',
    },
    { name: 'an AVIF', content: avifFile(), mediaType: 'image/avif' },
    {
      name: 'an AVIF of the brand of any HEIF',
      content: avifFile({ brand: 'mif1' }),
      mediaType: 'image/avif',
    },
    { name: 'a WebP', content: webpOf(vp8(4, 3)), mediaType: 'image/webp' },
  ];
  for (const { name, content, mediaType } of known) {
    it(`is found for ${name} by its leading bytes`, async () => {
      expect(await mediaTypeOf(strictSource(content))).to.equal(mediaType);
    });
  }

  it('is refused as missing for empty input', async () => {
    expect(await failureOf(new Uint8Array(0))).to.deep.equal({
      code: 'input_missing',
      message: 'Input file is empty.',
    });
  });

  const form = 'It is a multipart form. Send the bytes of the image alone.';
  const base64 = 'It is text in Base64. Send the bytes of the image.';
  const unknown: readonly { name: string; content: Uint8Array; says?: string }[] = [
    {
      name: 'a form',
      content: bytes('--X\r\nContent-Disposition: form-data; name="file"\r\n\r\n', jpegOf()),
      says: form,
    },
    ...[jpegOf(), avifFile(), bytes('\x89PNG\r\n\x1a\n'), bytes('RIFF', uint32(20))].map(
      (content) => ({
        name: 'an image in Base64',
        content: Buffer.from(Buffer.from(content).toString('base64')),
        says: base64,
      }),
    ),
    { name: 'a data URL', content: bytes('data:image/png;base64,iVBOR'), says: base64 },
    { name: 'a gzip file', content: gzipSync(jpegOf()), says: 'It is application/gzip.' },
    { name: 'one byte', content: bytes(0xff) },
    { name: 'text', content: bytes('just some text') },
    { name: 'a GIF', content: bytes('GIF89a', new Uint8Array(20)), says: 'It is image/gif.' },
    {
      name: 'an AVI file',
      content: bytes('RIFF', uint32(20), 'AVI LIST', new Uint8Array(20)),
      says: 'It is video/vnd.avi.',
    },
    {
      name: 'a JPEG-LS file',
      content: bytes('\xff\xd8\xff\xf7', new Uint8Array(20)),
      says: 'It is image/jls.',
    },
    { name: 'a JPEG behind a byte order mark', content: bytes('\xef\xbb\xbf', jpegOf()) },
    {
      name: 'a JPEG behind an ID3 tag',
      content: bytes('ID3\x04\0\0\0\0\0\x02xx', jpegOf()),
    },
    { name: 'an AVIF behind an ID3 tag', content: bytes('ID3\x04\0\0\0\0\0\x02xx', avifFile()) },
    {
      name: 'a HEIC',
      content: avifFile({ brand: 'heic', brands: ['mif1'] }),
      says: 'It is image/heic.',
    },
    { name: 'a JPEG behind white space', content: bytes('\n', jpegOf()) },
  ];
  for (const { name, content, says } of unknown) {
    it(`is refused for ${name}`, async () => {
      expect(await failureOf(content)).to.deep.equal({
        code: 'unsupported_media_type',
        message: `File type is not supported.${says === undefined ? '' : ` ${says}`}`,
      });
    });
  }

  it('is found from the first 4100 bytes', async () => {
    const content = bytes(jpegOf(), new Uint8Array(100_000));
    const asked: number[] = [];
    const read = (offset: number, length: number): Uint8Array => {
      asked.push(offset + length);
      return content.subarray(offset, offset + length);
    };
    await mediaTypeOf({ size: content.length, read });
    expect(Math.max(...asked)).to.equal(4100);
  });
});
