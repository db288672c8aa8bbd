import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { bytesOf } from '../../../src/image/bytes.ts';
import { readFacts } from '../../../src/image/read-facts.ts';

/** The pair of imgproxy's documentation. */
export const pair = { key: '736563726574', salt: '68656C6C6F' };

/** Has `photo.jpg`, which is a source of `deliveryConfig`. */
export const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** The settings of a service that delivers the pictures of the fixtures, counted for its first account. */
export const deliveryConfig = (fields: object = {}): object => ({
  delivery: {
    keys: { main: { ...pair, account: 'default' } },
    sources: { disk: { folder: fixtures } },
    ...fields,
  },
});

/** The signature of a path that begins with a slash. */
export const signatureOf = (path: string, { key, salt } = pair): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(Buffer.from(salt, 'hex'))
    .update(path)
    .digest('base64url');

/** The address of options and a source. */
export const addressOf = (path: string, prefix = '/img'): string =>
  `${prefix}/${signatureOf(path)}${path}`;

/** What a picture is, read from its bytes. */
export const shownIn = async (picture: Uint8Array) => {
  const { mediaType, width, height } = await readFacts(bytesOf(picture));
  return { mediaType, width, height };
};
