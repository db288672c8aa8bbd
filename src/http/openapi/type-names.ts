/** A piece of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

/** The schema of an operation, with the types that this service converts to, by all their names. */
export const withTypeNames = (schema: Part, names: readonly string[]): Part =>
  changedAt(schema, ['properties', 'convert', 'properties', 'type'], ({ description }) => ({
    description: `${String(description)} Case does not matter.`,
    anyOf: [
      {
        description: 'One type; */* is the smallest of the types that wildcardTypes names.',
        type: 'string',
        enum: names,
      },
      {
        description: 'Several types, joined by commas.',
        type: 'string',
        pattern: joinedByCommas(names),
      },
      {
        description: 'Several types.',
        type: 'array',
        minItems: 1,
        contains: { type: 'string', enum: names },
        items: {
          anyOf: [
            { type: 'string', enum: names },
            { type: 'string', pattern: `^${imageType}$` },
          ],
        },
      },
    ],
  }));

const changedAt = (
  part: Part,
  [name, ...path]: readonly string[],
  change: (part: Part) => Part,
): Part =>
  name === undefined
    ? change(part)
    : { ...part, [name]: changedAt(part[name] as Part, path, change) };

/** The name of an image type (RFC 6838, section 4.2). */
const imageType = 'image/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}';

/** A pattern for at least two names of types, one of them among `names`. */
const joinedByCommas = (names: readonly string[]): string => {
  const literally = names.map((name) => name.replaceAll(/[*+.]/g, '\\$&')).join('|');
  const [known, any] = [`(${literally})`, `(${imageType}|${'\\*/\\*'})`];
  return `^(?=.*,)(${any}, ?)*${known}(, ?${any})*$`;
};
