import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The files of the pages, and where each is read from. Nothing else is ever served. */
const files = {
  'style.css': new URL('client/style.css', import.meta.url),
  'icon.svg': new URL('client/icon.svg', import.meta.url),
  'common.js': new URL('client/common.js', import.meta.url),
  'compress.js': new URL('client/compress.js', import.meta.url),
  'client-zip.js': new URL(import.meta.resolve('client-zip')),
} as const;

export type AssetName = keyof typeof files;

export type Asset = Readonly<{ mediaType: string; bytes: Buffer }>;

export type Assets = Readonly<{
  /** The path of a file on this service. It changes when any of the files does, so that it can be kept for ever. */
  path: (name: AssetName) => string;
  /** The file at `/_/<version>/<name>`; undefined for another version or name. */
  find: (version: string, name: string) => Asset | undefined;
}>;

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Reads the files once. They have one version together, so that scripts can import each other by name. */
export const loadAssets = (): Assets => {
  const assets = new Map(
    Object.entries(files).map(([name, url]) => {
      const mediaType = mediaTypes[name.split('.').at(-1) ?? ''] ?? '';
      return [name, { mediaType, bytes: readFileSync(url) }];
    }),
  );
  const digest = createHash('sha256');
  for (const { bytes } of assets.values()) digest.update(bytes);
  const version = digest.digest('base64url').slice(0, 12);
  return {
    path: (name) => `/_/${version}/${name}`,
    find: (asked, name) => (asked === version ? assets.get(name) : undefined),
  };
};
