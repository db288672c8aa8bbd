/** @type {Readonly<Record<string, readonly string[]>>} */
const extensions = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png', 'apng'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
};

/**
 * The name that a picture is saved by: the one that it had, with an extension of its new type.
 * @param {string} name
 * @param {string} mediaType
 */
export const savedName = (name, mediaType) => {
  const [usual = '', ...others] = extensions[mediaType] ?? [mediaType.replace(/^.*\//, '')];
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if ([usual, ...others].includes(extension)) return name;
  const isExtension = Object.values(extensions).flat().includes(extension);
  return `${isExtension ? name.slice(0, -extension.length - 1) : name}.${usual}`;
};

/** What no name of a file has: the same as in names that the service gives. */
const unreadable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Names for the entries of an archive, each once, without what programs that unpack it could take for a folder.
 * @param {readonly string[]} names
 */
export const entryNames = (names) => {
  const taken = new Set();
  return names.map((name) => {
    const plain =
      name.replaceAll(unreadable, '_').replaceAll(/[/\\]/g, '_').replace(/^\.+/, '_') || '_';
    const [, stem = plain, extension = ''] = /^(.+)(\.[^.]+)$/.exec(plain) ?? [];
    let entry = plain;
    for (let number = 2; taken.has(entry.toLowerCase()); number += 1) {
      entry = `${stem} (${number})${extension}`;
    }
    taken.add(entry.toLowerCase());
    return entry;
  });
};
