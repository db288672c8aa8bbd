import { type PathFields, pathFieldsOf, pathIn, type RawPath } from '../raw-path.ts';

/** What a journal keeps of a path. It may name another path. */
export type Keyed = Readonly<{ path: RawPath; target?: Readonly<{ path: RawPath }> }>;

/** A record as a line of JSON, without the end of the line. */
export const lineOf = ({ path, target, ...fields }: Keyed): string =>
  JSON.stringify({
    ...pathFieldsOf(path),
    ...fields,
    ...(target && { target: { ...target, ...pathFieldsOf(target.path) } }),
  });

/** The record in a line; undefined for one that is not whole, as the last one of a killed process may be. */
export const recordOf = <Entry extends Keyed>(line: string): Entry | undefined => {
  try {
    const { target, ...record } = JSON.parse(line) as PathFields & { target?: PathFields };
    return { ...withPath(record), ...(target && { target: withPath(target) }) } as Keyed as Entry;
  } catch {
    return undefined;
  }
};

const withPath = ({ path, pathBase64, ...fields }: PathFields): Keyed => ({
  ...fields,
  path: pathIn({ path, pathBase64 }),
});
