import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

/** A POST. */
export type Sent = Readonly<{
  url: URL;
  headers: Readonly<Record<string, string | number>>;
  /** Pieces in their order, or all of it. */
  body: Readable;
  signal: AbortSignal;
}>;

export type Answer = Readonly<{
  status: number;
  /** The body read as JSON; an empty object when it is none. */
  json: Readonly<Record<string, unknown>>;
}>;

export type Sender = Readonly<{
  /** Rejects with a system error, `ETIMEDOUT` after a silence, or the signal's reason. */
  send: (request: Sent) => Promise<Answer>;
  /** Ends idle connections. */
  close: () => void;
}>;

/** More than any answer we ask for has. */
const mostAnswerBytes = 1024 * 1024;

/**
 * Sends requests and reads their JSON answers, over connections of its own: no proxy of the
 * environment is used and no redirect followed, so a token goes nowhere but where it should.
 */
export const createSender = ({ silenceMs }: { silenceMs: number }): Sender => {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };

  const send: Sender['send'] = async ({ url, headers, body, signal }) => {
    const isPlain = url.protocol === 'http:';
    const request = (isPlain ? http : https).request(url, {
      method: 'POST',
      headers,
      signal,
      agent: agents[isPlain ? 'http:' : 'https:'],
      timeout: silenceMs,
    });
    request.on('timeout', () => request.destroy(tooSilent()));
    // What breaks after the answer has begun is told by its body; here it must not go unheard.
    request.on('error', () => undefined);
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    const written = pipeline(body, request);
    // A storage that refuses may answer, and stop reading, before it has got everything.
    written.catch(() => undefined);
    try {
      const [response] = await answered;
      return { status: response.statusCode ?? 0, json: await jsonOf(response) };
    } finally {
      body.destroy();
    }
  };
  const close = (): void => Object.values(agents).forEach((agent) => agent.destroy());
  return { send, close };
};

const tooSilent = (): Error => Object.assign(new Error('silence'), { code: 'ETIMEDOUT' });

const jsonOf = async (response: Readable): Promise<Answer['json']> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostAnswerBytes) break;
    pieces.push(piece);
  }
  try {
    const parsed: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Answer['json']) : {};
  } catch {
    return {};
  }
};
