import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { parseRanges } from '../net/ip-ranges.ts';
import { ServiceError, SourceAway } from '../errors.ts';
import { createDeadline } from './deadline.ts';
import { limitedBody } from './limited-body.ts';
import { createOverhead } from './overhead.ts';
import type { Overhead } from './overhead.ts';
import { createResolve } from './resolve.ts';
import type { Resolve } from './resolve.ts';
import { sendRequest } from './send-request.ts';
import { parseSourceUrl, resolveTarget } from './target.ts';
import type { FetchTarget } from './target.ts';
import { createFetchSlots } from './fetch-slots.ts';
import { headersFor, type OriginHeaders } from './request-headers.ts';

/** The settings that are heeded. */
export type SourceConfig = Readonly<{
  source: Readonly<{
    /** CIDRs of addresses that may be fetched from although they are not public, such as `10.0.0.0/8`; on any port. */
    allow: readonly string[];
    /** For each hop: resolving the name, connecting, and the TLS handshake together. */
    connectSeconds: number;
    /** For each hop: from the connection to the end of the response's head. */
    firstByteSeconds: number;
    /** For everything, including redirects and the last byte of the body. */
    totalSeconds: number;
    /** Fetches of one account at once. Further ones wait. */
    maxPerAccount: number;
    /** Further headers of requests, by origin or `*`, then by name. They replace those of `request-headers.ts`. */
    headers: OriginHeaders;
  }>;
  limits: Readonly<{ uploadBytes: number }>;
}>;

export type SourceParts = Readonly<{
  resolve?: Resolve;
  /** 0 refuses every redirect. */
  maxRedirects?: number;
}>;

/** One to HTTPS, one to another host, and one more. Each is checked like the first address. */
const usualRedirects = 3;

export type SourceFetcher = Readonly<{
  open: (url: string, client: Client) => Promise<Readable>;
}>;

/** The account and request that a source is fetched for. */
type Client = Readonly<{
  accountId: string;
  signal: AbortSignal;
  /** Told of `Last-Modified`, in milliseconds since 1970, before the body is there. */
  onModified?: (time: number) => void;
}>;

/** Short enough that fetch and compression end within the time that clients wait. */
const maxSlotWaitMs = 10_000;

/** The state that all hops of a fetch share. */
type Fetch = Readonly<{ signal: AbortSignal; overhead: Overhead }>;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches the URLs that clients give, from public addresses only (server-side request forgery). Throws a
 * `StartError` for an invalid range in `allow`.
 *
 * `open` resolves with the body of a 200 answer, as a stream that enforces the byte limit and the total time.
 * The caller must read or destroy it. Both the promise and the stream fail with `source_not_found` (the
 * message never shows the origin's body or an internal address), `too_large`, `unavailable` (no fetch slot in
 * time), or the reason of `signal`. A redirect from https to http is followed, since only requests to the origins of
 * `headers` carry secrets.
 */
export const createSourceFetcher = (
  { source, limits }: SourceConfig,
  { resolve = createResolve(), maxRedirects = usualRedirects }: SourceParts = {},
): SourceFetcher => {
  const rules = { allow: parseRanges(source.allow), resolve };
  const { maxPerAccount } = source;
  const fetchSlots = createFetchSlots({ maxPerAccount, maxWaitMs: maxSlotWaitMs });

  const responseOf = async (url: URL, { signal, overhead }: Fetch): Promise<IncomingMessage> => {
    const deadline = createDeadline(signal, source.connectSeconds * 1000);
    try {
      const target = await unlessAborted(
        resolveTarget(url, rules, deadline.signal),
        deadline.signal,
      );
      overhead.startHop();
      const firstByteTimeoutMs = source.firstByteSeconds * 1000;
      const headers = headersFor(url.origin, source.headers);
      return await sendRequest(target, headers, { deadline, firstByteTimeoutMs, overhead });
    } finally {
      deadline.release();
    }
  };

  const follow = async (
    url: URL,
    fetch: Fetch,
    redirectsLeft: number,
  ): Promise<IncomingMessage> => {
    const response = await responseOf(url, fetch);
    const location = redirectOf(response);
    if (location === undefined) return response;
    response.destroy();
    if (redirectsLeft === 0) throw new ServiceError('source_not_found', 'Too many redirects');
    return follow(parseSourceUrl(location, url), fetch, redirectsLeft - 1);
  };

  const open: SourceFetcher['open'] = async (url, { accountId, signal, onModified }) => {
    const first = parseSourceUrl(url);
    const releaseSlot = await fetchSlots.take(accountId, signal);
    const deadline = createDeadline(signal, source.totalSeconds * 1000);
    const overhead = createOverhead();
    let response: IncomingMessage | undefined;
    try {
      const fetch = { signal: deadline.signal, overhead };
      response = await follow(first, fetch, maxRedirects);
      deadline.signal.throwIfAborted();
      checkHead(response);
      const modified = Date.parse(response.headers['last-modified'] ?? '');
      if (!Number.isNaN(modified)) onModified?.(modified);
      const body = limitedBody(response, { maxBytes: limits.uploadBytes, deadline, overhead });
      return body.once('close', releaseSlot);
    } catch (error) {
      releaseSlot();
      deadline.release();
      response?.destroy();
      throw error;
    }
  };

  return { open };
};

/** The promise's outcome, or the signal's reason as soon as it aborts. */
const unlessAborted = (promise: Promise<FetchTarget>, signal: AbortSignal): Promise<FetchTarget> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(whileResolving(signal.reason)), { once: true });
    promise.then(resolve, reject);
  });

/** The deadline passed during the look-up of the name. */
const whileResolving = (reason: unknown): unknown =>
  reason instanceof SourceAway
    ? new SourceAway('Name server did not respond in time', reason)
    : reason;

/**
 * Header text is Latin-1, one character a byte. Bytes beyond ASCII are sent back as they came, as browsers do: servers
 * write the characters of a path without encoding them.
 */
const redirectOf = ({ statusCode, headers }: IncomingMessage): string | undefined =>
  statusCode !== undefined && redirectStatuses.has(statusCode)
    ? headers.location?.replaceAll(
        /[\u0080-\u00FF]/g,
        (character) => `%${character.charCodeAt(0).toString(16)}`,
      )
    : undefined;

/** 203 has the file as a proxy has changed it. */
const fileStatuses = new Set([200, 203]);

/** Of which another attempt may have the file (RFC 9110, RFC 6585), as may those from 500 on. */
const passingStatuses = new Set([408, 425, 429]);

const checkHead = ({ statusCode = 0 }: IncomingMessage): void => {
  if (fileStatuses.has(statusCode)) return;
  const message = `Server responded with ${statusCode}`;
  if (statusCode >= 500 || passingStatuses.has(statusCode)) throw new SourceAway(message);
  throw new ServiceError('source_not_found', message);
};
