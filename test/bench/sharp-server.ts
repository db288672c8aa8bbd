/**
 * What the service is compared with: sharp behind HTTPS, in a process of its own. A request's body, or the
 * file that `source` names, is answered as a JPEG, `width` pixels wide where that is given. Its arguments
 * are the files of a certificate and of its key; it prints its port.
 */
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { loadSharp } from './sharp.ts';

const sharp = loadSharp();
// As the service: no picture is kept between requests, and each has one thread.
sharp.cache(false);
sharp.concurrency(1);

const [cert = '', key = ''] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
const server = https.createServer({ cert, key }, async (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'https://localhost');
  const [source, width] = [searchParams.get('source'), searchParams.get('width')];
  const picture = sharp(source ?? (await buffer(request)));
  const sized = width === null ? picture : picture.resize(Number(width));
  const result = await sized.jpeg({ mozjpeg: true, quality: 80 }).toBuffer();
  response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': result.length });
  response.end(result);
});
server.listen(0, 'localhost', () => console.log((server.address() as AddressInfo).port));
