import { unreadable } from '../names.ts';

/** Extensions of each media type, the usual one first. */
const extensions: ReadonlyMap<string, readonly string[]> = new Map([
  ['image/jpeg', ['jpg', 'jpeg', 'jpe', 'jfif']],
  ['image/png', ['png', 'apng']],
  ['image/webp', ['webp']],
  ['image/avif', ['avif']],
]);

const maxCharacters = 200;

/**
 * The name of a downloaded file: `name` without folders and without characters that a file system may refuse, with
 * an extension of its media type. `image` where nothing is left of it.
 */
export const fileNameOf = (name: string, mediaType: string): string => {
  const known = extensions.get(mediaType) ?? [mediaType.replace(/^.*\//, '')];
  const base = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base.replaceAll(refused, '').replace(/^[. ]+/, '');
  const extension = /\.([^.]+)$/.exec(plain)?.[1]?.toLowerCase() ?? '';
  if (known.includes(extension) && plain.length <= maxCharacters) return plain;
  const isExtension = [...extensions.values()].flat().includes(extension);
  const stem = isExtension ? plain.slice(0, -extension.length - 1) : plain;
  return `${[...stem].slice(0, maxCharacters).join('') || 'image'}.${known[0]}`;
};

/** What no name has, and characters that Windows refuses. */
const refused = new RegExp(`[${unreadable}<>:"|?*]`, 'gu');

/** Content-Disposition that saves a file under a name of any characters (RFC 6266, sections 4.1 and 4.3). */
export const attachmentOf = (name: string): string => {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
