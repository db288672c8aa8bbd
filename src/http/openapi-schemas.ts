import type { Part } from './openapi-responses.ts';

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
