import { readFileSync } from 'node:fs';
import { type KnownTypes, typeNames } from '../../service/convert-types.ts';
import type { Middleware } from '../context.ts';
import { openApiDocument } from '../openapi.ts';
import { presentJson } from '../present.ts';

export type OpenApiRouteOptions = Readonly<{ known: KnownTypes; publicDownload: boolean }>;

/** `GET /openapi.json`: what this service takes and answers, for tools and people; needs no account. */
export const openApiRoute = ({ known, publicDownload }: OpenApiRouteOptions): Middleware => {
  const { version, license } = fileOf('package.json') as { version: string; license: string };
  const document = openApiDocument({
    version,
    license,
    shrinkRequest: fileOf('schemas/shrink-request.json'),
    operationRequest: fileOf('schemas/operation-request.json'),
    keyRequest: fileOf('schemas/key-request.json'),
    imageTypes: known.types,
    typeNames: typeNames(known.types),
    publicDownload,
  });
  return (ctx) => presentJson(ctx, 200, document);
};

/** A JSON file of the project. */
const fileOf = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as Record<
    string,
    unknown
  >;
