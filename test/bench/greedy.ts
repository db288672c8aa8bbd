/**
 * A client that holds all it can of one resource, in a worker thread, so that its work does not delay the requests that
 * are timed. It has an address of its own, says when it has begun, and goes on until it is terminated.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { Agent, request } from 'node:https';
import { once } from 'node:events';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createDeflate } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { bytes, chunk, ihdr, pngSignature } from '../support/image/builders.ts';

export type Greed = 'announced' | 'places' | 'tools' | 'hashes' | 'streams' | 'sockets';

export type Greedy = Readonly<{
  greed: Greed;
  service: Readonly<{ url: string; certificate: string; key: string }>;
  /** An account of the greedy person, who knows its password. */
  person: Readonly<{ email: string; password: string }>;
}>;

const { greed, service, person } = workerData as Greedy;
const { url, certificate, key } = service;
const ca = readFileSync(certificate);
const localAddress = '127.0.0.2';
const agent = new Agent({ ca, localAddress, keepAlive: true });

const secureSocket = (ALPNProtocols: string[] = []): TLSSocket => {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  return connectTls({ socket, ca, ALPNProtocols });
};

/** Sends a request again and again, so many at a time, however it is answered. */
const forever = (atOnce: number, send: () => Promise<unknown>): void => {
  const one = async (): Promise<never> => {
    for (;;) {
      await send().catch(() => undefined);
      await setTimeout(20);
    }
  };
  for (let count = 0; count < atOnce; count += 1) void one();
};

const post = async (
  path: string,
  headers: Readonly<Record<string, string | number>>,
  write: (sent: ReturnType<typeof request>) => void,
): Promise<number> => {
  const sent = request(new URL(path, url), { method: 'POST', agent, headers, auth: `api:${key}` });
  const answered = once(sent, 'response');
  write(sent);
  const [response] = (await answered) as [IncomingMessage];
  await buffer(response);
  return response.statusCode ?? 0;
};

/** An upload that announces `length` bytes and sends so many a second. */
const slowUpload = (length: number, perSecond: number): Promise<number> =>
  post('/shrink', { 'Content-Length': length }, (sent) => {
    sent.write(Buffer.alloc(perSecond));
    const timer = setInterval(() => sent.write(Buffer.alloc(perSecond)), 1000);
    for (const end of ['close', 'error', 'response']) sent.on(end, () => clearInterval(timer));
  });

const side = 9900;

/** A PNG of about 2 MB and 98 million pixels: rows of noise, each repeated. */
const hugePng = async (): Promise<readonly [Buffer, Buffer]> => {
  const deflate = createDeflate({ level: 6 });
  const packed = buffer(deflate);
  const again = bytes(2, Buffer.alloc(3 * side));
  for (let row = 0; row < side; row += 1) {
    const noise = row % 66 === 0 ? randomBytes(3 * side).map((byte) => byte & 0xf0) : undefined;
    if (!deflate.write(noise === undefined ? again : bytes(0, noise))) await once(deflate, 'drain');
  }
  deflate.end();
  return [
    bytes(pngSignature, ihdr(side, side, 8, 2)),
    bytes(chunk('IDAT', await packed), chunk('IEND')),
  ];
};

const form = (path: string, fields: Readonly<Record<string, string>>): Promise<number> => {
  const headers = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = new URLSearchParams(fields).toString();
  return post(path, headers, (sent) => sent.end(body));
};

const greeds: Readonly<Record<Greed, () => Promise<void>>> = {
  announced: async () => forever(46, () => slowUpload(104_857_600, 5000)),
  places: async () => forever(900, () => slowUpload(1_000_000, 1500)),
  tools: async () => {
    const [head, rest] = await hugePng();
    const upload = () =>
      post('/shrink', {}, (sent) =>
        sent.end(bytes(head, chunk('tEXt', bytes('a\0', randomBytes(8).toString('hex'))), rest)),
      );
    forever(12, upload);
  },
  hashes: async () => {
    forever(20, () => form('/signin', person));
    forever(16, () => form('/register', { ...person, name: 'Taken' }));
  },
  streams: async () => {
    const session = connectHttp2(url, { createConnection: () => secureSocket(['h2']) });
    session.on('error', () => undefined);
    const authorization = `Basic ${Buffer.from(`api:${key}`).toString('base64')}`;
    forever(3000, async () => {
      const stream = session.request({ ':method': 'POST', ':path': '/shrink', authorization });
      stream.on('error', () => undefined);
      stream.write(randomBytes(100));
      stream.end(randomBytes(100));
      stream.resume();
      await once(stream, 'close');
    });
  },
  sockets: async () => {
    forever(60, async () => {
      const socket = secureSocket();
      const timer = setInterval(() => socket.write('a'), 1000);
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nX-Slow: ');
      socket.resume();
      await once(socket, 'close');
      clearInterval(timer);
    });
  },
};

await greeds[greed]();
await setTimeout(1000);
parentPort?.postMessage('begun');
