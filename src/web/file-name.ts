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
  const plain = plainOf(name.split(/[/\\]/).at(-1) ?? '');
  const extension = /\.([^.]+)$/.exec(plain)?.[1]?.toLowerCase() ?? '';
  if (known.includes(extension) && plain.length <= maxCharacters) return plain;
  const isExtension = [...extensions.values()].flat().includes(extension);
  const stem = isExtension ? plain.slice(0, -extension.length - 1) : plain;
  return `${[...stem].slice(0, maxCharacters).join('') || 'image'}.${known[0]}`;
};

const plainOf = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(refused, '')
    .replace(/^[. ]+/, '');

/** What no name has, and characters that Windows refuses. */
const refused = new RegExp(`[${unreadable}<>:"|?*]`, 'gu');

/** Deepest folder of an archive. Its names have 16 bits for their length. */
const maxFolders = 20;

/**
 * Gives entries of an archive their paths, each once also where case does not count: the folders of `path` without those
 * that lead out of it, and the name of a file of `mediaType`. A file of no type keeps its name.
 */
export const createEntryNames = (): ((path: string, mediaType?: string) => string) => {
  const taken = new Set<string>();
  return (path, mediaType) => {
    const parts = path.replaceAll('\\', '/').split('/');
    const folders = parts
      .slice(0, -1)
      .map(plainOf)
      .filter((part) => part !== '')
      .slice(-maxFolders)
      .map((part) => `${[...part].slice(0, maxCharacters).join('')}/`);
    const last = parts.at(-1) ?? '';
    const name = mediaType === undefined ? last : fileNameOf(last, mediaType);
    const [, stem = name, extension = ''] = /^(.+)(\.[^.]+)$/.exec(name) ?? [];
    let entry = `${folders.join('')}${name}`;
    for (let number = 2; taken.has(entry.toLowerCase()); number += 1) {
      entry = `${folders.join('')}${stem} (${number})${extension}`;
    }
    taken.add(entry.toLowerCase());
    return entry;
  };
};
