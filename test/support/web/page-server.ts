import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { loadAssets } from '../../../src/web/assets.ts';
import { createFrame } from '../../../src/web/layout.ts';
import type { Language } from '../../../src/web/text/languages.ts';
import { samplePages } from './sample-pages.ts';

/** Serves the sample pages at `/<language>/<name>`, with the policy of the service; http, on loopback. */
export type PageServer = Readonly<{ url: string; close: () => Promise<void> }>;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

export const startPageServer = async (): Promise<PageServer> => {
  const assets = loadAssets();
  const server: Server = createServer((request, response) => {
    const [, first = '', second = '', third = ''] = (request.url ?? '').split('/');
    const asset = first === '_' ? assets.find(second, third) : undefined;
    const sample = samplePages.find(({ name }) => name === second);
    response.setHeader('Content-Security-Policy', policy);
    if (asset !== undefined) {
      response.setHeader('Content-Encoding', 'gzip');
      response.setHeader('Content-Type', asset.mediaType).end(asset.gzipped);
    } else if (sample !== undefined) {
      const frame = createFrame(first as Language, assets);
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(sample.page(frame));
    } else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};
