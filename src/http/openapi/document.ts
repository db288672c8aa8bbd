import { readFileSync } from 'node:fs';
import { version } from '../../version.ts';
import { errorAnswers } from '../status.ts';
import { type Part, withTypeNames } from './type-names.ts';

type OpenApiOptions = Readonly<{
  /** Media types that can be produced. */
  imageTypes: readonly string[];
  /** The names that they may be asked for by. */
  typeNames: readonly string[];
  /** Downloads need no account. */
  publicDownload: boolean;
}>;

/**
 * The API as an OpenAPI 3.1 document: `schemas/openapi.json`, filled in. `image/*` becomes the types that can
 * be produced. A reference to a file becomes the schema in it. Downloads without an account are left out
 * unless they are allowed. The version, the licence and a response for each failure are added.
 */
export const openApiDocument = ({
  imageTypes,
  typeNames,
  publicDownload,
}: OpenApiOptions): Part => {
  const filled = (key: string, value: Part): unknown => {
    if (key === 'security') return publicDownload || !isOptional(value) ? value : undefined;
    if (key === 'content' && 'image/*' in value) return withTypes(value, imageTypes);
    const { $ref: path } = Object(value) as Part;
    return typeof path === 'string' && path.endsWith('.json') ? schemaAt(path) : value;
  };
  const { info, components, ...rest } = JSON.parse(
    textOf('schemas/openapi.json'),
    filled,
  ) as Document;
  const { license } = JSON.parse(textOf('package.json')) as Part;
  const { schemas, responses } = components;
  return {
    ...rest,
    info: { ...info, version, license: { name: license, identifier: license } },
    components: {
      ...components,
      schemas: {
        ...schemas,
        OperationRequest: withTypeNames(schemas['OperationRequest'] as Part, typeNames),
      },
      responses: { ...failuresLike(responses.AnyFailure), ...responses },
    },
  };
};

type Document = Readonly<{
  info: Part;
  components: Readonly<{ schemas: Part; responses: Readonly<{ AnyFailure: Response }> }>;
}>;

/** Whether a list of security requirements has the empty one, which everybody meets. */
const isOptional = (requirements: unknown): boolean =>
  (requirements as readonly Part[]).some((scheme) => Object.keys(scheme).length === 0);

const withTypes = ({ 'image/*': image, ...others }: Part, types: readonly string[]): Part => ({
  ...Object.fromEntries(types.map((type) => [type, image])),
  ...others,
});

/** A schema without the declaration of its dialect, which is the document's own (OpenAPI 3.1, Schema Object). */
const schemaAt = (path: string): Part => {
  const { $schema: _dialect, ...schema } = JSON.parse(textOf(`schemas/${path}`)) as Part;
  return schema;
};

/** A file of the project. */
const textOf = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** A response of an OpenAPI document. */
type Response = Readonly<{
  description: string;
  headers: Readonly<Record<string, unknown>>;
  content: unknown;
}>;

/**
 * The responses `Failure400` to `Failure503`: one for each status of a failure, with its short names, its
 * headers, and for the rest like `other`. 405 is left out: it is described by `other`, since a path has it
 * for methods that it does not take.
 */
const failuresLike = ({
  headers: { Allow: _allow, ...headers },
  content,
}: Response): Readonly<Record<string, Response>> => {
  const answers = Object.values(errorAnswers).filter(({ status }) => status !== 405);
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = answers.filter((answer) => answer.status === status);
      const names = [...new Set(own.map(({ error }) => error))].join(', or ');
      const extra = headersOfStatus[status] ?? [];
      return [
        `Failure${status}`,
        { description: `${names}.`, headers: { ...headers, ...referencesTo(extra) }, content },
      ];
    }),
  );
};

/** Headers of a failure besides those of every failure, by status. */
const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const referencesTo = (names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
