import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The files of the pages, and where each is read from. Nothing else is ever served. */
const files = {
  'style.css': new URL('client/style.css', import.meta.url),
  'icon.svg': new URL('client/icon.svg', import.meta.url),
  'grip.svg': new URL('client/grip.svg', import.meta.url),
  'common.js': new URL('client/common.js', import.meta.url),
  'compare.js': new URL('client/compare.js', import.meta.url),
  'compress.js': new URL('client/compress.js', import.meta.url),
  'files.js': new URL('client/files.js', import.meta.url),
  'message.js': new URL('client/message.js', import.meta.url),
  'options.js': new URL('client/options.js', import.meta.url),
  'passkey.js': new URL('client/passkey.js', import.meta.url),
  'picture.js': new URL('client/picture.js', import.meta.url),
  'receipt.js': new URL('client/receipt.js', import.meta.url),
  'row.js': new URL('client/row.js', import.meta.url),
  'schedule.js': new URL('client/schedule.js', import.meta.url),
  'send.js': new URL('client/send.js', import.meta.url),
  'settings.js': new URL('client/settings.js', import.meta.url),
  'sweep.js': new URL('client/sweep.js', import.meta.url),
} as const;

export type AssetName = keyof typeof files;

export type Assets = ReturnType<typeof loadAssets>;

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Reads the files once. They have one version together, so that scripts can import each other by name. */
export const loadAssets = () => {
  const assets = new Map(
    Object.entries(files).map(([name, url]) => {
      const mediaType = mediaTypes[name.split('.').at(-1) ?? ''] ?? '';
      const bytes = readFileSync(url);
      return [name, { mediaType, bytes, gzipped: gzipSync(bytes) }];
    }),
  );
  const digest = createHash('sha256');
  for (const { bytes } of assets.values()) digest.update(bytes);
  const version = digest.digest('base64url').slice(0, 12);
  return {
    /** The path of a file on this service. It changes when any of the files does, so that it can be kept for ever. */
    path: (name: AssetName): string => `/_/${version}/${name}`,
    /** The file at `/_/<version>/<name>`, as it is and compressed; undefined for another version or name. */
    find: (asked: string, name: string) => (asked === version ? assets.get(name) : undefined),
  };
};
