import { isIP } from 'node:net';
import { ServiceError } from '../../errors.ts';
import {
  isInRanges,
  parseRanges,
  rangeWithoutMapping,
  withoutMapping,
} from '../../net/ip-ranges.ts';
import type { Middleware } from '../context.ts';

/**
 * For `tls.mode: "proxy"`: lets only requests pass that a trusted proxy received over HTTPS, as it
 * says in `X-Forwarded-Proto`.
 * @throws ServiceError `https_required`.
 */
export const trustedProxy = (trusted: readonly string[]): Middleware => {
  const ranges = parseRanges(trusted).map(rangeWithoutMapping);
  const isTrusted = (address: string): boolean => isInRanges(address, ranges);
  return async (ctx, next) => {
    const peer = withoutMapping(ctx.req.socket.remoteAddress ?? '');
    if (!isTrusted(peer)) {
      throw new ServiceError('https_required', 'Use https://, through the proxy.');
    }
    // A chain of proxies appends; the first one is what the client used.
    if (ctx.get('X-Forwarded-Proto').split(',')[0]?.trim().toLowerCase() !== 'https') {
      throw new ServiceError('https_required', 'Use https:// instead of http://.');
    }
    ctx.state.address = forwardedFor(ctx.get('X-Forwarded-For'), isTrusted) ?? peer;
    await next();
  };
};

/**
 * The address that the last trusted proxy was asked from; undefined where none is named. The header is
 * read from its end, since each proxy appends what it saw and whatever comes before may be made up.
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

/** `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write them, without the port. */
const withoutPort = (text: string): string =>
  text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
