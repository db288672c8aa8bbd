/**
 * Sends pictures to the service of TEST_SERVICE, all at once, and prints how many answers there were of
 * each status: `node test/container/send-pictures.ts KIND COUNT`. Ends with 1 when one is neither 201 nor
 * 503, or its connection breaks.
 */
import { randomBytes } from 'node:crypto';
import { createClient } from '../support/e2e/client.ts';
import { newJpeg, photo } from '../support/e2e/pictures.ts';
import { outsideService } from '../support/service/outside-service.ts';
import { bytes, chunk, jpegOf, pngOf, segment } from '../support/image/builders.ts';

/** No two are alike, so that each is compressed. */
const kinds: Readonly<Record<string, () => Buffer>> = {
  small: newJpeg,
  'of-16-megapixels': () => {
    const chunks = [chunk('tEXt', 'Comment\0', randomBytes(9).toString('hex'))];
    return pngOf({ width: 4000, height: 4000, colourType: 6, chunks });
  },
  'of-20-MB': () => {
    const comments = Array.from({ length: 320 }, () => segment(0xfe, randomBytes(62_000)));
    return bytes(photo.subarray(0, 2), ...comments, photo.subarray(2));
  },
  'of-100-megapixels': () =>
    jpegOf({ width: 10_000, height: 10_000, segments: [segment(0xfe, randomBytes(12))] }),
};

const [kind = '', count = '1'] = process.argv.slice(2);
const [service, make] = [outsideService(), kinds[kind]];
if (service === undefined || make === undefined) throw new Error('expected a service and a kind');
const client = createClient(service);
const pictures = Array.from({ length: Number(count) }, make);
const statuses = await Promise.all(
  pictures.map((picture) => client.upload(picture).then(({ status }) => String(status), String)),
);
client.close();
const counts: Record<string, number> = {};
for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
console.log(JSON.stringify(counts));
if (statuses.some((status) => status !== '201' && status !== '503')) process.exitCode = 1;
