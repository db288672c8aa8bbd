import type { ErrorCode } from '../../errors.ts';
import { receiptPath, receiptSchema } from './receipt.ts';
import { keyPaths, newKeySchema } from './keys.ts';
import {
  anyCodes,
  documentAnswer,
  failures,
  failuresOf,
  headers,
  idInPath,
  imageAnswers,
  type Part,
  refTo,
  uploaded,
} from './responses.ts';
import { embedded, errorBody, object, operationRequest, shrinkResult } from './schemas.ts';

export type OpenApiOptions = Readonly<{
  version: string;
  /** SPDX identifier. */
  license: string;
  /** The JSON Schemas of `schemas/`, whose words the document takes over. */
  shrinkRequest: Part;
  operationRequest: Part;
  keyRequest: Part;
  /** Media types that can be produced. */
  imageTypes: readonly string[];
  /** The names that they may be asked for by. */
  typeNames: readonly string[];
  /** Downloads need no account. */
  publicDownload: boolean;
}>;

/** The API as an OpenAPI 3.1 document. */
export const openApiDocument = (options: OpenApiOptions): Part => ({
  openapi: '3.1.1',
  info: {
    title: 'shrinkd',
    version: options.version,
    license: { name: options.license, identifier: options.license },
    description:
      'Compresses, resizes, converts and stores WebP, JPEG and PNG images. Whatever is not 2xx or 304 is JSON with error and message.',
  },
  servers: [{ url: '/' }],
  security: [{ basic: [] }],
  paths: {
    '/shrink': { post: upload },
    '/output/{id}': output(options),
    '/output/{id}/receipt': receiptPath(options, 'Receipt'),
    '/output/{id}/receipt/{result}': receiptPath(options, 'ReceiptOfResult'),
    ...keyPaths,
    '/openapi.json': document,
  },
  components: {
    securitySchemes: {
      basic: {
        type: 'http',
        scheme: 'basic',
        description:
          'Password the API key of the account, user name api; any other is taken too, and so is the key as the user name without a password.',
      },
    },
    schemas: {
      ShrinkRequest: embedded(options.shrinkRequest),
      OperationRequest: operationRequest(embedded(options.operationRequest), options.typeNames),
      ShrinkResult: shrinkResult,
      KeyRequest: embedded(options.keyRequest),
      NewKey: newKeySchema,
      Empty: object({}),
      Receipt: receiptSchema,
      Error: errorBody,
    },
    headers,
    responses: failures(),
  },
});

/** What work for an account may meet. */
const workCodes: readonly ErrorCode[] = [
  ...anyCodes,
  'unauthorized',
  'too_large',
  'unsupported_media_type',
  'decode_failed',
  'monthly_limit_exceeded',
  'rate_limit_exceeded',
  'unavailable',
  'storage_full',
];

/** What an operation on an output may meet. */
const operationCodes: readonly ErrorCode[] = [
  ...workCodes,
  'not_found',
  'precondition_failed',
  'storage_refused',
  'storage_denied',
  'storage_missing',
  'storage_failed',
];

const upload: Part = {
  operationId: 'shrink',
  summary: 'Compresses an image; counts as one compression.',
  requestBody: {
    description:
      'JSON with the address of an image; with any other Content-Type, or none, the bytes of the image.',
    required: true,
    content: {
      'application/json': { schema: refTo('schemas', 'ShrinkRequest') },
      '*/*': {},
    },
  },
  responses: {
    '201': uploaded,
    ...failuresOf([...workCodes, 'input_missing', 'source_not_found']),
  },
};

const output = ({ imageTypes, publicDownload }: OpenApiOptions): Part => {
  const reading = (method: 'get' | 'head', codes: readonly ErrorCode[]): Part => ({
    operationId: method === 'get' ? 'download' : 'describe',
    summary:
      method === 'get'
        ? 'The compressed image, or what the JSON body asks for.'
        : 'The headers that GET answers with; an operation counts as for GET.',
    ...(publicDownload && { security: [{ basic: [] }, {}] }),
    parameters: conditions(method),
    requestBody: operationBody,
    responses: {
      ...imageAnswers(imageTypes, method),
      ...failuresOf([...operationCodes, ...codes]),
    },
  });
  return {
    parameters: [idInPath],
    get: reading('get', ['range_not_satisfiable']),
    head: reading('head', []),
    post: {
      operationId: 'operate',
      summary: 'The image with the operations of the JSON body; the compressed image without one.',
      parameters: conditions('post'),
      requestBody: operationBody,
      responses: {
        ...imageAnswers(imageTypes, 'post'),
        ...failuresOf(operationCodes),
      },
    },
  };
};

const operationBody: Part = {
  description: 'What to do with the image. Needs Content-Type: application/json.',
  content: { 'application/json': { schema: refTo('schemas', 'OperationRequest') } },
};

/** Request headers by which a reader asks for a part, or for nothing it has (RFC 9110). */
const conditions = (method: 'get' | 'head' | 'post'): readonly Part[] =>
  [
    'If-Match',
    ...(method === 'post' ? [] : ['If-None-Match']),
    ...(method === 'get' ? ['Range', 'If-Range'] : []),
  ].map((name) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
  }));

const documentCalled = (operationId: string, summary: string): Part => ({
  operationId,
  summary,
  security: [],
  responses: {
    '200': documentAnswer('An OpenAPI document.', { type: 'object' }),
    ...failuresOf(anyCodes),
  },
});

const document: Part = {
  get: documentCalled('openApi', 'This API as an OpenAPI 3.1 document.'),
  head: documentCalled('describeOpenApi', 'The headers that GET answers with.'),
};
