import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** The files of the pages, in `client`. Nothing else is ever served. */
const names = [
  ...(['style.css', 'icon.svg', 'grip.svg', 'common.js', 'passkey.js', 'sweep.js'] as const),
  // The compress page and what it imports.
  ...(['compress.js', 'compare.js', 'files.js', 'message.js', 'options.js', 'picture.js'] as const),
  ...(['receipt.js', 'row.js', 'schedule.js', 'send.js', 'settings.js'] as const),
];

export type AssetName = (typeof names)[number];

export type Assets = ReturnType<typeof loadAssets>;

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Reads the files once. They have one version together, so that scripts can import each other by name. */
export const loadAssets = () => {
  const assets = new Map<string, Readonly<{ mediaType: string; bytes: Buffer; gzipped: Buffer }>>(
    names.map((name) => {
      const mediaType = mediaTypes[name.split('.').at(-1) ?? ''] ?? '';
      const bytes = readFileSync(new URL(`client/${name}`, import.meta.url));
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
