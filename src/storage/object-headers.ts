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
  const entries = Object.entries(given).map(([spelt, value]) => {
    const name = spelt.toLowerCase();
    const expected = expectedOf(name, value, service);
    if (expected !== undefined) problems.push({ path: `store.headers.${spelt}`, ...expected });
    return [name, value] as const;
  });
  const seen = new Set<string>();
  for (const [name] of entries) {
    const path = `store.headers.${name}`;
    if (seen.has(name)) problems.push({ path, expected: 'it once', came: 'it twice' });
    seen.add(name);
  }
  const values = new Map(entries);
  const [cacheControl, contentDisposition, expires] = [
    'cache-control',
    'content-disposition',
    'expires',
  ].map((name) => values.get(name));
  return {
    problems,
    headers: {
      ...(cacheControl !== undefined && { cacheControl }),
      ...(contentDisposition !== undefined && { contentDisposition }),
      ...(expires !== undefined && { expires: new Date(expires) }),
      metadata: Object.fromEntries(
        entries.flatMap(([name, value]) => {
          const note = noteName(name);
          return note === undefined ? [] : [[note, value]];
        }),
      ),
    },
  };
};

/** A token of RFC 9110, section 5.6.2, behind either prefix. */
const noteName = (name: string): string | undefined =>
  /^x-(?:amz|goog)-meta-([a-z0-9!#$%&'*+.^_`|~-]{1,128})$/.exec(name)?.[1];

const expectedOf = (
  name: string,
  value: string,
  service: 'objstore' | 'cstore',
): Omit<Problem, 'path'> | undefined => {
  const isKnown =
    name === 'cache-control' ||
    name === 'content-disposition' ||
    name === 'expires' ||
    noteName(name) !== undefined;
  if (!isKnown) return { expected: `one of ${names}`, came: 'an unknown name' };
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
    : {
        expected: 'a date such as Sat, 21 Nov 2026 10:00:00 GMT',
        came: shown(value),
      };
};

/** The one form that is sent (RFC 9110, section 5.6.7). */
const isHttpDate = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toUTCString() === text;
};
