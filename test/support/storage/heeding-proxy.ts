import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Radosgw } from './radosgw.ts';

/** A radosgw behind it that heeds the conditions of uploads, as Amazon S3 does. */
export type HeedingProxy = Readonly<{ port: number; close: () => Promise<void> }>;

/** Uploads to one object come one after the other. `port`: where requests go; that of radosgw by default. */
export const startHeedingProxy = async (
  { client, bucket, port: ownPort }: Radosgw,
  port = ownPort,
): Promise<HeedingProxy> => {
  const turns = new Map<string, Promise<void>>();

  const etagOf = async (Key: string): Promise<string | undefined> => {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))).ETag;
    } catch (error) {
      if ((error as Error).name === 'NotFound') return undefined;
      throw error;
    }
  };

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Its client was killed before its turn came. Nothing would end the upload that is begun for it.
    if (response.closed) return;
    const { method, url: path, headers } = request;
    const onward = http.request({ port, host: '127.0.0.1', method, path, headers, agent: false });
    onward.on('error', () => response.destroy());
    // A client that was killed sends no more, and would hold up all that comes after it.
    response.on('close', () => onward.destroy());
    request.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    answer.on('error', () => response.destroy());
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
    await once(answer, 'close');
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
    if (request.method !== 'PUT' || (wanted === undefined && unwanted === undefined)) {
      return pass(request, response);
    }
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, ''));
    const found = await etagOf(path.slice(`/${bucket}/`.length));
    if (wanted === undefined ? found === undefined : found === wanted) {
      return pass(request, response);
    }
    request.resume();
    const text = '<Error><Code>PreconditionFailed</Code></Error>';
    response.writeHead(412, { 'content-type': 'application/xml' }).end(text);
  };

  const server = http.createServer((request, response) => {
    const name = `${request.method} ${request.url?.replace(/\?.*/, '')}`;
    const before = turns.get(name) ?? Promise.resolve();
    const turn = before.then(() => answer(request, response)).catch(() => void response.destroy());
    turns.set(name, turn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
