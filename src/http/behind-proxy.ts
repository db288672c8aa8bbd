import { BlockList, isIPv6 } from 'node:net';
import { ServiceError } from '../errors.ts';
import type { Middleware } from './context.ts';

/**
 * For `tls.mode: "proxy"`: lets only requests pass that a trusted proxy received over HTTPS, as it
 * says in `X-Forwarded-Proto`.
 * @throws ServiceError `https_required`.
 */
export const behindProxy = (trusted: readonly string[]): Middleware => {
  const proxies = new BlockList();
  for (const range of trusted) addRange(proxies, range);
  const isTrusted = (address: string): boolean =>
    proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return async (ctx, next) => {
    const peer = (ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    if (!isTrusted(peer)) {
      throw new ServiceError('https_required', 'Use https://, through the proxy.');
    }
    // A chain of proxies appends; the first one is what the client used.
    if (ctx.get('X-Forwarded-Proto').split(',')[0]?.trim().toLowerCase() !== 'https') {
      throw new ServiceError('https_required', 'Use https:// instead of http://.');
    }
    await next();
  };
};

const addRange = (list: BlockList, range: string): void => {
  const [address = '', bits] = range.split('/');
  list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
};
