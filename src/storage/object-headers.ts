import { type Problem, shown } from '../schema.ts';

/** Headers that a stored object is served with, and its user-defined metadata. */
export type ObjectHeaders = Readonly<{
  cacheControl?: string;
  contentDisposition?: string;
  expires?: Date;
  /** By name, in lower case. */
  metadata: Readonly<Record<string, string>>;
}>;

const names = 'Cache-Control, Content-Disposition, Expires, X-Amz-Meta-* or X-Goog-Meta-*';

/**
 * Reads the headers of a request to store. Names may be in any case. Both services accept metadata with both
 * prefixes, since clients need no information about the service of a named store. Google has no `Expires`.
 */
export const objectHeadersOf = (
  given: Readonly<Record<string, string>>,
  service: 'objstore' | 'cstore',
): Readonly<{ headers: ObjectHeaders; problems: readonly Problem[] }> => {
  const problems: Problem[] = [];
  const values = new Map<string, string>();
  for (const [spelt, value] of Object.entries(given)) {
    const name = spelt.toLowerCase();
    const expected = expectedOf(name, value, service);
    if (expected !== undefined) problems.push({ path: `store.headers.${spelt}`, ...expected });
    const twice = { path: `store.headers.${name}`, expected: 'it once', came: 'it twice' };
    if (values.has(name)) problems.push(twice);
    values.set(name, value);
  }
  const [cacheControl, contentDisposition, expires] = known.map((name) => values.get(name));
  const notes = [...values].map(([name, value]) => [noteName(name) ?? '', value] as const);
  return {
    problems,
    headers: {
      ...(cacheControl !== undefined && { cacheControl }),
      ...(contentDisposition !== undefined && { contentDisposition }),
      ...(expires !== undefined && { expires: new Date(expires) }),
      metadata: Object.fromEntries(notes.filter(([name]) => name !== '')),
    },
  };
};

const known = ['cache-control', 'content-disposition', 'expires'];

/** A token of RFC 9110, section 5.6.2, behind either prefix. */
const noteName = (name: string): string | undefined =>
  /^x-(?:amz|goog)-meta-([a-z0-9!#$%&'*+.^_`|~-]{1,128})$/.exec(name)?.[1];

const expectedOf = (
  name: string,
  value: string,
  service: 'objstore' | 'cstore',
): Omit<Problem, 'path'> | undefined => {
  if (!known.includes(name) && noteName(name) === undefined) {
    return { expected: `one of ${names}`, came: 'an unknown name' };
  }
  // Other characters would change in a header, or begin another one.
  if (!/^[\x20-\x7e]{1,1024}$/.test(value)) {
    return { expected: '1 to 1024 printable ASCII characters', came: 'other text' };
  }
  if (name !== 'expires') return undefined;
  if (service === 'cstore') {
    return { expected: 'Cache-Control instead, since this storage has no such header', came: 'it' };
  }
  return isHttpDate(value)
    ? undefined
    : { expected: 'a date such as Sat, 21 Nov 2026 10:00:00 GMT', came: shown(value) };
};

/** The one form that is sent (RFC 9110, section 5.6.7). */
const isHttpDate = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toUTCString() === text;
};
