import { ServiceError } from '../errors.ts';
import { colourOf, hexOf, type Colour } from '../image/colour.ts';
import type { ImageFacts } from '../image/facts.ts';
import type { Resize } from '../image/geometry.ts';
import type { PreservedKind } from '../image/metadata/preserved.ts';
import { sentencesOf, validatorOf } from '../schema.ts';
import type { StoreRequest } from '../storage/storage.ts';
import { validate as check } from '../validators/operation.ts';
import { type AskedTypes, type KnownTypes, typeProblems, typesOf } from './convert-types.ts';
import { plainBody } from './plain-body.ts';
import { storeRequestOf, type StoreBody } from './store-request.ts';

/** An operation on an image, without aliases, wildcards and duplicates. */
export type Operation = Readonly<{
  resize?: Resize;
  /** Media types that compete, in the order of the request; undefined keeps the type. */
  convert?: readonly string[];
  /** Fills what is transparent. */
  background?: Colour;
  /** The quality of lossy results, 1 to 100; undefined: what looks like the source. */
  quality?: number | undefined;
  /** Whether a result at once counts more than its bytes. */
  isHurried?: boolean;
  /** In alphabetical order. */
  preserve: readonly PreservedKind[];
}>;

/** A body that has passed the schema. */
type Body = Readonly<{
  resize?: Resize;
  convert?: Readonly<{ type: AskedTypes }>;
  transform?: Readonly<{ background?: string }>;
  preserve?: readonly PreservedKind[];
  store?: StoreBody;
}>;

/**
 * The request of a client. `store` is no part of the operation, since it has secrets and does not change the
 * result.
 */
export type OperationRequest = Readonly<{
  operation: Operation;
  store: StoreRequest | undefined;
}>;

const validate = validatorOf<Body>(check);

/**
 * The operation in a parsed JSON body. `{}` is a download.
 * @throws ServiceError `bad_request` naming every problem with its path.
 */
export const parseOperation = (body: unknown, known: KnownTypes): OperationRequest => {
  const checked = validate(plainBody(body));
  const unknown = typeProblems(typeAsked(body), known);
  const problems = checked.ok ? unknown : [...checked.problems, ...unknown];
  if (!checked.ok || problems.length > 0) {
    throw new ServiceError('bad_request', sentencesOf(problems), {
      reason: { id: 'bad_operation' },
    });
  }
  const { store } = checked.value;
  return {
    operation: operationOf(checked.value, known),
    store: store && storeRequestOf(store),
  };
};

/**
 * Compressions that an operation adds to the account's month. Resize 1, convert 1, the rest 0.
 * Source: specification, section 8.
 */
export const compressionsOf = ({ resize, convert }: Operation): number =>
  Number(resize !== undefined) + Number(convert !== undefined);

/** The operation without steps that have no effect on the source, such as a background for an opaque one. */
export const applicableTo = (
  { hasAlpha }: Pick<ImageFacts, 'hasAlpha'>,
  { background, ...operation }: Operation,
): Operation => (hasAlpha && background !== undefined ? { ...operation, background } : operation);

/** Whether an operation changes the picture or its type, and must start from the source. */
export const changesPicture = ({ resize, convert, background }: Operation): boolean =>
  resize !== undefined || convert !== undefined || background !== undefined;

/** Whether the answer is the compressed result as it is. */
export const isPlainDownload = (operation: Operation): boolean =>
  !changesPicture(operation) && operation.preserve.length === 0;

/** An operation as canonical text: equal for equal operations. It is part of the cache key. */
export const canonicalOperation = (operation: Operation): string => {
  const { resize, convert, background, preserve } = operation;
  const sides: Readonly<{ width?: number; height?: number }> = resize ?? {};
  return JSON.stringify({
    resize: resize && { method: resize.method, width: sides.width, height: sides.height },
    convert,
    background: background && hexOf(background),
    preserve,
  });
};

const typeAsked = (body: unknown): unknown =>
  (body as { convert?: { type?: unknown } } | null | undefined)?.convert?.type;

const operationOf = (body: Body, known: KnownTypes): Operation => {
  const background = colourOf(body.transform?.background ?? '');
  return {
    ...(body.resize && { resize: body.resize }),
    ...(body.convert && { convert: typesOf(body.convert.type, known) }),
    ...(background && { background }),
    preserve: [...new Set(body.preserve)].toSorted(),
  };
};
