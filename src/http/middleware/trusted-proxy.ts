import { isIP } from 'node:net';
import { ServiceError } from '../../errors.ts';
import {
  isInRanges,
  parseRanges,
  rangeWithoutMapping,
  withoutMapping,
} from '../../net/ip-ranges.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Middleware } from '../context.ts';

/**
 * For `tls.mode: "proxy"`: accepts only requests of a trusted proxy whose `X-Forwarded-Proto` is https. What is wrong with
 * the proxy's settings is logged, once a kind.
 * @throws ServiceError `https_required`.
 */
export const trustedProxy = (trusted: readonly string[], log: Pick<Log, 'warn'>): Middleware => {
  const ranges = parseRanges(trusted).map(rangeWithoutMapping);
  const isTrusted = (address: string): boolean => isInRanges(address, ranges);
  const said = new Set<string>();
  const hint = (fields: object, text: string): void => {
    if (!said.has(text)) log.warn(fields, text);
    said.add(text);
  };
  return async (ctx, next) => {
    const peer = withoutMapping(ctx.req.socket.remoteAddress ?? '');
    if (!isTrusted(peer)) {
      hint({ address: peer }, 'a request did not come from an address of tls.trustedProxies');
      throw new ServiceError('https_required', 'Use https://, through the proxy.');
    }
    if (ctx.get('X-Forwarded-Proto') === '') {
      hint({ address: peer }, 'the proxy sends no X-Forwarded-Proto; it has to send https');
      throw new ServiceError(
        'https_required',
        'X-Forwarded-Proto: expected https from the proxy in front of this service, got nothing',
      );
    }
    // Each proxy appends its value. The first is that of the client's connection.
    if (ctx.get('X-Forwarded-Proto').split(',')[0]?.trim().toLowerCase() !== 'https') {
      throw new ServiceError('https_required', 'Use https:// instead of http://.');
    }
    ctx.state.address = forwardedFor(ctx.get('X-Forwarded-For'), isTrusted) ?? peer;
    await next();
  };
};

/**
 * The address of the client of the last trusted proxy; undefined where the header has none. The header is
 * read from its end: each proxy appends the address of its client, and the values before may be forged.
 */
const forwardedFor = (
  header: string,
  isTrusted: (address: string) => boolean,
): string | undefined => {
  const addresses = header
    .split(',')
    .map((text) => withoutMapping(withoutPort(text)))
    .filter(Boolean);
  return (
    addresses.findLast((address) => isIP(address) === 0 || !isTrusted(address)) ?? addresses[0]
  );
};

/** Removes the port that some proxies write: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
