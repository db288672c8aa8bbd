import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { ServiceError } from '../../errors.ts';
import type { Context, Middleware } from '../context.ts';

/**
 * Requires a valid host in each request and stores it, since `Location` is made of it: a wrong one would make
 * a counted result unreachable. With a `publicUrl`, no address is made of it, and HTTP/1.0 requests may omit
 * it (RFC 9112, section 3.2).
 * @throws ServiceError `bad_request`.
 */
export const checkHost =
  ({ publicUrl, isProxied }: Readonly<{ publicUrl: string; isProxied: boolean }>): Middleware =>
  async (ctx, next) => {
    const asked = askedHosts(ctx.req);
    const isOptional = publicUrl !== '' && ctx.req.httpVersion === '1.0';
    if (asked.length > 0 || !isOptional) requireOneHost(asked);
    // Of a chain of proxies, the first host is that of the client's request.
    const forwarded = isProxied ? ctx.get('X-Forwarded-Host').split(',', 1)[0]?.trim() : undefined;
    if (forwarded !== undefined && ctx.get('X-Forwarded-Host') !== '') {
      requireHost('X-Forwarded-Host', forwarded);
      asked.unshift({ name: 'X-Forwarded-Host', value: forwarded });
    }
    ctx.state.host = withoutEmptyPort(asked[0]?.value ?? '');
    await next();
  };

type NamedHost = Readonly<{ name: string; value: string }>;

/** The hosts that a request names, in order of precedence. */
const askedHosts = (request: IncomingMessage): NamedHost[] => {
  const { rawHeaders, headers, url = '' } = request;
  const authority = headers[':authority'];
  // A target in absolute form takes precedence over Host (RFC 9112, section 3.2.2).
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

/** @throws ServiceError `bad_request` where the host is missing or invalid, or two differ (RFC 9113, section 8.3.1). */
const requireOneHost = (asked: readonly NamedHost[]): void => {
  if (asked.length === 0) throw new ServiceError('bad_request', 'Host: expected one, got none');
  if (asked.filter(({ name }) => name === 'Host').length > 1) {
    throw new ServiceError('bad_request', 'Host: expected one, got several');
  }
  for (const { name, value } of asked) requireHost(name, value);
  const [first, second] = asked;
  const isTwo = first?.name === ':authority' && second !== undefined;
  if (isTwo && first.value.toLowerCase() !== second.value.toLowerCase()) {
    throw new ServiceError('bad_request', 'Host: expected the value of :authority, got another');
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

/** Whether `host` is a `host[:port]` that an address can be made of (RFC 3986, section 3.2). */
const isHost = (value: string): boolean => {
  const [match, address, port = ''] = nameAndPort.exec(value) ?? [];
  if (match === undefined || value.length > maxLength) return false;
  if (address !== undefined && !isIPv6(address)) return false;
  if (port !== '' && (Number(port) < 1 || Number(port) > 65_535)) return false;
  // Refuses 300.1.1.1, which the grammar allows as a name and clients refuse as an address.
  return URL.canParse(`https://${value}/`);
};

const withoutEmptyPort = (host: string): string => host.replace(/:$/, '');

/** Base address for `Location`. */
export const baseUrlOf = (publicUrl: string, ctx: Context): string =>
  publicUrl === '' ? `https://${ctx.state.host}` : publicUrl;
