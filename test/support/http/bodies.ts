import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { basic, type Api } from './api.ts';

export type Version = 'HTTP/1.1' | 'HTTP/2';

/** A request whose body comes in these pieces; none: its head says that nothing follows. */
export type Sent = Readonly<{
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  pieces: readonly (string | Uint8Array)[];
  /** Whether Content-Length is sent. */
  saysLength?: boolean;
}>;

export type Told = Readonly<{
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: Buffer;
}>;

/** The API over both versions of HTTP, to send bodies to as clients frame them. */
export type Bodies = Readonly<{
  send: (version: Version, sent: Sent) => Promise<Told>;
  close: () => Promise<void>;
}>;

/** Opens the API over HTTP/1.1 and HTTP/2. */
export const openBodies = async ({ port, key, callback }: Api): Promise<Bodies> => {
  const server = http2.createServer(callback as never);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const authorization = basic(`api:${key}`);

  const headersOf = ({ headers = {}, pieces, saysLength }: Sent) => ({
    authorization,
    ...headers,
    ...(saysLength === true && { 'content-length': String(bytesOf(pieces)) }),
  });

  const overHttp1 = async (sent: Sent): Promise<Told> => {
    const { method, path, pieces, saysLength } = sent;
    const isChunked = pieces.length > 0 && saysLength !== true;
    const headers = { ...headersOf(sent), ...(isChunked && { 'transfer-encoding': 'chunked' }) };
    const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    for (const piece of pieces) request.write(piece);
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await buffer(response),
    };
  };

  const overHttp2 = async (sent: Sent): Promise<Told> => {
    const { method, path, pieces } = sent;
    const stream = session.request(
      { ':method': method, ':path': path, ...headersOf(sent) },
      { endStream: pieces.length === 0 },
    );
    const answered = once(stream, 'response') as Promise<[Record<string, unknown>]>;
    for (const piece of pieces) stream.write(piece);
    // The end is a DATA frame of its own, without bytes.
    if (pieces.length > 0) stream.end();
    const [[headers], body] = await Promise.all([answered, buffer(stream)]);
    return { status: Number(headers[':status']), headers, body };
  };

  return {
    send: (version, sent) => (version === 'HTTP/2' ? overHttp2(sent) : overHttp1(sent)),
    close: async () => {
      session.close();
      server.close();
      await once(server, 'close');
    },
  };
};

const bytesOf = (pieces: Sent['pieces']): number =>
  pieces.reduce((total, piece) => total + Buffer.byteLength(piece), 0);
