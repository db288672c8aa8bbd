import { AddressError, type AddressProblem, invalid } from './address-error.ts';

/** Longest request target, in characters. */
const longestTarget = 8192;

/** A signed path, and its signature. The path begins with a slash. */
export type SignedPath = Readonly<{ signature: string; path: string }>;

/**
 * The address in a raw request target, which may be one as a whole (RFC 9112, section 3.2.2). It is neither decoded nor
 * normalised, since each character is signed.
 */
export const addressIn = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '');

/** @throws AddressError `invalid` for a target that is too long to be read. */
export const checkLength = ({ length }: string): void => {
  if (length <= longestTarget) return;
  throw invalid(`The address has ${length} characters, expected at most ${longestTarget}.`);
};

/**
 * The path and the signature of an address below `prefix`. The query is dropped, and what proxies do to slashes and
 * colons is undone (imgproxy, handlers/path.go).
 * @throws AddressError `invalid` for an address that has no signature or path.
 */
export const signedPathOf = (address: string, prefix: string): SignedPath => {
  const [whole = ''] = address.split('?', 1);
  const rest = whole.slice(prefix.length + 1);
  const slash = rest.indexOf('/');
  const [signature, path] = [rest.slice(0, Math.max(0, slash)), rest.slice(slash + 1)];
  if (signature === '' || path === '') {
    throw invalid(`Expected ${prefix}/SIGNATURE/OPTIONS/SOURCE.`);
  }
  return { signature, path: `/${asSigned(path)}` };
};

/** The path as its maker signed it, without a slash at its start. */
export const asSigned = (path: string): string => {
  const start = /(?:^|\/)plain\//.exec(path)?.index ?? path.length;
  const options = path.slice(0, start).replaceAll('%3A', ':');
  const source = path.slice(start).replace(/^(\/?plain\/(\S+)):\/([^/])/, withSlashes);
  return `${options}${source}`.replace(/^\//, '');
};

const withSlashes = (_whole: string, before: string, scheme: string, next: string): string =>
  `${before}://${scheme === 'local' ? '/' : ''}${next}`;

/**
 * The parts of a signed path: the options, the source, and the extension after it. Options are the
 * segments that have a colon; the first one without begins the source.
 * @throws AddressError `invalid`.
 */
export const addressPartsOf = (path: string) => {
  const segments = path.split('/').slice(1);
  const end = segments.findIndex((segment) => !segment.includes(':'));
  const options = end === -1 ? segments : segments.slice(0, end);
  const [first, ...others] = end === -1 ? [] : segments.slice(end);
  const isPlain = first === 'plain' && others.length > 0;
  const [source = '', extension, ...more] = isPlain
    ? others.join('/').split('@')
    : [first ?? '', ...others].join('').split('.');
  if (source === '') throw invalid('The address names no source.');
  if (more.length > 0) throw invalid('The address has several extensions.');
  return {
    options,
    source: isPlain ? percentDecoded(source) : base64Decoded(source),
    extension: extension === '' ? undefined : extension,
  };
};

/** @throws AddressError. */
export const percentDecoded = (text: string, problem: AddressProblem = 'invalid'): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AddressError(problem, 'The source is not percent-encoded UTF-8.');
  }
};

const base64Decoded = (text: string): string => {
  const digits = text.replace(/=+$/, '');
  const bytes = Buffer.from(digits, 'base64url');
  if (bytes.toString('base64url') !== digits) throw invalid('The source is not URL-safe Base64.');
  return bytes.toString('utf8');
};
