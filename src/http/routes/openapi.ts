import { type KnownTypes, typeNames } from '../../service/convert-types.ts';
import type { Middleware } from '../context.ts';
import { openApiDocument } from '../openapi/document.ts';
import { respondWithJson } from '../respond.ts';

type OpenApiRouteOptions = Readonly<{ known: KnownTypes; publicDownload: boolean }>;

/** `GET /openapi.json`: the API of this service as an OpenAPI document. It needs no account. */
export const openApiRoute = ({ known, publicDownload }: OpenApiRouteOptions): Middleware => {
  const document = openApiDocument({
    imageTypes: known.types,
    typeNames: typeNames(known.types),
    publicDownload,
  });
  return (ctx) => respondWithJson(ctx, 200, document);
};
