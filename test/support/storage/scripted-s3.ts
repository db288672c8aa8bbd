import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An error as Amazon S3 answers it, `'ok'`, a silence, or a sign of life every 50 ms and no answer. */
export type S3Script =
  | 'ok'
  | 'hang'
  | 'busy'
  | 'cut'
  | Readonly<{ status: number; code: string; headers?: Record<string, string>; extra?: string }>;

type S3Request = Readonly<{
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}>;

/** A server that answers uploads as it is told: errors that radosgw never gives. It verifies nothing. */
export type ScriptedS3 = Readonly<{
  url: string;
  /** Answers to the next requests; the last one stays. */
  script: S3Script[];
  requests: readonly S3Request[];
  /** Connections until now, and those that are open. */
  connections: () => Readonly<{ made: number; open: number }>;
  close: () => Promise<void>;
}>;

/** Starts an S3 that answers as its script says. */
export const startScriptedS3 = async (): Promise<ScriptedS3> => {
  const script: S3Script[] = ['ok'];
  const requests: S3Request[] = [];
  const server = http.createServer(async (request, response) => {
    const step = (script.length > 1 ? script.shift() : script[0])!;
    const { method = '', url: path = '', headers } = request;
    if (step === 'cut') {
      requests.push({ method, url: path, headers, body: Buffer.alloc(0) });
      return void request.socket.destroy();
    }
    requests.push({
      method,
      url: path,
      headers,
      body: await buffer(request).catch(() => Buffer.alloc(0)),
    });
    if (step === 'hang') return;
    if (step === 'busy') {
      const signs = setInterval(() => response.writeContinue(), 50);
      return void request.socket.once('close', () => clearInterval(signs));
    }
    if (step === 'ok') return void response.writeHead(200, { etag: '"0"' }).end();
    const { status, code, headers: more = {}, extra = '' } = step;
    response.writeHead(status, { 'content-type': 'application/xml', ...more });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>What the storage has to say about ${headers.authorization}</Message>${extra}<RequestId>R</RequestId><HostId>H</HostId></Error>`,
    );
  });
  let [made, open] = [0, 0];
  server.on('connection', (socket) => {
    made += 1;
    open += 1;
    socket.once('close', () => void (open -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script,
    requests,
    connections: () => ({ made, open }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
