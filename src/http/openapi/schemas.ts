import type { Part } from './responses.ts';

/** A schema without the declaration of its dialect, which is the document's own (OpenAPI 3.1, Schema Object). */
export const embedded = ({ $schema: _dialect, ...schema }: Part): Part => schema;

/** A JSON object with just these properties, all of them there. */
export const object = (properties: Part): Part => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

/** Of all answers that are not 2xx or 304. */
export const errorBody = object({
  error: { type: 'string', description: 'Short name of what went wrong.' },
  message: { type: 'string', description: 'What went wrong, for people.' },
});

const bytes = { type: 'integer', minimum: 0, description: 'Bytes.' };
const pixels = { type: 'integer', minimum: 1, description: 'Pixels.' };
const mediaType = { type: 'string', description: 'Media type.' };

/** The body that answers an upload. */
export const shrinkResult = object({
  input: object({ size: bytes, type: mediaType }),
  output: object({
    size: bytes,
    type: mediaType,
    width: pixels,
    height: pixels,
    ratio: { type: 'number', minimum: 0, description: 'Size of output by size of input.' },
    url: { type: 'string', description: 'Address of the output, as in Location.' },
  }),
});

/** The schema of an operation, with the types that this service converts to, by all their names. */
export const operationRequest = (schema: Part, names: readonly string[]): Part =>
  changedAt(schema, ['properties', 'convert', 'properties', 'type'], ({ description }) => ({
    description: `${String(description)} Case does not matter.`,
    anyOf: [
      { description: 'One type; */* is all of them.', type: 'string', enum: names },
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
