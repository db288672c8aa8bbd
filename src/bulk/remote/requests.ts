import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { ServiceError, StartError } from '../../errors.ts';

/** An answer that was asked for. Others are errors. */
export type Answer = Readonly<{ headers: IncomingHttpHeaders; body: Buffer }>;

type ServiceRequest = Readonly<{
  method: 'GET' | 'POST';
  path: string;
  /** Path and length of a file that is the body, or JSON. */
  file?: Readonly<{ path: string; bytes: number }>;
  json?: object;
}>;

export type Requests = ReturnType<typeof createRequests>;

type RequestsOptions = Readonly<{
  url: URL;
  key: string;
  /** A certificate to trust besides those of the system, as PEM. */
  certificate: string | undefined;
  /** Connections at once. */
  atOnce: number;
  /** Times that a request is sent again. Tests give fewer. */
  repeats?: number;
  /** A wait that the service does not name. */
  waitMs?: number;
}>;

/** Requests to one service. */
export const createRequests = (options: RequestsOptions) => {
  const { url, key, certificate, atOnce, repeats = 8, waitMs = 1000 } = options;
  const agent = new Agent({
    ...{ keepAlive: true, maxSockets: atOnce },
    ...(certificate !== undefined && { ca: certificate }),
  });

  const sendOnce = async (asked: ServiceRequest, signal: AbortSignal): Promise<Response> => {
    const { method, path, file, json } = asked;
    const text = json === undefined ? undefined : JSON.stringify(json);
    const headers = {
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      'Content-Length': String(file?.bytes ?? Buffer.byteLength(text ?? '')),
    };
    const sent = request(new URL(path, url), {
      ...{ method, headers, agent, auth: `api:${key}`, timeout: silentMs },
      signal,
    });
    sent.on('timeout', () => sent.destroy(new Error('The service does not answer.')));
    // Errors behind the answer are those of its body.
    sent.on('error', () => undefined);
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    if (file === undefined) sent.end(text);
    else
      createReadStream(file.path)
        .on('error', (error) => sent.destroy(error))
        .pipe(sent);
    const [response] = await answered;
    const { statusCode: status = 0, headers: got } = response;
    return { status, headers: got, body: await buffer(response) };
  };

  /**
   * Sends a request, and again where the service is busy, its answer says so, or the connection ends.
   * @throws StartError where the service does not know the key; ServiceError with the sentence of the service.
   */
  const send = async (asked: ServiceRequest, signal: AbortSignal): Promise<Answer> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await sendOnce(asked, signal).catch((error: unknown) => error as Error);
      signal.throwIfAborted();
      const isError = response instanceof Error;
      if (!isError && response.status >= 200 && response.status < 300) return response;
      const mayPass = isError ? !isRefusedCertificate(response) : passing.has(response.status);
      if (!mayPass || attempt >= repeats)
        throw isError ? unreachable(url, response) : refusal(response);
      const after = isError ? NaN : Number(response.headers['retry-after']);
      const ms = Number.isFinite(after) ? Math.min(after * 1000, longestWaitMs) : waitMs;
      await setTimeout(ms, undefined, { signal });
    }
  };
  return { send, close: (): void => agent.destroy() };
};

type Response = Answer & Readonly<{ status: number }>;

/** The service answers within a minute. */
const silentMs = 120_000;
const longestWaitMs = 60_000;

const tooManyRequests = 429;
const unauthorized = 401;

/** The service is busy, or something between fails. An account at its monthly limit is no such thing. */
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504]);

const isRefusedCertificate = (error: Error): boolean =>
  'code' in error && /CERT|SELF_SIGNED|TLS_|VERIFY/.test(String(error.code));

const unreachable = (url: URL, cause: Error): Error => {
  const hint = isRefusedCertificate(cause) ? ' Name its certificate with --cacert.' : '';
  return new ServiceError('unavailable', `${url.origin}: ${cause.message}.${hint}`, { cause });
};

/** The sentence of the service. */
const refusal = ({ status, body }: Response): Error => {
  const sentence = sentenceIn(body) ?? `The service answers with status ${status}.`;
  if (status === unauthorized) return new StartError(`The service refuses the key: ${sentence}`, 1);
  return new ServiceError(
    status === tooManyRequests ? 'monthly_limit_exceeded' : 'bad_request',
    sentence,
  );
};

const sentenceIn = (body: Buffer): string | undefined => {
  try {
    const { message } = JSON.parse(body.toString()) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
};
