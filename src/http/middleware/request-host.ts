import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { ServiceError } from '../../errors.ts';
import type { Context, Middleware } from '../context.ts';

/**
 * Lets only requests pass that say which host they mean, and notes it for addresses that are made of it:
 * anything else would become the Location of a result that was paid for. With a `publicUrl` no
 * address is made of it, and an HTTP/1.0 request need not have it (RFC 9112, section 3.2).
 * @throws ServiceError `bad_request`.
 */
export const checkHost =
  ({ publicUrl, isProxied }: Readonly<{ publicUrl: string; isProxied: boolean }>): Middleware =>
  async (ctx, next) => {
    const asked = askedHosts(ctx.req);
    const isOptional = publicUrl !== '' && ctx.req.httpVersion === '1.0';
    if (asked.length > 0 || !isOptional) requireOneHost(asked);
    // The proxy says for which host it was asked, in a chain of proxies the first one.
    const forwarded = isProxied ? ctx.get('X-Forwarded-Host').split(',', 1)[0]?.trim() : undefined;
    if (forwarded !== undefined && ctx.get('X-Forwarded-Host') !== '') {
      requireHost('X-Forwarded-Host', forwarded);
      asked.unshift({ name: 'X-Forwarded-Host', value: forwarded });
    }
    ctx.state.host = withoutEmptyPort(asked[0]?.value ?? '');
    await next();
  };

type NamedHost = Readonly<{ name: string; value: string }>;

/** The host in each place where a request names it; the first one counts. */
const askedHosts = (request: IncomingMessage): NamedHost[] => {
  const { rawHeaders, headers, url = '' } = request;
  const authority = headers[':authority'];
  // A target in absolute form counts before Host (RFC 9112, section 3.2.2).
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return [
    ...(authority === undefined ? [] : [{ name: ':authority', value: String(authority) }]),
    ...(target === undefined ? [] : [{ name: 'the request target', value: target }]),
    ...rawHeaders.flatMap((name, index) =>
      index % 2 === 0 && name.toLowerCase() === 'host'
        ? [{ name: 'Host', value: (rawHeaders[index + 1] ?? '').trim() }]
        : [],
    ),
  ];
};

/** @throws ServiceError `bad_request` where there is none, a wrong one, or two that differ (RFC 9113, section 8.3.1). */
const requireOneHost = (asked: readonly NamedHost[]): void => {
  if (asked.length === 0) throw new ServiceError('bad_request', 'Host: expected one, got none');
  if (asked.filter(({ name }) => name === 'Host').length > 1) {
    throw new ServiceError('bad_request', 'Host: expected one, got several');
  }
  for (const { name, value } of asked) requireHost(name, value);
  const [first, second] = asked;
  const isTwo = first?.name === ':authority' && second !== undefined;
  if (isTwo && first.value.toLowerCase() !== second.value.toLowerCase()) {
    throw new ServiceError('bad_request', 'Host: expected what :authority says, got another');
  }
};

const requireHost = (name: string, value: string): void => {
  if (isHost(value)) return;
  throw new ServiceError(
    'bad_request',
    `${name}: expected a host name or address, with or without a port`,
  );
};

const maxLength = 260;
const nameAndPort = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[([0-9a-f:.]+)\])(?::(\d{0,5}))?$/i;

/** Whether it is `host[:port]` that an address can be made of (RFC 3986, section 3.2, without what names no host). */
const isHost = (value: string): boolean => {
  const [match, address, port = ''] = nameAndPort.exec(value) ?? [];
  if (match === undefined || value.length > maxLength) return false;
  if (address !== undefined && !isIPv6(address)) return false;
  if (port !== '' && (Number(port) < 1 || Number(port) > 65_535)) return false;
  // Such as 300.1.1.1, which is a name for the grammar and a wrong address for whoever follows it.
  return URL.canParse(`https://${value}/`);
};

const withoutEmptyPort = (host: string): string => host.replace(/:$/, '');

/** Base of the addresses that answers name. */
export const baseUrlOf = (publicUrl: string, ctx: Context): string =>
  publicUrl === '' ? `https://${ctx.state.host}` : publicUrl;
