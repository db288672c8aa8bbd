import {
  always,
  anyCodes,
  counted,
  failuresOf,
  headersNamed,
  inPath,
  type Part,
  refTo,
} from './responses.ts';
import { object } from './schemas.ts';

/** What of `components.schemas` the paths of keys need besides `KeyRequest`. */
export const newKeySchema = object({
  key: { type: 'string', pattern: '^[A-Za-z0-9]{32}$', description: 'API key of the account.' },
});

const answer = (description: string, names: readonly string[], schema: string): Part => ({
  description,
  headers: headersNamed([...always, 'Cache-Control', ...names]),
  content: { 'application/json': { schema: refTo('schemas', schema) } },
});

const checking = (operationId: string, summary: string): Part => ({
  operationId,
  summary,
  security: [],
  responses: {
    '200': answer('An account has this key; the headers tell of it.', counted, 'Empty'),
    ...failuresOf([...anyCodes, 'not_found', 'rate_limit_exceeded']),
  },
});

/** `/keys/{key}` and `/keys`, as the WordPress plugin uses them. */
export const keyPaths: Part = {
  '/keys/{key}': {
    parameters: [inPath('key', 'An API key; Authorization is not looked at.')],
    get: checking('checkKey', 'Whether an account has this key; counts as nothing.'),
    head: checking('describeKey', 'The headers that GET answers with.'),
  },
  '/keys': {
    post: {
      operationId: 'register',
      summary: 'Makes an account, where web.registration is open; its key works at once.',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo('schemas', 'KeyRequest') } },
      },
      responses: {
        '202': answer('The account has been made.', [], 'NewKey'),
        ...failuresOf([
          ...anyCodes,
          'registration_closed',
          'too_large',
          'rate_limit_exceeded',
          'unavailable',
          'storage_full',
        ]),
      },
    },
  },
};
