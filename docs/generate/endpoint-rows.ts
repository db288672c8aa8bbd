import { defaults } from '../../src/config/settings.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { typeNames } from '../../src/service/convert-types.ts';
import { code, prose } from './markdown.ts';

type Operation = Readonly<{ summary: string; responses: Readonly<Record<string, unknown>> }>;

/** A row for each request of the OpenAPI document with default settings: method and path, summary, statuses. */
export const endpointRows = (): readonly (readonly string[])[] =>
  Object.entries(
    documentWithDefaults()['paths'] as Record<string, Record<string, unknown>>,
  ).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => rowOf(`${method.toUpperCase()} ${path}`, item[method] as Operation)),
  );

/** HEAD is answered with the headers of GET, as the page says. */
const methods = ['get', 'post'];

const rowOf = (request: string, { summary, responses }: Operation): readonly string[] => [
  code(request),
  prose(summary),
  Object.keys(responses)
    .filter((status) => status !== 'default')
    .toSorted()
    .join(', '),
];

const documentWithDefaults = (): Readonly<Record<string, unknown>> => {
  const imageTypes = Object.keys(defaults()['types'] as object);
  return openApiDocument({ imageTypes, typeNames: typeNames(imageTypes), publicDownload: false });
};
