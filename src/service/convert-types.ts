import { shown, type Problem } from '../schema.ts';

export type KnownTypes = Readonly<{
  /** Media types that can be produced. */
  types: readonly string[];
  /** The media types of the wildcard. */
  wildcardTypes: readonly string[];
}>;

/** `convert.type` as it passes the schema. */
export type AskedTypes = string | readonly string[];

const wildcard = '*/*';

const aliases: ReadonlyMap<string, string> = new Map([['image/jpg', 'image/jpeg']]);

/** All names that `convert.type` accepts: types that can be produced, their aliases, and the wildcard. */
export const typeNames = (types: readonly string[]): readonly string[] => [
  ...types,
  ...[...aliases].flatMap(([alias, type]) => (types.includes(type) ? [alias] : [])),
  wildcard,
];

/**
 * The media types that compete, each once, in the order of the request. Of several types, those that cannot be
 * produced are left out, since clients list all types that they can show.
 */
export const typesOf = (
  asked: AskedTypes,
  { types, wildcardTypes }: KnownTypes,
): readonly string[] => {
  const names = [asked].flat().flatMap(namesIn);
  const produced = names.flatMap((name) => (name === wildcard ? wildcardTypes : [name]));
  return [...new Set(produced)].filter((name) => types.includes(name));
};

/**
 * Problems of `convert.type`: names that are no image type, and, where no type remains, types that cannot be
 * produced. The schema checks its form.
 */
export const typeProblems = (asked: unknown, { types }: KnownTypes): readonly Problem[] => {
  const expected = `one of ${[...types, wildcard].join(', ')}`;
  const named = Array.isArray(asked)
    ? asked.flatMap((text: unknown, index) => namedAt(`convert.type[${index}]`, text))
    : namedAt('convert.type', asked);
  const isProduced = (name: string): boolean => name === wildcard || types.includes(name);
  const isChoice = named.some(({ name }) => isProduced(name));
  return named
    .filter(({ name }) => !isProduced(name) && !(isChoice && imageType.test(name)))
    .map(({ path, name }) => ({ path, expected, came: shown(name) }));
};

/** The name of an image type (RFC 6838, section 4.2). */
const imageType = /^image\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

const namedAt = (path: string, text: unknown): readonly { path: string; name: string }[] =>
  typeof text === 'string' ? namesIn(text).map((name) => ({ path, name })) : [];

/** The names in one text: separated by commas, in any case. */
const namesIn = (text: string): readonly string[] =>
  text.split(',').map((part) => {
    const name = part.trim().toLowerCase();
    return aliases.get(name) ?? name;
  });
