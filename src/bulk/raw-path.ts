import { unreadable } from '../names.ts';

/**
 * A path as its bytes, each of which is one character (Latin-1): names of Linux need not be UTF-8. In this form they
 * can be compared, joined and kept in little memory.
 */
export type RawPath = string;

/** The path as functions of `node:fs` take it. */
export const bytesOf = (path: RawPath): Buffer => Buffer.from(path, 'latin1');

/** The path of ordinary text, such as an argument of the command. */
export const rawOf = (text: string): RawPath => Buffer.from(text).toString('latin1');

/** The path as text. What is no UTF-8 is replaced by U+FFFD. */
export const textOf = (path: RawPath): string => bytesOf(path).toString('utf8');

export const joined = (folder: RawPath, name: RawPath): RawPath =>
  folder === '' ? name : folder.endsWith('/') ? folder + name : `${folder}/${name}`;

/** The last part of a path. */
export const nameOf = (path: RawPath): RawPath => path.slice(path.lastIndexOf('/') + 1);

/** The folder of an absolute path; empty for a name alone. */
export const folderOf = (path: RawPath): RawPath => {
  const end = path.lastIndexOf('/');
  return end === 0 ? '/' : path.slice(0, Math.max(0, end));
};

/** What follows the last dot of a name, in lower case; empty where nothing does. A name may begin with a dot. */
export const extensionOf = (path: RawPath): string => {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
};

/** Whether `path` is `folder` or in it. Both are absolute. */
export const isWithin = (path: RawPath, folder: RawPath): boolean =>
  path === folder || path.startsWith(joined(folder, ''));

const odd = new RegExp(`[${unreadable}"\\\\]`, 'gu');

/** The path for people: on one line, and without characters that a terminal obeys. */
export const shown = (path: RawPath): string => {
  const text = textOf(path);
  return text.search(odd) === -1 ? text : JSON.stringify(text).replaceAll(odd, escaped);
};

/** JSON has escaped quotes, backslashes and ends of lines already. */
const escaped = (character: string): string =>
  character === '"' || character === '\\'
    ? character
    : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A path in JSON: as text, or in Base64 where it is no UTF-8. */
export type PathFields = Readonly<{ path: string; pathBase64?: string | undefined }>;

export const pathFieldsOf = (path: RawPath): PathFields => {
  const text = textOf(path);
  const isText = rawOf(text) === path;
  return isText ? { path: text } : { path: text, pathBase64: bytesOf(path).toString('base64') };
};

export const pathIn = ({ path, pathBase64 }: PathFields): RawPath =>
  pathBase64 === undefined ? rawOf(path) : Buffer.from(pathBase64, 'base64').toString('latin1');
