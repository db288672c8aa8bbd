import { readFile } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import type { Middleware } from '../../http/context.ts';
import type { Assets } from '../assets.ts';
import { dispositionOf } from '../../http/disposition.ts';
import { certificateName } from '../pages/parts/certificate.ts';
import type { Routes, WebParts } from '../web-parts.ts';

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

/**
 * The certificate that the service made itself, for programs and browsers that are to trust it. It is read each time,
 * since it is renewed while the service runs. It is public: every connection begins with it.
 */
export const certificateRoutes = ({ certificatePath }: WebParts): Routes =>
  certificatePath === undefined
    ? {}
    : {
        [`GET /${certificateName}`]: async (ctx) => {
          ctx.body = await readFile(certificatePath, 'utf8');
          ctx.set('Content-Type', 'application/x-pem-file');
          ctx.set('Content-Disposition', dispositionOf('attachment', certificateName));
        },
      };
