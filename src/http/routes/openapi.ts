import { readFileSync } from 'node:fs';
import { type KnownTypes, typeNames } from '../../service/convert-types.ts';
import type { Middleware } from '../context.ts';
import { openApiDocument } from '../openapi/document.ts';
import { respondWithJson } from '../respond.ts';

export type OpenApiRouteOptions = Readonly<{ known: KnownTypes; publicDownload: boolean }>;

/** `GET /openapi.json`: the API of this service as an OpenAPI document. It needs no account. */
export const openApiRoute = ({ known, publicDownload }: OpenApiRouteOptions): Middleware => {
  const { version, license } = fileOf('package.json') as { version: string; license: string };
  const document = openApiDocument({
    version,
    license,
    shrinkRequest: fileOf('schemas/requests/shrink.json'),
    operationRequest: fileOf('schemas/requests/operation.json'),
    keyRequest: fileOf('schemas/requests/key.json'),
    imageTypes: known.types,
    typeNames: typeNames(known.types),
    publicDownload,
  });
  return (ctx) => respondWithJson(ctx, 200, document);
};

/** A JSON file of the project. */
const fileOf = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >;
