import { readFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { RunningService } from '../service/service.ts';

export type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;

type Request = Readonly<{
  method?: string;
  /** Path, or whole address such as Location. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
  key?: string;
}>;

/** A plain HTTP/1.1 client over TLS that keeps its connections; knows no more of the API than the key. */
export type Client = Readonly<{
  /** Opens a request; its body is the caller's to send. */
  open: (request: Omit<Request, 'body'>) => ClientRequest;
  send: (request: Request) => Promise<Answer>;
  upload: (image: Uint8Array) => Promise<Answer>;
  /** The account's compressions of this month, by the request that clients validate a key with. */
  count: () => Promise<number>;
  /** Cuts all connections. */
  close: () => void;
}>;

export const createClient = (
  service: Pick<RunningService, 'url' | 'certificate' | 'key'>,
): Client => {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(service.certificate) });

  const open: Client['open'] = ({ method = 'GET', path, headers = {}, key = service.key }) =>
    httpsRequest(new URL(path, service.url), { method, headers, agent, auth: `api:${key}` });

  const send: Client['send'] = ({ body = '', ...request }) => answerTo(open(request).end(body));

  const upload: Client['upload'] = (body) => send({ method: 'POST', path: '/shrink', body });

  const count: Client['count'] = async () => {
    const { headers } = await upload(Buffer.alloc(0));
    return Number(headers['compression-count']);
  };
  return { open, send, upload, count, close: () => agent.destroy() };
};

/** Rejects when the connection breaks, also in the middle of an answer. */
export const answerTo = async (request: ClientRequest): Promise<Answer> => {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
};

export const jsonOf = ({ body }: Pick<Answer, 'body'>): Record<string, unknown> =>
  JSON.parse(body.toString()) as Record<string, unknown>;
