import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request instead of what the storage does. */
type BucketFault =
  /** Passes after a while. */
  | Readonly<{ delayMs: number }>
  /** Passes, and its answer has another time. */
  | Readonly<{ skewMs: number }>
  /** Is answered so, without a body. */
  | Readonly<{ status: number }>
  /** Is answered 503 `SlowDown`, as S3 does under load. */
  | 'slowDown'
  /** One byte of the answer's body is another. */
  | 'wrongBytes'
  /** The connection is cut in the middle of the answer's body; of a request without one, before the answer. */
  | 'cut'
  /** Is never answered. */
  | 'hang';

type BucketRequest = Readonly<{ method: string; path: string }>;

/** A storage behind it that fails as a test says. */
export type BucketProxy = Readonly<{
  port: number;
  /** All requests so far, faulty ones too. */
  requests: BucketRequest[];
  /** The fault of each request from now on; undefined for none. */
  failBy: (fault: (request: BucketRequest) => BucketFault | undefined) => void;
  heal: () => void;
  close: () => Promise<void>;
}>;

export const startBucketProxy = async (targetPort: number): Promise<BucketProxy> => {
  const requests: BucketRequest[] = [];
  const agent = new http.Agent({ keepAlive: true });
  let faultOf: (request: BucketRequest) => BucketFault | undefined = () => undefined;

  const pass = async (
    request: IncomingMessage,
    response: ServerResponse,
    fault: BucketFault | undefined,
  ): Promise<void> => {
    const { method, url: path, headers } = request;
    // The Host is signed, so it stays that of the proxy.
    const onward = http.request({
      port: targetPort,
      host: '127.0.0.1',
      method,
      path,
      headers,
      agent,
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    answer.on('error', () => response.destroy());
    if (fault === 'cut' && answer.headers['content-length'] === '0') return void response.destroy();
    const skewMs = typeof fault === 'object' && 'skewMs' in fault ? fault.skewMs : 0;
    const date = new Date(Date.now() + skewMs).toUTCString();
    response.writeHead(answer.statusCode ?? 500, { ...answer.headers, date });
    if (fault === undefined || typeof fault === 'object') return void answer.pipe(response);
    for await (const piece of answer as AsyncIterable<Buffer>) {
      if (fault === 'cut') {
        response.write(piece.subarray(0, Math.floor(piece.length / 2)));
        return void setImmediate(() => response.destroy());
      }
      const other = Buffer.from(piece);
      other[other.length >> 1]! ^= 1;
      response.write(other);
    }
    response.end();
  };

  const server = http.createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    const known = { method, path: decodeURIComponent(path.replace(/\?.*/, '')) };
    requests.push(known);
    const fault = faultOf(known);
    const failed = (): void => void response.destroy();
    if (fault === 'hang') return void request.resume();
    if (typeof fault === 'object' && 'status' in fault) {
      request.resume();
      return void response.writeHead(fault.status).end();
    }
    if (fault === 'slowDown') {
      request.resume();
      const text =
        '<Error><Code>SlowDown</Code><Message>Please reduce your rate.</Message></Error>';
      return void response.writeHead(503, { 'Content-Type': 'application/xml' }).end(text);
    }
    if (typeof fault === 'object' && 'delayMs' in fault) {
      return void setTimeout(
        () => void pass(request, response, fault).catch(failed),
        fault.delayMs,
      );
    }
    void pass(request, response, fault).catch(failed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    failBy: (fault) => void (faultOf = fault),
    heal: () => void (faultOf = () => undefined),
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
