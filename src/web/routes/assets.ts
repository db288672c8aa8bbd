import { ServiceError } from '../../errors.ts';
import type { Middleware } from '../../http/context.ts';
import type { Assets } from '../assets.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * `GET /_/:version/:name`: a style, script or picture of the pages. A browser keeps it, since another version has
 * another address.
 * @throws ServiceError `not_found`.
 */
export const assetRoute =
  ({ assets }: Readonly<{ assets: Assets }>): Middleware =>
  async (ctx) => {
    const { version = '', name = '' } = ctx['params'] as Readonly<Record<string, string>>;
    const asset = assets.find(version, name);
    if (asset === undefined) throw new ServiceError('not_found', 'There is nothing at this path.');
    ctx.set('Content-Type', asset.mediaType);
    ctx.set('Cache-Control', `public, max-age=${yearSeconds}, immutable`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.vary('Accept-Encoding');
    const isGzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isGzip) ctx.set('Content-Encoding', 'gzip');
    ctx.body = isGzip ? asset.gzipped : asset.bytes;
  };
